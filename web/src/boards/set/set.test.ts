import { describe, expect, it, vi } from 'vitest'
import { makeWords } from '../../lib/format'
import type { Choose, Done, Move, Past, Refused } from '../../wire'
import { DIGITS, flowing, forBoard, placeOf, printed, printOf } from './keys'
import { found, ledger, markedBy, news, places, type Common, type Happened } from './model'
import { across, read } from './picture'
import { Refusing } from './refusing.svelte'
import { Selecting } from './selecting.svelte'
import { aloud, parts, tell } from './tell'

const event = (what: string, some: Partial<Happened> = {}): Happened => ({ what, seat: 0, cards: [], number: 0, features: [], ...some })
const past = (n: number, at: number, ...last: Happened[]): Past => ({ n, at, seat: 0, last, move: null, undone: false })
const done: Done = { type: 'done', id: '1', table: 't', n: 1 }
const CARDS = ['1ROF', '2ROF', '3ROF', '1GBE']
const t = makeWords('en', {
  'setgame.tell.set_taken': '{name} has a set: {cards}.',
  'setgame.tell.false_call': '{name}: {cards} is not a set.',
  'setgame.fails': 'Two alike and one not: {features}.',
  'setgame.feature.colour': 'colour',
  ...{ 'web.colour.R': 'red', 'web.shape.O': 'oval', 'web.shading.F': 'full' },
})

describe('keys', () => {
  it('lie under the fingers as the cards lie on the table', () => {
    expect(['Digit1', 'KeyQ', 'KeyS', 'KeyC'].map((code) => placeOf(code, false))).toEqual([0, 3, 7, 11])
    expect(['KeyQ', 'KeyA', 'KeyZ', 'KeyW'].map((code) => placeOf(code, true))).toEqual([0, 1, 2, 3])
    expect(placeOf('Space', true)).toBeNull()
  })

  it('give each of 21 places a key of its own', () => {
    for (const lying of [true, false]) {
      for (const print of ['qwerty', 'azerty', 'qwertz'] as const) {
        const all = Array.from({ length: 21 }, (_, place) => printed(place, lying, print))
        expect(new Set(all).size).toBe(21)
        expect(all).not.toContain('')
      }
    }
  })

  it('show what is printed on them', () => {
    const row = (print: 'qwerty' | 'azerty' | 'qwertz'): string => [0, 3, 9].map((place) => printed(place, false, print)).join('')
    expect([row('qwerty'), row('azerty'), row('qwertz')]).toEqual(['1QZ', '&AW', '1QY'])
  })

  it('follow a table that grows row by row, as far as the keyboard has rows', () => {
    expect(flowing(12, 5).map((code) => code.slice(-1)).join('')).toBe('QWERTASDFGZXCVB')
    expect(flowing(21, 3).slice(0, 12).map((code) => code.slice(-1)).join('')).toBe('QWERTYUIOPAS')
    expect(new Set(flowing(25, 8)).size).toBe(26)
  })

  it('are the digits for cards of your own', () => {
    const own = (print: 'qwerty' | 'azerty' | 'qwertz'): string => DIGITS.slice(0, 4).map((code) => printOf(code, print)).join('')
    expect([own('qwerty'), own('azerty'), own('qwertz')]).toEqual(['1234', '&é"\'', '1234'])
  })

  it('are left alone while somebody types or the browser is meant', () => {
    const key = (some: object): KeyboardEvent => ({ target: { closest: () => null }, ...some }) as unknown as KeyboardEvent
    expect(forBoard(key({}))).toBe(true)
    expect(forBoard(key({ ctrlKey: true }))).toBe(false)
    expect(forBoard(key({ target: { closest: () => ({}) } }))).toBe(false)
  })
})

describe('the table', () => {
  it('is read row by row, whichever way it lies', () => {
    expect(places(6, false).map((one) => one.slot)).toEqual([0, 1, 2, 3, 4, 5])
    expect(places(6, true).map((one) => one.slot)).toEqual([0, 3, 1, 4, 2, 5])
  })

  it('tells of the last set while votes and the like come in', () => {
    const taken = event('set_taken', { cards: CARDS.slice(0, 3) })
    const view = { last: [event('noset')] } as unknown as Common
    expect(news(view, [past(1, 0, taken), past(2, 5, event('noset'))])).toEqual([taken])
  })

  it('counts the time of each set from the one before, in this deal', () => {
    const set = event('set_taken', { cards: CARDS.slice(0, 3) })
    const history = [past(1, 900, set), past(2, 4000, event('dealt')), past(3, 9000, set), past(4, 9500, event('noset')), past(5, 11_000, set)]
    expect(found(history).map((one) => one.took)).toEqual([2000, 5000])
    expect(found(history.slice(0, 1)).map((one) => one.took)).toEqual([null])
    expect(found(history.slice(0, 1), 300).map((one) => one.took)).toEqual([600]) // the first of the first deal
  })

  it('forgets what was undone', () => {
    expect(found([{ ...past(1, 0, event('set_taken')), undone: true }])).toEqual([])
  })
})

describe('a team', () => {
  const cards = CARDS.slice(0, 3)
  const by = (what: string, seat: number): Happened => event(what, { seat, cards })

  it('sees who wanted a mark and who agreed, also when it was taken away in between', () => {
    expect(markedBy([past(1, 0, by('proposed', 1)), past(2, 5, by('marked', 0))], cards)).toEqual([1, 0])
    const again = [by('proposed', 1), by('marked', 0), by('unmarked', 0), by('proposed', 2), by('marked', 2)]
    expect(markedBy(again.map((one, n) => past(n, n, one)), cards.toReversed())).toEqual([2])
  })

  it('sees what every layout paid and every extra card cost', () => {
    const history = [past(1, 0, event('layout_scored', { number: 3 }), event('extra_card')), past(2, 1, event('layout_scored', { number: 0 }))]
    expect(ledger(history)).toEqual([3, -1, 0])
  })
})

describe('words', () => {
  const wrong = event('false_call', { cards: ['1ROF'], features: ['colour'] })

  it('have their cards where they stand in the sentence', () => {
    expect(parts(event('set_taken', { cards: ['1ROF'] }), ['Ann'], t)).toEqual(['Ann has a set: ', ['1ROF'], '\u2060.'])
  })

  it('say why it was no set, with signs to read and with words to hear', () => {
    expect(tell(past(1, 0, wrong), ['Ann'], t)).toBe('Ann: ●R is not a set. Two alike and one not: colour.')
    expect(aloud(past(1, 0, wrong), ['Ann'], t)).toBe('Ann: 1, red, oval, full is not a set. Two alike and one not: colour.')
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
    const play = (move: Move): Promise<Done> => (sent.push(move), new Promise((answer) => answers.push(() => answer(done))))
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
  await refusing.wrap(() => Promise.resolve({ type: 'refused', by: { seat: 1, n: 7 } } as unknown as Refused))({ type: 'call' })
  expect(Math.round(refusing.later ?? 0)).toBe(240)
  vi.advanceTimersByTime(6000)
  expect(refusing.why).toBeNull()
  vi.useRealTimers()
})
