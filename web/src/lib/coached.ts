// What a coach has told somebody, by game: kept small, because an account takes it along with its settings.

/** `on` is what was chosen, and null where nothing was; `played` says whether a game of this kind is behind one. */
export interface Coaching {
  readonly on: boolean | null
  readonly played: boolean
  /** How often each topic was told: four signs for the topic, one for how often. */
  readonly told: string
}
export type Coachings = Readonly<Record<string, Coaching>>

export const ENOUGH = 2 // a topic is told so often, and no more
const SIGNS = 4
const NEW: Coaching = { on: null, played: false, told: '' }

export const coachingOf = (all: Coachings, game: string): Coaching => ({ ...NEW, ...all[game] })

/** The first game of a kind has a coach, and so has every other for which one was called. */
export const coaches = (coaching: Coaching): boolean => coaching.on ?? !coaching.played

/** Four signs that stand for a topic. */
export function signsOf(topic: string): string {
  let sum = 7
  for (const letter of topic) sum = (sum * 31 + letter.charCodeAt(0)) % 36 ** SIGNS
  return sum.toString(36).padStart(SIGNS, '0')
}

const entries = (told: string): Map<string, number> =>
  new Map((told.match(/.{5}/g) ?? []).map((one) => [one.slice(0, SIGNS), Number(one.slice(SIGNS)) || 0] as const))
const written = (told: ReadonlyMap<string, number>): string =>
  [...told].map(([signs, times]) => `${signs}${Math.min(times, ENOUGH)}`).join('')

/** How often a topic was told. */
export const timesTold = (coaching: Coaching, topic: string): number => entries(coaching.told).get(signsOf(topic)) ?? 0

/** Topics were told once more, or, after a choice that the rules allowed, often enough; what nobody has told is not
 *  understood by that. */
export function withTold(coaching: Coaching, topics: readonly string[], enough = false): Coaching {
  const told = entries(coaching.told)
  for (const signs of topics.map(signsOf)) {
    const times = told.get(signs) ?? 0
    if (times || !enough) told.set(signs, enough ? ENOUGH : times + 1)
  }
  return { ...coaching, told: written(told) }
}

/** Two people who turn out to be one: whatever one of them knows, and what the second has chosen. */
export function together(one: Coachings, other: Coachings): Coachings {
  const games = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort()
  return Object.fromEntries(games.map((game) => [game, joined(coachingOf(one, game), coachingOf(other, game))]))
}

function joined(one: Coaching, other: Coaching): Coaching {
  const told = entries(one.told)
  for (const [signs, times] of entries(other.told)) told.set(signs, Math.max(times, told.get(signs) ?? 0))
  return { on: other.on ?? one.on, played: one.played || other.played, told: written(told) }
}
