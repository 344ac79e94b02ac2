import { describe, expect, it } from 'vitest'
import type { Words } from '../../lib/format'
import type { Moment, Move } from '../../wire'
import { advise } from './advice'

const told = (key: string, facts: object = {}): string => `${key} ${JSON.stringify(facts)}`
const t = told as Words
const moment = (view: object): Moment => ({ view }) as Moment

describe('moves that could be made', () => {
  it('name the tiles that they are about', () => {
    const table = moment({ mosaic: { 'd+1': 'R5', 'd+2': 'R6', 'd+3': 'R7' } })
    const say = (move: Move) => advise([move], table, t)
    expect(say({ type: 'place', tile: 'K4', cell: 'c0' }).spots).toEqual(['tile-K4', 'cell-c0'])
    expect(say({ type: 'remove', tile: 'R11', cell: 'd+1' }).words).toContain('"target":"R5"')
    expect(say({ type: 'shift', tile: 'R12', cell: 'd+1', to: 'c+1' }).spots).toContain('cell-c+1')
    const three = say({ type: 'remove_three', tile: 'R13', cell: 'd+1', line: 'h' })
    expect(three.words).toContain('"target":"R5 R6 R7"')
    expect(three.spots).toEqual(['tile-R13', 'cell-d+1', 'cell-d+2', 'cell-d+3'])
    expect(say({ type: 'set_aside', tile: 'K4' }).spots).toEqual(['tile-K4'])
    expect(advise([], table, t).words).toBe('')
  })
})
