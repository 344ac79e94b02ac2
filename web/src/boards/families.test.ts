import { describe, expect, it } from 'vitest'
import { learn, makeWords } from '../lib/format'
import { FAMILIES, familyNames, familyOf, FORMS, piecesOf } from './families'
import { offerText, plainTell } from './plain'
import { TELLER as sep } from './sep/picture'
import { TELLER as sepmosa } from './sepmosa/picture'
import { TELLER as setgame } from './setgame/picture'

learn(FORMS)
const WORDS = {
  'book.names': 'Anne Ben Cleo',
  'board.sep.court.J': 'V',
  'sep.phase.use': 'use a card',
  'sep.source.draw': 'the draw pile',
  'board.sepmosa.tile': '{colour} {value}',
  'board.sepmosa.colour.R': 'red',
  ...{ 'web.colour.R': 'red', 'web.shape.O': 'oval', 'web.shading.F': 'full' },
  ...{ 'web.move.place': 'Place', 'web.move.fill': 'Fill', 'web.move.noset': 'No set', 'web.move.claim': 'Set' },
  facts: '{card:card} on {slot:slot}: {phase:phase}; {tile:Tile} at {cell:cell}; {set:set}',
}
const t = makeWords('fr', WORDS)

describe('every family', () => {
  it('says who it is, in the order of the first page', () => {
    const names = FAMILIES.map((family) => family.name)
    expect(names.length).toBeGreaterThan(2)
    expect(new Set(FAMILIES.map((family) => family.place)).size).toBe(names.length)
    expect(familyNames([])).toEqual(names)
    const stranger = { name: 'tarot', family: 'tarot' } as Parameters<typeof familyNames>[0][number]
    expect(familyNames([stranger])).toEqual([...names, 'tarot'])
  })

  it('has games and forms that no other has', () => {
    const forms = FAMILIES.flatMap((family) => Object.keys(family.forms))
    expect(new Set(forms).size).toBe(forms.length)
    for (const family of FAMILIES) {
      for (const game of Object.keys(family.boards)) expect(familyOf(game)).toBe(family)
    }
    expect(familyOf('tarot')).toBeUndefined()
  })

  it('writes its facts as people do', () => {
    const facts = { card: 'JH', slot: 1, phase: 'use', tile: 'R7 R12', cell: 'd-1', set: '2ROF' }
    expect(t('facts', facts)).toBe('V♥ on b: use a card; Red 7, red 12 at d−1; 2, red, oval, full')
    expect(t('facts', { ...facts, card: 'R12' })).toContain('R12 on b')
  })

  it('knows its own pieces', () => {
    expect(piecesOf('TH')?.sign('TH', t)).toBe('10♥')
    expect(piecesOf('R12')?.words('R12', t)).toBe('red 12')
    expect(piecesOf('2ROF')?.sign('2ROF', t)).toBe('●●R')
    expect(piecesOf('??')).toBeUndefined()
  })

  it('has no names of worked positions in its books, and its pieces in words or to be drawn', () => {
    expect(sep.remark('W3: where 7H goes', t)).toEqual(['where 7♥ goes'])
    expect(sepmosa.remark('P04: what matches R8', t)).toEqual(['what matches red 8'])
    expect(setgame.remark('P1 needs 2ROF here', t)).toEqual(['Anne needs ', ['2ROF'], ' here'])
    expect(setgame.remark('', t)).toEqual([])
  })
})

describe('any move, in a game that has no board', () => {
  it('is said with what it names', () => {
    expect(offerText({ type: 'place', card: '7H', slot: 2 }, t)).toBe('Place 7♥ c')
    expect(offerText({ type: 'fill', source: 'draw' }, t)).toBe('Fill the draw pile')
    expect(offerText({ type: 'noset', on: false }, t)).toBe('No set ×')
    expect(offerText({ type: 'claim', cards: ['2ROF', '??'] }, t)).toBe('Set ●●R ▒')
  })

  it('is told with who made it', () => {
    const past = { n: 1, at: 0, seat: 0, last: { move: { type: 'fill', source: 'draw' } }, move: null, undone: false }
    expect(plainTell(past, ['Ann'], t)).toBe('Ann: Fill the draw pile')
    expect(plainTell({ ...past, last: null }, ['Ann'], t)).toBe('Ann')
  })
})
