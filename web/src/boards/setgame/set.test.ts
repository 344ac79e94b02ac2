import { describe, expect, it, vi } from 'vitest'
import { makeWords } from '../../lib/format'
import type { Choose, Done, Move, Past, Refused } from '../../wire'
import { arrange, kept, paired, places, size, steady } from './arrange'
import { codes, DIGITS, forBoard, letters, printOf, threes } from './keys'
import { found, ledger, markedBy, news, type Common, type Happened } from './model'
import { across, read } from './picture'
import { Pressing } from './pressing.svelte'
import { Refusing } from './refusing.svelte'
import { Selecting } from './selecting.svelte'
import { statsOf } from './stats'
import { aloud, implied, joins, parts, tell } from './tell'

const event = (what: string, some: Partial<Happened> = {}): Happened => ({
  what,
  seat: 0,
  cards: [],
  number: 0,
  features: [],
  ...some,
})
const past = (n: number, at: number, ...last: Happened[]): Past => ({ n, at, seat: 0, last, move: null, undone: false })
const done: Done = { type: 'done', id: '1', table: 't', n: 1 }
const CARDS = ['1ROF', '2ROF', '3ROF', '1GBE']
const t = makeWords('en', {
  'setgame.tell.none_found': '{name}: none.',
  'setgame.tell.extra_card': 'One more: {cards}, {n:signed}.',
  'setgame.tell.extra_cards': 'More: {cards}, {n:signed}.',
  'setgame.tell.set_taken': '{name} has a set: {cards}.',
  'setgame.tell_you.set_taken': 'You have a set: {cards}.',
  'play.you': 'You',
  'setgame.tell.false_call': '{name}: {cards} is not a set.',
  'setgame.fails': 'Two alike and one not: {features}.',
  'setgame.feature.colour': 'colour',
  ...{ 'web.colour.R': 'red', 'web.shape.O': 'oval', 'web.shading.F': 'full' },
})

describe('keys', () => {
  const upright = { columns: 3, rows: 7, down: false }
  const lying = { columns: 7, rows: 3, down: true }
  const keysOf = (count: number, laid: typeof upright): readonly string[] =>
    codes(places(count, laid), laid.columns, laid.rows)
  const last = (all: readonly string[]): string => all.map((code) => code.slice(-1)).join('')

  it('lie under the fingers as the cards lie on the table', () => {
    expect(last(keysOf(12, { columns: 3, rows: 4, down: false }))).toBe('123QWEASDZXC')
    expect(last(keysOf(12, { columns: 4, rows: 3, down: true }))).toBe('QAZWSXEDCRFV')
    expect(last(keysOf(15, { columns: 4, rows: 4, down: false }))).toBe('1234QWERASDFZXC')
    expect(last(keysOf(12, { columns: 6, rows: 2, down: true }))).toBe('QAWSEDRFTGYH')
  })

  it('give each of 21 places a key of its own', () => {
    for (const laid of [upright, lying, { columns: 2, rows: 11, down: false }]) {
      for (const print of ['qwerty', 'azerty', 'qwertz'] as const) {
        const all = keysOf(21, laid).map((code) => printOf(code, print))
        expect(new Set(all).size).toBe(21)
        expect(all).not.toContain('')
      }
    }
  })

  it('show what is printed on them', () => {
    const row = (print: 'qwerty' | 'azerty' | 'qwertz'): string =>
      [0, 3, 9].map((at) => printOf(threes(0)[at], print)).join('')
    expect([row('qwerty'), row('azerty'), row('qwertz')]).toEqual(['1QZ', '&AW', '1QY'])
  })

  it('follow a table that grows row by row, as far as the keyboard has rows', () => {
    expect(last(letters(12, 5))).toBe('QWERTASDFGZXCVB')
    expect(last(letters(21, 3).slice(0, 12))).toBe('QWERTYUIOPAS')
    expect(new Set(letters(25, 9)).size).toBe(27)
  })

  it('are the digits for cards of your own', () => {
    const own = (print: 'qwerty' | 'azerty' | 'qwertz'): string =>
      DIGITS.slice(0, 4)
        .map((code) => printOf(code, print))
        .join('')
    expect([own('qwerty'), own('azerty'), own('qwertz')]).toEqual(['1234', '&é"\'', '1234'])
  })

  it('are left alone while somebody types or the browser is meant', () => {
    const key = (some: object): KeyboardEvent =>
      ({ target: { closest: () => null }, ...some }) as unknown as KeyboardEvent
    expect(forBoard(key({}))).toBe(true)
    expect(forBoard(key({ ctrlKey: true }))).toBe(false)
    expect(forBoard(key({ target: { closest: () => ({}) } }))).toBe(false)
  })
})

describe('the table', () => {
  it('is read row by row, whichever way it lies', () => {
    expect(places(6, { columns: 3, rows: 2, down: false }).map((one) => one.slot)).toEqual([0, 1, 2, 3, 4, 5])
    expect(places(6, { columns: 2, rows: 3, down: true }).map((one) => one.slot)).toEqual([0, 3, 1, 4, 2, 5])
  })

  describe('has the largest cards that fit', () => {
    const auto = { table: 'auto', cards: 'auto' } as const
    /** The longest side that any number of columns and either turn allow, by plain trying. */
    function best(width: number, height: number, count: number): number {
      let most = 0
      for (let columns = 1; columns <= count; columns++) {
        const [wide, high] = [
          (width - 14 - 7 * (columns - 1)) / columns,
          (height - 14 - 7 * (Math.ceil(count / columns) - 1)) / Math.ceil(count / columns),
        ]
        most = Math.max(most, Math.min(wide, (high * 92) / 60), Math.min((wide * 92) / 60, high))
      }
      return Math.min(280, most)
    }
    const ROOMS = [
      [308, 230],
      [348, 240],
      [359, 330],
      [374, 430],
      [380, 210],
      [574, 400],
      [752, 640],
      [880, 460],
      [1000, 500],
      [300, 600],
    ] as const

    it.each(ROOMS)('in %i × %i', (width, height) => {
      for (const count of [9, 12, 15, 18])
        expect(size(arrange({ width, height }, count, count, auto))).toBeGreaterThan(
          best(width, height, count) * 0.94 - 2,
        )
    })

    it.each(ROOMS)('in %i × %i after it has grown, and stays as it was if it can', (width, height) => {
      const before = arrange({ width, height }, 12, 12, auto)
      const after = arrange({ width, height }, 12, 15, auto)
      expect(size(after)).toBeGreaterThan(best(width, height, 15) * 0.9 - 2)
      if (before.down === after.down && before.upright === after.upright) {
        const was = places(12, before).map((one) => one.slot)
        const now = places(15, after)
          .map((one) => one.slot)
          .filter((slot) => slot < 12)
        if (before.rows === after.rows && before.down) expect(now).toEqual(was)
      }
    })

    it('and no card jumps because words come above them, unless all would be much smaller', () => {
      const before = arrange({ width: 378, height: 400 }, 12, 12, auto)
      const words = { width: 378, height: 340 }
      const anew = arrange(words, 12, 12, auto)
      expect(anew.columns).not.toBe(before.columns)
      expect(steady(before, words, anew).columns).toBe(before.columns)
      const low = { width: 378, height: 150 }
      expect(steady(before, low, arrange(low, 12, 12, auto))).toEqual(arrange(low, 12, 12, auto))
    })

    it('as somebody has asked for', () => {
      expect(arrange({ width: 900, height: 300 }, 12, 12, { table: 'upright', cards: 'lying' })).toMatchObject({
        columns: 3,
        rows: 4,
        upright: false,
      })
      expect(arrange({ width: 300, height: 900 }, 12, 15, { table: 'lying', cards: 'upright' })).toMatchObject({
        columns: 5,
        rows: 3,
        upright: true,
      })
    })

    it('also with cards of one’s own below, all of one size', () => {
      for (const [width, height] of ROOMS) {
        const { beside, first, second } = paired({ width, height }, [6, 9], 14, auto)
        expect([first.columns * first.rows >= 6, second.columns * second.rows >= 9, first.card]).toEqual([
          true,
          true,
          second.card,
        ])
        const across = beside ? first.columns + second.columns : first.columns
        expect(across * first.card + 7 * (across - 1) + 14).toBeLessThanOrEqual(width)
        expect(size(first)).toBeGreaterThan(best(width - 14, height - 14, 15) * 0.85)
      }
    })

    it('and keeps room by threes', () => {
      expect([kept(12, 9), kept(12, 13), kept(15, 12), kept(15, 16), kept(12, 18)]).toEqual([12, 15, 15, 18, 18])
    })
  })

  it('tells of the last set while votes and the like come in', () => {
    const taken = event('set_taken', { cards: CARDS.slice(0, 3) })
    const view = { last: [event('noset')] } as unknown as Common
    expect(news(view, [past(1, 0, taken), past(2, 5, event('noset'))])).toEqual([taken])
  })

  it('counts the time of each set from the one before, in this deal', () => {
    const set = event('set_taken', { cards: CARDS.slice(0, 3) })
    const history = [
      past(1, 900, set),
      past(2, 4000, event('dealt')),
      past(3, 9000, set),
      past(4, 9500, event('noset')),
      past(5, 11_000, set),
    ]
    expect(found(history).map((one) => one.took)).toEqual([2000, 5000])
    expect(found(history.slice(0, 1)).map((one) => one.took)).toEqual([null])
    expect(found(history.slice(0, 1), 300).map((one) => one.took)).toEqual([600]) // the first of the first deal
  })

  it('says when time has laid a card, and not a player', () => {
    const rang: Past = {
      ...past(1, 0, event('card_played', { cards: ['1ROF'] })),
      move: { type: 'timeout', name: 'turn', seat: 0 },
    }
    expect(news({ last: rang.last } as unknown as Common, [rang])[0]?.what).toBe('card_laid')
    expect(news({ last: [event('card_played')] } as unknown as Common, [past(1, 0)])[0]?.what).toBe('card_played')
  })

  it('has one line for what belongs together', () => {
    const call = [event('call'), event('picked'), event('picked'), event('set_taken')].map((one, n) => past(n, n, one))
    expect(call.slice(1).map((one, at) => joins(call[at] as Past, one))).toEqual([true, true, true])
    expect(call.map(implied)).toEqual([true, true, true, false])
    const bets = [event('bet'), event('match'), event('table_card'), event('check')].map((one, n) => past(n, n, one))
    expect(bets.slice(1).map((one, at) => joins(bets[at] as Past, one))).toEqual([true, false, false])
    expect(joins(past(1, 0, event('set_taken')), past(2, 0, event('set_taken')))).toBe(false)
  })

  it('forgets what was undone', () => {
    expect(found([{ ...past(1, 0, event('set_taken')), undone: true }])).toEqual([])
  })
})

describe('figures after a game', () => {
  it('count sets and faults, by deal, and time each set from the one before or from the deal', () => {
    const set = (seat: number): Happened => event('set_taken', { seat, cards: CARDS.slice(0, 3) })
    const history = [
      past(1, 4000, set(0)),
      past(2, 5000, event('false_call', { seat: 1 })),
      past(3, 9000, set(1)),
      past(4, 20_000, event('dealt')),
      past(5, 22_000, set(1)),
    ]
    const [ann, bob] = statsOf(history, 2, 1000)
    expect(ann).toEqual({ sets: 1, faults: 0, average: 3000, fastest: 3000, deals: [1, 0] })
    expect(bob).toEqual({ sets: 2, faults: 1, average: 3500, fastest: 2000, deals: [1, 1] })
    expect(statsOf([{ ...past(1, 0, set(0)), undone: true }], 1, 0)[0]?.sets).toBe(0)
  })
})

describe('a team', () => {
  const cards = CARDS.slice(0, 3)
  const by = (what: string, seat: number): Happened => event(what, { seat, cards })

  it('sees who wanted a mark and who agreed, also when it was taken away in between', () => {
    expect(markedBy([past(1, 0, by('proposed', 1)), past(2, 5, by('marked', 0))], cards)).toEqual([1, 0])
    const again = [by('proposed', 1), by('marked', 0), by('unmarked', 0), by('proposed', 2), by('marked', 2)]
    expect(
      markedBy(
        again.map((one, n) => past(n, n, one)),
        cards.toReversed(),
      ),
    ).toEqual([2])
  })

  it('sees what every layout paid and every extra card cost', () => {
    const history = [
      past(1, 0, event('layout_scored', { number: 3 }), event('extra_card', { number: -1 })),
      past(2, 1, event('layout_scored', { number: 0 })),
    ]
    expect(ledger(history)).toEqual([3, -1, 0])
  })
})

describe('words', () => {
  const wrong = event('false_call', { cards: ['1ROF'], features: ['colour'] })

  it('have their cards where they stand in the sentence', () => {
    expect(parts(event('set_taken', { cards: ['1ROF'] }), ['Ann'], t)).toEqual([
      'Ann has a set: ',
      { cards: ['1ROF'], stop: '.' },
      '',
    ])
    // a line may break between cards and a word
    expect(parts(event('false_call', { cards: ['1ROF'] }), ['Ann'], t)).toEqual([
      'Ann: ',
      { cards: ['1ROF'], stop: '' },
      ' is not a set.',
    ])
  })

  it('tell cards that come one by one together', () => {
    const extra = (card: string): Happened => event('extra_card', { cards: [card], number: -1 })
    const said = tell(past(1, 0, event('none_found'), extra('1ROF'), extra('2ROF')), ['Ann'], t)
    expect(said).toBe('Ann: none. More: ●R ●●R, −2.')
    expect(tell(past(1, 0, extra('1ROF')), ['Ann'], t)).toBe('One more: ●R, −1.')
  })

  it('speak to whoever reads them', () => {
    expect(tell(past(1, 0, event('set_taken', { cards: ['1ROF'] })), ['You', 'Ann'], t)).toBe('You have a set: ●R.')
  })

  it('say why it was no set, with signs to read and with words to hear', () => {
    expect(tell(past(1, 0, wrong), ['Ann'], t)).toBe('Ann: ●R is not a set. Two alike and one not: colour.')
    expect(aloud(past(1, 0, wrong), ['Ann'], t)).toBe(
      'Ann: 1, red, oval, full is not a set. Two alike and one not: colour.',
    )
  })
})

describe('a picture of the rule book', () => {
  it('has its cards in groups, with what the book says of each, and the moves below', () => {
    const text = '# sets\nplayers: 2\ntable: 2ROF - 1ROF\n# only the shading\nhand P1: 2ROH 2ROE\n=> sets P1 1'
    const drawn = read(text)
    expect(drawn.title).toBe('sets')
    expect(drawn.groups).toEqual([
      { kind: 'table', whose: '', note: '', cards: ['2ROF', '', '1ROF'] },
      { kind: 'hand', whose: 'P1', note: 'only the shading', cards: ['2ROH', '2ROE'] },
    ])
    expect(drawn.facts).toEqual([['players', '2']])
  })

  it('may have no cards at all', () => {
    expect(read('players: 3\n=> deck-left 69')).toEqual({ title: '', groups: [], facts: [['players', '3']] })
  })

  it('lays a table in three rows', () => {
    expect([3, 6, 9, 12, 15, 21].map(across)).toEqual([3, 3, 3, 4, 5, 7])
  })
})

describe('pressing cards', () => {
  const choose = (kind: string): Choose => ({ kind, k: 3, cards: CARDS })
  const table = (offers: (Move | Choose)[], answer: Done | Refused = done) => {
    const sent: Move[] = []
    const play = (move: Move): Promise<Done | Refused> => (sent.push(move), Promise.resolve(answer))
    return { sent, selecting: new Selecting(() => ({ offers, picked: [], play })) }
  }

  it('claims with the third, where one claims directly', async () => {
    const { sent, selecting } = table([choose('claim')])
    for (const card of CARDS.slice(0, 3)) selecting.press(card)
    expect(sent).toEqual([{ type: 'claim', cards: CARDS.slice(0, 3) }])
    await vi.waitFor(() => expect(selecting.chosen).toEqual([]))
  })

  it('takes no press for an answer that was meant for something else', () => {
    const pressing = new Pressing()
    const meant = [
      ['scout', 5000],
      ['second', 5300], // somebody else was quicker, and the hand goes on
      ['second', 5600],
      ['second', 6500],
      ['second', 6600],
    ] as const
    expect(meant.map(([what, at]) => pressing.meant(what, at))).toEqual([true, false, false, true, true])
  })

  it('puts a card back that is pressed again', () => {
    const { sent, selecting } = table([choose('claim')])
    for (const card of ['1ROF', '2ROF', '1ROF']) selecting.press(card)
    expect([sent, selecting.chosen]).toEqual([[], ['2ROF']])
  })

  it('calls with the third, and shows all three once the table has heard the call', async () => {
    const { sent, selecting } = table([{ type: 'call' }])
    for (const card of CARDS.slice(0, 3)) selecting.press(card)
    await vi.waitFor(() => expect(sent.map((move) => move.type)).toEqual(['call', 'pick', 'pick', 'pick']))
  })

  it('shows no card twice, and keeps a card that is pressed twice in a hurry', async () => {
    const offers: (Move | Choose)[] = [{ type: 'call' }]
    const sent: Move[] = []
    const answers: (() => void)[] = []
    const play = (move: Move): Promise<Done> => (
      sent.push(move),
      new Promise((answer) => answers.push(() => answer(done)))
    )
    const selecting = new Selecting(() => ({ offers, picked: [], play }))
    for (const card of [...CARDS.slice(0, 3), '3ROF']) selecting.press(card)
    offers.splice(0, 1, choose('pick')) // the table tells of the call before it answers
    selecting.press('1GBE')
    for (const answer of answers) answer()
    await vi.waitFor(() => expect(sent).toHaveLength(5))
    expect(sent.map((move) => ('card' in move ? move.card : move.type))).toEqual(['call', '1GBE', ...CARDS.slice(0, 3)])
  })

  it('shows nothing when somebody else was first', async () => {
    const refused = { type: 'refused', code: 'locked', by: { seat: 1, n: 7 } } as unknown as Refused
    const { sent, selecting } = table([{ type: 'call' }], refused)
    for (const card of CARDS.slice(0, 3)) selecting.press(card)
    await vi.waitFor(() => expect(selecting.chosen).toEqual([]))
    expect(sent).toEqual([{ type: 'call' }])
  })
})

it('a refusal knows how long ago the one who was first was heard', async () => {
  vi.useFakeTimers()
  const refusing = new Refusing()
  refusing.hear([past(7, 0)])
  vi.advanceTimersByTime(240)
  await refusing.wrap(() => Promise.resolve({ type: 'refused', by: { seat: 1, n: 7 } } as unknown as Refused))({
    type: 'call',
  })
  expect(Math.round(refusing.later ?? 0)).toBe(240)
  vi.advanceTimersByTime(6000)
  expect(refusing.why).toBeNull()
  vi.useRealTimers()
})
