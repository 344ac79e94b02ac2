// Who we are, and the one socket of the page.

import { api, askIn, type Me } from './api'
import { change, settings, type Language, type Settings } from './settings.svelte'
import { together } from './coached'
import { both } from './learned'
import { Socket, type State } from './socket'
import { speak } from './words.svelte'

class Session {
  /** Null: nobody yet; one becomes a guest with the first game. */
  me: Me | null = $state.raw(null)
  /** Whether we know who we are. */
  greeted = $state(false)
  state: State = $state('closed')
  retryAt = $state(0)
  /** Whether we wait because the server has no room for us now. */
  full = $state(false)
  /** Whether the line was ever open: before that, the page is only starting. */
  wasOpen = $state(false)
  /** How many moves wait to be sent. */
  queued = $state(0)
  /** When the house is to be stopped, in milliseconds since 1970, if that was announced. */
  stopsAt: number | null = $state(null)
  /** False while the browser itself has no network. */
  online = $state(navigator.onLine)
}

export const session = new Session()

/** Whose settings this page has fetched: another browser of theirs may have changed them since they signed in here. */
let fetched = ''

export const socket = new Socket(() => {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return `${scheme}://${location.host}/ws?lang=${settings.language}`
})

socket.onstate = (state) => {
  session.state = state
  session.retryAt = socket.retryAt
  session.full = socket.full
  if (state === 'open') session.wasOpen = true
}
socket.onqueue = (moves) => {
  session.queued = moves
}
socket.onhello = (hello) => {
  if (hello.you?.id !== session.me?.id || hello.you?.name !== session.me?.name) session.me = hello.you
  session.greeted = true
  session.stopsAt = null // where it still holds, it is said again
  if (hello.you && !hello.you.guest && fetched !== hello.you.id) void fetchSettings(hello.you.id)
}
socket.onnotice = (seconds) => {
  session.stopsAt = seconds === null ? null : Date.now() + seconds * 1000
}
socket.onsessionlost = () => {
  session.me = null
}

addEventListener('online', () => {
  session.online = true
  socket.hurry()
})
addEventListener('offline', () => {
  session.online = false
})
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') socket.hurry()
})

/** Connect; the server's first message says who we are. */
export function enter(): void {
  askIn(settings.language)
  socket.start()
}

/** Be somebody: the account that is signed in, or a new guest. */
export async function ensure(): Promise<Me> {
  if (session.me) return session.me
  const me = await api.guest()
  become(me)
  return me
}

/** We are somebody else from now on, and the socket must know. */
export function become(me: Me | null): void {
  session.me = me
  fetched = me?.id ?? ''
  if (me && !me.guest && me.settings) take(me.settings)
  socket.start(true)
}

async function fetchSettings(id: string): Promise<void> {
  fetched = id
  const me = await api.me().catch(() => null)
  if (me?.id === id && me.settings) take(me.settings)
}

/** An account takes its settings along from browser to browser; what was learned or told in another one stays. */
export async function keepSettings(some: Partial<Settings>): Promise<void> {
  change(some)
  if (!session.me || session.me.guest) return
  try {
    const { settings: kept } = await api.me()
    change(grown(kept as Partial<Settings> | undefined))
    await api.changeMe({ settings: { ...settings } })
  } catch {
    // it is kept here, and told with the next change
  }
}

/** What was learned and told here and elsewhere. */
function grown(kept: Partial<Settings> | undefined): Pick<Settings, 'learned' | 'coach'> {
  return {
    learned: both(settings.learned, kept?.learned ?? {}),
    coach: together(kept?.coach ?? {}, settings.coach), // what is chosen here is newer
  }
}

/** What an account has kept holds from now on; what was learned or told before counts as well. */
function take(kept: Readonly<Record<string, unknown>>): void {
  const before = { learned: settings.learned, coach: settings.coach }
  const known = Object.entries(kept).filter(
    ([name, value]) => name !== 'language' && typeof value === typeof settings[name as keyof Settings],
  )
  change(Object.fromEntries(known) as Partial<Settings>)
  const learned = both(before.learned, settings.learned)
  const coach = together(before.coach, settings.coach)
  const more = JSON.stringify([learned, coach]) !== JSON.stringify([settings.learned, settings.coach])
  if (more) void keepSettings({ learned, coach })
}

/** Another language for the page, and for what the server says. */
export async function speakWith(language: Language): Promise<void> {
  await speak(language)
  askIn(language)
  socket.start()
}
