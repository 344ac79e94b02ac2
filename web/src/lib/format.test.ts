import { describe, expect, it, vi } from 'vitest'
import { fill, formOf, learn, makeWords, playTime, pluralForm, tenths } from './format'

const en = makeWords('en', {
  plain: 'Hello, {name}.',
  'table.plain': 'Hello at the table, {name}.',
  placed: 'seat {seat:seat}, {n:signed}',
  braces: '{{not a field}} {x}',
  cards: ['{n} card', '{n} cards'],
  nested: 'No: {why:refusal}',
  'tarot.illegal.full': 'the pile of {n} is full',
  'illegal.stale': 'look again',
  loud: '{what:loud}!',
})

describe('words', () => {
  it('fills in the facts', () => {
    expect(en('plain', { name: 'Bo' })).toBe('Hello, Bo.')
    expect(en('braces', { x: 1 })).toBe('{not a field} 1')
  })

  it('writes seats and signs as people do', () => {
    expect(en('placed', { seat: 0, n: -2 })).toBe('seat 1, −2')
    expect(en('placed', { seat: 1, n: 0 })).toBe('seat 2, +0')
  })

  it('learns forms of facts that it does not know', () => {
    expect(() => en('loud', { what: 'set' })).toThrow('loud')
    learn({ loud: (value) => String(value).toUpperCase() })
    expect(en('loud', { what: 'set' })).toBe('SET!')
    expect(formOf('loud')?.('a', en)).toBe(fill('{x:loud}', { x: 'a' }, en))
  })

  it('says why, in the words of the family or in those that all share', () => {
    const full = { family: 'tarot', kind: 'illegal', code: 'full', facts: { n: 2 } }
    expect(en('nested', { why: full })).toBe('No: the pile of 2 is full')
    expect(en('nested', { why: { ...full, code: 'stale' } })).toBe('No: look again')
    expect(en.of('table', 'plain', { name: 'Bo' })).toBe('Hello at the table, Bo.')
  })

  it('chooses the plural form of the language', () => {
    expect([0, 1, 2].map((n) => en('cards', { n }))).toEqual(['0 cards', '1 card', '2 cards'])
    expect([0, 1, 2, 1_000_000].map((n) => pluralForm('fr', n))).toEqual([0, 0, 1, 1])
    expect(['en', 'fr', 'nl'].map((language) => [-1, -12].map((n) => pluralForm(language, n)))).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
    ])
  })

  it('keeps French signs with their words', () => {
    const fr = makeWords('fr', { sure: 'Vraiment ? « {x} » : oui !' })
    expect(fr('sure', { x: 'a ?' })).toBe('Vraiment\u00a0? «\u00a0a ?\u00a0»\u00a0: oui\u00a0!')
  })

  it('complains of an unknown key and shows it, instead of breaking the page', () => {
    const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(en('no.such.key')).toBe('no.such.key')
    expect(complain).toHaveBeenCalledOnce()
    complain.mockRestore()
  })
})

describe('seconds', () => {
  it('have a point in English and a comma elsewhere', () => {
    expect(['en', 'fr', 'nl'].map((language) => tenths(4_650, language))).toEqual(['4.7', '4,7', '4,7'])
  })
})

it('a time is told in minutes and seconds, with tenths once it stands', () => {
  expect([0, 9_940, 61_000, 600_050].map((ms) => playTime(ms, true, 'en'))).toEqual([
    '0:00.0',
    '0:09.9',
    '1:01.0',
    '10:00.0',
  ])
  expect(['fr', 'nl'].map((language) => playTime(72_345, true, language))).toEqual(['1:12,3', '1:12,3'])
  expect([0, 9_940, 61_900].map((ms) => playTime(ms, false, 'fr'))).toEqual(['0:00', '0:09', '1:01'])
})

it('a number below nothing has a minus, and no hyphen', () => {
  const t = makeWords('en', { 'x.points': '{n} points' })
  expect([t('x.points', { n: -1 }), t('x.points', { n: 3 })]).toEqual(['−1 points', '3 points'])
})
