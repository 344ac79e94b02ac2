import { describe, expect, it } from 'vitest'
import { makeWords } from '../../lib/format'
import type { http } from '../../wire'
import { findings } from './findings'

const t = makeWords('en', {
  'review.slip.false_noset': ['{name}: but there is {cards}.', '{name}: but there are {n}, such as {cards}.'],
  'review.slip.new_table': '{name}: a new table, with {cards}.',
  'review.slip.call_in_vain': '{name}: nothing.',
  'review.slip.unseen': '{card} makes {cards}; safe: {safe}.',
  'review.slip.fewer_own': '{cards} for {own}, {better} for {most_own}.',
  ...{ 'review.slips': 'Seen wrongly', 'review.longest': 'Longest' },
  'review.longest.set': '{cards}: {seconds}, {level} {typical}',
  'review.eyes.taken': ['{name} {n} set', '{name} {n} sets'],
  ...{
    'review.eyes.typical': '{seconds} s',
    'review.eyes.level': 'as {level}',
    'review.eyes.slow': 'slower than {level}',
  },
  ...{ 'bot.novice': 'novice', 'bot.casual': 'casual', 'bot.strong': 'strong', 'bot.expert': 'expert' },
  'review.packing.all': ['{taken} of {most} in {n}', '{taken} of {most} in {n}'],
  ...{
    'review.packing.missed': 'More',
    'review.packing.note': 'As it lay',
    'review.packing.layout': '{more} more: {cards}',
  },
  'review.packing.unseen': 'Unseen: {cards}',
  'review.odds.purse': '{name} {result} {lost} {luck}',
  ...{ 'review.costliest': 'Dear', 'review.odds.note': 'Note', 'review.odds.drawn': 'Near' },
  ...{ 'review.odds.cost': '{did}; {better} {lost}', 'review.odds.share': '{now} {later}' },
  ...{
    'review.odds.price': '{owed}/{pot}/{needed}',
    'review.did.bet': '{name} bets {chips}',
    'review.better.fold': 'folding',
  },
})
const NAMES = ['Ann', 'Bob']
const [A, B] = [
  ['1ROF', '2ROF', '3ROF'],
  ['1GDE', '2GDE', '3GDE'],
]

function slip(what: http.Slip['what'], some: Partial<http.Slip>): http.Slip {
  return {
    ...{ number: 7, at: 6, what, seat: 0, cards: [], sets: [], better: [], features: [] },
    ...{ own: 0, most_own: 0, found_out: false, ...some },
  }
}

describe('what was overlooked', () => {
  const review: http.Overlooked = {
    ...{ kind: 'overlooked', game: 'set', timed: true },
    slips: [
      slip('false_noset', { sets: [A, B] }),
      slip('empty_call', { seat: 1 }),
      slip('made_a_set', { number: 9, cards: ['1ROF'], sets: [A], better: ['1GDE'] }),
      slip('passed_over', { number: 9, seat: null, cards: ['1ROF'], sets: [A] }),
      slip('fewer_own', { cards: A, better: B, own: 1, most_own: 2 }),
    ],
    longest: [
      { ...{ cards: A, first: 3, last: 12, by: 1, taken: true, since: 0, lay: 12_340 }, levels: [9, 4_000, 2, 1] },
    ] as unknown as http.Overlooked['longest'],
    eyes: [
      { seat: 0, taken: 8, timed: 8, typical_ms: 5_200, quicker: [8, 5, 1, 0], slips: 2 },
      { seat: 1, taken: 1, timed: 1, typical_ms: 900, quicker: [1, 1, 1, 1], slips: 0 },
    ],
  }

  it('is told in sentences with the cards drawn, at the moment whose board shows it', () => {
    const { intro, sections } = findings(review, NAMES, t)
    expect(intro).toEqual(['Ann 8 sets 5.2 s as casual', 'Bob 1 set'])
    expect(sections.map((one) => one.title)).toEqual(['Seen wrongly', 'Longest'])
    expect(sections[0]?.items.map((one) => one.parts)).toEqual([
      ['Ann: but there are 2, such as ', A, '.'],
      ['Bob: nothing.'],
      [['1ROF'], ' makes ', A, '; safe: ', ['1GDE'], '.'],
      [A, ' for 1, ', B, ' for 2.'],
    ])
    expect(sections[0]?.items[0]).toMatchObject({ at: 6, number: 7, seat: 0, spots: A.map((card) => `card-${card}`) })
    expect(sections[0]?.items[3]?.spots).toEqual(B.map((card) => `card-${card}`))
    expect(sections[1]?.items[0]).toMatchObject({ at: 11, parts: [A, ': 12.3, casual 4.0'] })
  })

  it('has other words where somebody asks for a new table', () => {
    const other = findings({ ...review, game: 'twenty', slips: review.slips.slice(0, 1), longest: [] }, NAMES, t)
    expect(other.sections[0]?.items[0]?.parts[0]).toBe('Ann: a new table, with ')
    expect(other.sections.length).toBe(1)
  })
})

describe('what could be counted', () => {
  it('is the best packing of a layout', () => {
    const layout = { number: 4, at: 3, seat: 0, sets: 3, most: 2, paid: 1, most_paid: 3 }
    const { intro, sections } = findings(
      {
        ...{ kind: 'packing', game: 'coopset', taken: 1, most: 4, missed: [4, 6] },
        layouts: [
          { ...layout, taken: [A], best: [A, B] },
          { ...layout, number: 6, taken: [], best: [B] },
        ],
      },
      NAMES,
      t,
    )
    expect(intro).toEqual(['1 of 4 in 2'])
    expect(sections[0]?.items.map((one) => one.parts)).toEqual([
      ['2 more: ', [...A, ...B]],
      ['Unseen: ', B],
    ])
  })

  it('is a bet by its odds', () => {
    const about = (value: number) => ({ value, error: 0 })
    const wager = {
      ...{ number: 5, at: 4, seat: 1, deal: 1, hand: A, sets: [], others: 3, pot: 20, owed: 5, needed: 0.2 },
      ...{
        now: about(0.1),
        later: about(0.155),
        exact: false,
        by_clock: false,
        value: about(-3),
        best_value: about(0),
      },
      ...{ played: { type: 'bet', chips: 5 }, best: { type: 'fold' }, lost: about(3.04) },
    } as unknown as http.Wager
    const purse = { seat: 1, decisions: 9, lost: about(3.04), luck: about(-1.26), result: -12 }
    const { intro, sections, notes } = findings(
      { kind: 'odds', game: 'chipset', seed: '', decisions: [wager], costliest: [5], showdowns: [], purses: [purse] },
      NAMES,
      t,
    )
    expect(intro).toEqual(['Bob −12 3.0 −1.3'])
    expect(sections[0]?.items[0]?.parts).toEqual(['Bob bets 5; folding 3.0 10 16 5/20/20'])
    expect(notes).toEqual(['Note', 'Near'])
  })
})
