// What a person has chosen; it stays in this browser.

import type { Coachings } from './coached'

export const LANGUAGES = ['en', 'fr', 'nl'] as const
export type Language = (typeof LANGUAGES)[number]

export interface Settings {
  language: Language
  theme: 'auto' | 'light' | 'dark'
  sound: boolean
  /** Four colours for the suits, or the two of old. */
  suits: 'four' | 'two'
  /** Which of the palettes the cards of SET have. */
  palette: 'classic' | 'clear' | 'grey'
  /** Letters on cards and tiles, for those who do not tell the colours apart. */
  letters: boolean
  /** Which keys are shown on the cards of SET. */
  keyboard: 'none' | 'qwerty' | 'azerty' | 'qwertz'
  motion: 'auto' | 'less'
  /** How the table of SET stands, and how its cards are turned. */
  table: 'auto' | 'upright' | 'lying'
  cards: 'auto' | 'lying' | 'upright'
  /** For screen readers: keys belong to the table, and new cards are read. */
  reader: boolean
  /** Whether a move waits for a second tap. */
  confirm: boolean
  /** Whether rule books show how their pictures are written, and house rules by the names that programs use. */
  notation: boolean
  /** The steps of lessons that were finished, by game. */
  learned: Readonly<Record<string, readonly number[]>>
  /** Whether each game has a coach, and what he has told already. */
  coach: Coachings
}

const PLACE = 'septet.settings'

function usual(): Settings {
  const wanted = navigator.languages.map((one) => one.slice(0, 2).toLowerCase())
  const language = wanted.find((one): one is Language => LANGUAGES.includes(one as Language)) ?? 'en'
  const keyboard = matchMedia('(hover: none)').matches
    ? 'none'
    : language === 'fr'
      ? 'azerty'
      : navigator.language.startsWith('de')
        ? 'qwertz'
        : 'qwerty'
  return {
    language,
    theme: 'auto',
    sound: true,
    suits: 'four',
    palette: 'classic',
    letters: false,
    keyboard,
    motion: 'auto',
    table: 'auto',
    cards: 'auto',
    reader: false,
    confirm: false,
    notation: false,
    learned: {},
    coach: {},
  }
}

function kept(): Settings {
  const settings = usual()
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Settings>
    Object.assign(settings, found)
  } catch {
    // Storage is closed to us, or holds something else: what is usual will do.
  }
  return LANGUAGES.includes(settings.language) ? settings : { ...settings, language: usual().language }
}

export const settings: Settings = $state(kept())

/** Whether things should stand still. */
export function still(): boolean {
  return settings.motion === 'less' || matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Change some settings, show them on the page and keep them. */
export function change(some: Partial<Settings>): void {
  Object.assign(settings, some)
  show()
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings))
  } catch {
    // They last as long as the page, then.
  }
}

/** Tell the page about theme, language and motion. */
export function show(): void {
  const page = document.documentElement
  page.lang = settings.language
  if (settings.theme === 'auto') delete page.dataset.theme
  else page.dataset.theme = settings.theme
  page.dataset.motion = settings.motion
}
