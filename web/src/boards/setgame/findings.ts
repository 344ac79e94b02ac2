// What a review of a game of SET has found, one thing after the other: the same sentences as at a terminal, cards drawn.

import { tenths, type Facts, type Words } from '../../lib/format'
import type { http } from '../../wire'
import type { Finding, FindingPart, Findings, Review } from '../board'

type Names = readonly string[]
type Cards = readonly string[]

const LEVELS = ['novice', 'casual', 'strong', 'expert']
const TYPICAL = 1 // the level whose time stands beside that of a set
const ENOUGH = 5 // sets, before anybody's pace is compared
const ONE_DECIMAL = 10

/** A sentence in which cards are drawn: each fact that is a list of cards stands there as such. */
function drawn(key: string, facts: Readonly<Record<string, unknown>>, t: Words): FindingPart[] {
  const lists: Cards[] = []
  const held = Object.entries(facts).map(([name, fact]): [string, unknown] => {
    if (!Array.isArray(fact)) return [name, fact]
    lists.push(fact as Cards)
    return [name, `\u0001${lists.length - 1}\u0001`]
  })
  const said = t(key, Object.fromEntries(held) as Facts).split('\u0001')
  return said.map((part, at) => (at % 2 ? (lists[Number(part)] ?? []) : part)).filter((part) => part.length)
}

const spots = (...cards: readonly Cards[]): string[] => cards.flat().map((card) => `card-${card}`)

function decimal(value: number, t: Words, signed = false): string {
  const rounded = Math.round(ONE_DECIMAL * value) / ONE_DECIMAL || 0
  const sign = rounded < 0 ? '−' : signed && rounded > 0 ? '+' : ''
  return sign + tenths(Math.abs(rounded) * 1_000, t.language)
}
const percent = (one: http.Estimate): number => Math.round(100 * one.value)

export function findings(review: Review, names: Names, t: Words): Findings {
  if (review.kind === 'odds') return odds(review, names, t)
  if (review.kind === 'packing') return packing(review, t)
  return review.kind === 'overlooked' ? overlooked(review, names, t) : { intro: [], sections: [], notes: [] }
}

// ChipSet

function odds(review: http.Weighed, names: Names, t: Words): Findings {
  const intro = review.purses.map((purse) =>
    t('review.odds.purse', {
      name: names[purse.seat] ?? '',
      result: purse.result < 0 ? `−${-purse.result}` : `+${purse.result}`,
      lost: decimal(purse.lost.value, t),
      luck: decimal(purse.luck.value, t, true),
    }),
  )
  const of = new Map(review.decisions.map((one) => [one.number, one]))
  const items = review.costliest.flatMap((number) => of.get(number) ?? []).map((one) => wager(one, names, t))
  const notes = [t('review.odds.note')]
  const near = review.decisions.filter((one) => !one.exact)
  if (near.length) notes.push(t(near.some((one) => one.others <= 2) ? 'review.odds.drawn_apart' : 'review.odds.drawn'))
  return { intro, sections: [{ title: t(items.length ? 'review.costliest' : 'review.odds.none'), items }], notes }
}

function wager(one: http.Wager, names: Names, t: Words): Finding {
  const chips = (move: object): Facts => ('chips' in move ? { chips: move.chips } : {})
  const did = t(`review.did.${one.played.type}`, { name: names[one.seat] ?? '', ...chips(one.played) })
  const better = t(`review.better.${one.best.type}`, chips(one.best))
  const said = [
    t('review.odds.cost', { did, better, lost: decimal(one.lost.value, t) }),
    t('review.odds.share', { now: percent(one.now), later: percent(one.later) }),
  ]
  if (one.owed)
    said.push(t('review.odds.price', { owed: one.owed, pot: one.pot, needed: Math.round(100 * one.needed) }))
  return { ...place(one), parts: [said.join(' ')], spots: spots(one.hand) }
}

const place = ({ number, at, seat }: { number: number; at: number; seat: number | null }) => ({ number, at, seat })

// CoopSet

function packing(review: http.Packed, t: Words): Findings {
  const of = new Map(review.layouts.map((one) => [one.number, one]))
  const items = review.missed
    .flatMap((number) => of.get(number) ?? [])
    .map((one): Finding => {
      const more = one.most_paid - one.paid
      const key = !one.taken.length ? 'unseen' : more === 1 ? 'layout_one' : 'layout'
      const facts = { taken: one.taken.length, most: one.most, more, cards: one.best.flat() }
      return { ...place(one), parts: drawn(`review.packing.${key}`, facts, t), spots: spots(...one.best) }
    })
  return {
    intro: [t('review.packing.all', { taken: review.taken, most: review.most, n: review.layouts.length })],
    sections: [{ title: t(items.length ? 'review.packing.missed' : 'review.packing.every'), items }],
    notes: items.length ? [t('review.packing.note')] : [],
  }
}

// The games where eyes decide

function overlooked(review: http.Overlooked, names: Names, t: Words): Findings {
  const laid = new Set(review.slips.filter((one) => one.what === 'made_a_set').map((one) => one.number))
  const slips = review.slips.filter((one) => one.what !== 'passed_over' || !laid.has(one.number))
  const sections = [
    {
      title: t(slips.length ? 'review.slips' : 'review.slips.none'),
      items: slips.map((one) => slip(one, review, names, t)),
    },
  ]
  const longest = review.longest.flatMap((one) => lay(one, names, t))
  if (longest.length) sections.push({ title: t('review.longest'), items: longest })
  return { intro: review.eyes.map((one) => eyes(one, names, t)), sections, notes: [] }
}

function eyes(one: http.Eyes, names: Names, t: Words): string {
  const said = [t('review.eyes.taken', { name: names[one.seat] ?? '', n: one.taken })]
  if (one.typical_ms === null || one.timed < ENOUGH) return said.join(' ')
  said.push(t('review.eyes.typical', { seconds: tenths(one.typical_ms, t.language) }))
  const level = one.quicker.findLastIndex((times) => 2 * times >= one.timed)
  said.push(
    t(level < 0 ? 'review.eyes.slow' : 'review.eyes.level', { level: t(`bot.${LEVELS[Math.max(0, level)] ?? ''}`) }),
  )
  return said.join(' ')
}

function lay(one: http.Overlooked['longest'][number], names: Names, t: Words): Finding[] {
  if (one.last === null || one.lay === null || one.by === null) return []
  const facts = {
    ...{ cards: one.cards, name: names[one.by] ?? '', level: t(`bot.${LEVELS[TYPICAL] ?? ''}`) },
    seconds: tenths(one.lay, t.language),
    typical: tenths(one.levels[TYPICAL] ?? 0, t.language),
  }
  const [number, at] = [one.last, one.last - 1]
  return [{ number, at, seat: null, parts: drawn('review.longest.set', facts, t), spots: spots(one.cards) }]
}

function slip(one: http.Slip, review: http.Overlooked, names: Names, t: Words): Finding {
  const { what, cards, sets } = one
  const facts = {
    ...{ n: sets.length, own: one.own, most_own: one.most_own, better: one.better, safe: one.better },
    ...{ cards: sets[0] ?? cards, card: cards.slice(0, 1), second: cards.slice(1), features: one.features.join(' ') },
    name: names[one.seat ?? -1] ?? '',
  }
  const parts = drawn(`review.slip.${keyOf(one, review.game)}`, facts, t)
  return { ...place(one), parts, spots: spots(what === 'fewer_own' ? one.better : (sets[0] ?? cards)) }
}

/** Which sentence is about it. */
function keyOf({ what, sets, found_out }: http.Slip, game: string): string {
  if (what === 'made_a_set') return found_out ? 'caught' : 'unseen'
  if (what === 'false_noset' && game === 'twenty') return 'new_table'
  if (sets.length) return what
  const without: Partial<Record<http.Slip['what'], string>> = {
    ...{ empty_call: 'call_in_vain', no_scout_set: 'nothing_there', wrong_second: 'second_in_vain' },
  }
  return without[what] ?? what
}
