// House rules in words: the names come from the family's catalogue, and what there is to choose from the server.

import type { Choice, GameInfo, House } from './api'
import { shelf } from './catalogue.svelte'
import type { Options } from './plainly'
import { t, words } from './words.svelte'

export type Values = Record<string, unknown>

export function optionName(family: string, name: string): string {
  return words().of(family, `option.${name}.name`)
}

/** What it is about, in a sentence. */
export function optionAbout(family: string, name: string): string {
  return words().of(family, `option.${name}`)
}

const written = (value: unknown): string => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value))

/** A value in words; a number that has no words of its own is told with its unit. */
export function optionValue(family: string, name: string, value: unknown): string {
  const own = `${family}.option.${name}.${written(value)}`
  if (words().has(own)) return t(own)
  return words().of(family, `option.${name}.n`, { n: Number(value) })
}

/** One rule that is not as usual: “Ace: low only”. */
export function chosen(family: string, name: string, value: unknown): string {
  return t('option.chosen', { name: optionName(family, name), value: optionValue(family, name, value) })
}

/** All house rules that differ from the usual, in words. */
export function changedRules(game: GameInfo, options: Readonly<Values>): string[] {
  const rules = changedChoices(game, options).filter((choice) => choice.rule)
  return rules.map((choice) => chosen(game.family, choice.name, options[choice.name]))
}

export function changedChoices(game: GameInfo, options: Readonly<Values>): readonly Choice[] {
  return game.options.filter((choice) => choice.name in options && options[choice.name] !== choice.default)
}

/** The rules in which one set differs from another. */
export function differing(game: GameInfo, one: Readonly<Values>, other: Readonly<Values>): readonly Choice[] {
  const at = (some: Readonly<Values>, choice: Choice): unknown => some[choice.name] ?? choice.default
  return game.options.filter((choice) => at(one, choice) !== at(other, choice))
}

export function usualValues(game: GameInfo): Values {
  return Object.fromEntries(game.options.map((choice) => [choice.name, choice.default]))
}

/** The options by what they are about, in the server's order of each; those of no group come last. */
export function grouped(game: GameInfo): (readonly [string, readonly Choice[]])[] {
  const names = [...new Set(game.options.map((choice) => choice.group))].sort((a, b) => Number(!a) - Number(!b))
  return names.map((group) => [group, game.options.filter((choice) => choice.group === group)] as const)
}

/** As usual, or a house that has a name. */
export function houses(game: GameInfo): readonly House[] {
  return [{ name: '', options: {}, lasts: null }, ...game.presets]
}

export function houseName(game: GameInfo, house: House): string {
  if (house.name) return words().of(game.family, `preset.${house.name}`)
  return ownWords(game, `usual.${game.name}`, 'web.house.usual')
}

/** What that means, in a sentence. */
export function houseAbout(game: GameInfo, house: House): string {
  if (house.name) return words().of(game.family, `preset.${house.name}.about`)
  return ownWords(game, `usual.${game.name}.about`, 'web.house.by_the_book')
}

/** Where the usual way has a name of its own, beside others that are as good. */
function ownWords(game: GameInfo, key: string, otherwise: string): string {
  return words().has(`${game.family}.${key}`) ? words().of(game.family, key) : t(otherwise)
}

/** The house rules that a book of this game's family may name. */
export function optionsOf(name: string): Options {
  const own = shelf.games.filter((one) => one.name === name)
  const others = shelf.games.filter((one) => one.family === own[0]?.family)
  return new Map(
    [...others, ...own].flatMap((one) =>
      one.options.map((option) => [option.name, { ...option, family: one.family }] as const),
    ),
  )
}
