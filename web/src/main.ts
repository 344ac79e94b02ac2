import { mount } from 'svelte'
import App from './App.svelte'
import { FORMS } from './boards/families'
import { learn } from './lib/format'
import { enter } from './lib/session.svelte'
import { show } from './lib/settings.svelte'
import { allowSounds } from './lib/sounds'
import { begin } from './lib/words.svelte'
import './styles/fonts.css'
import './styles/theme.css'
import './styles/base.css'
import './styles/print.css'

/** Words first, then the page; who we are and the socket come while it is being looked at. */
async function start(): Promise<void> {
  learn(FORMS)
  show()
  allowSounds()
  const target = document.getElementById('app')
  if (!target) throw new Error('the page has no place for the app')
  await begin()
  mount(App, { target })
  enter()
  if (import.meta.env.PROD) void navigator.serviceWorker?.register('/sw.js').catch(() => {})
}

void start()
