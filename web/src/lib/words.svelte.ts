// The words of the page in the chosen language, and how to change it.

import { makeWords, type Facts, type Messages, type Words } from './format'
import { change, settings, type Language } from './settings.svelte'

const fetched = new Map<string, Words>()
let current: Words = $state.raw(makeWords('en', {}))

async function fetchWords(language: Language): Promise<Words> {
  const known = fetched.get(language)
  if (known) return known
  const answer = await fetch(`/i18n/${language}.json`)
  if (!answer.ok) throw new Error(`the words of ${language} cannot be had`)
  const words = makeWords(language, (await answer.json()) as Messages)
  fetched.set(language, words)
  return words
}

/** Fetch the words of the chosen language; called once, before anything is shown. */
export async function begin(): Promise<void> {
  current = await fetchWords(settings.language)
}

/** Speak another language from now on. */
export async function speak(language: Language): Promise<void> {
  current = await fetchWords(language)
  change({ language })
}

/** All the words at once, for boards: read it again when the language changes. */
export function words(): Words {
  return current
}

export function t(key: string, facts?: Facts): string {
  return current(key, facts)
}

/** The short name of a game: what stands before the dash. */
export function gameName(game: string): string {
  return current.has(`game.${game}`) ? (current(`game.${game}`).split(' – ')[0] ?? game) : game
}
