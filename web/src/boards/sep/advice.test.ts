import { describe, expect, it } from 'vitest'
import type { Words } from '../../lib/format'
import type { Moment, Move } from '../../wire'
import { advise } from './advice'

const told = (key: string, facts: object = {}): string => `${key} ${JSON.stringify(facts)}`
const t = told as Words
const moment = (view: object): Moment => ({ view }) as Moment
const cards = moment({ reserve: ['2C', '5H'], empty: null })

describe('moves that could be made', () => {
  it('are said one after the other, and shown where they are about', () => {
    const line: Move[] = [{ type: 'take_reserve' }, { type: 'place', card: '5H', slot: 2 }]
    const { words, spots } = advise(line, cards, t)
    expect(words).toContain('sep.hint.move.take_reserve {"card":"5H"}')
    expect(words).toContain('sep.hint.move.place')
    expect(spots).toEqual(['reserve'])
    expect(advise(line.slice(1), cards, t).spots).toEqual(['card-5H', 'slot-2'])
  })

  it('know what lies on the reserve after the move before', () => {
    const line: Move[] = [{ type: 'take_reserve' }, { type: 'fill', source: 'reserve' }]
    expect(advise(line, cards, t).words).toContain('fill_reserve {"card":"2C"}')
    expect(advise([{ type: 'fill', source: 'draw' }], moment({ reserve: [], empty: 3 }), t)).toEqual({
      ...{ words: 'sep.hint.move.fill_draw {}', spots: ['slot-3', 'draw'] },
    })
    expect(advise([{ type: 'draw' }], cards, t).spots).toEqual(['draw'])
    expect(advise([{ type: 'action_turn' }], cards, t).spots).toEqual(['actions'])
    expect(advise([{ type: 'pass', card: '9S' }], cards, t).spots).toEqual(['card-9S'])
  })
})
