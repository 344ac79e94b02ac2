import { describe, expect, it, vi } from 'vitest'
import { cardText, makeWords, playTime, pluralForm, tenths } from './format'

const en = makeWords('en', {
  plain: 'Hello, {name}.',
  'table.plain': 'Hello at the table, {name}.',
  placed: '{card:card} on {slot:slot}, seat {seat:seat}, {n:signed}',
  braces: '{{not a field}} {x}',
  cards: ['{n} card', '{n} cards'],
  nested: 'No: {why:refusal}',
  'sep.illegal.full': 'the stack on {slot:slot} is full',
  'illegal.stale': 'look again',
  'sep.phase.use': 'use a card',
  phase: 'Now {p:phase}.',
})

describe('words', () => {
  it('fills in the facts', () => {
    expect(en('plain', { name: 'Bo' })).toBe('Hello, Bo.')
    expect(en('braces', { x: 1 })).toBe('{not a field} 1')
  })

  it('writes cards, slots, seats and signs as people do', () => {
    expect(en('placed', { card: 'TH', slot: 1, seat: 0, n: -2 })).toBe('10♥ on b, seat 1, −2')
    expect(en('placed', { card: '??', slot: 5, seat: 1, n: 0 })).toBe('?? on f, seat 2, +0')
    expect(en('phase', { p: 'use' })).toBe('Now use a card.')
  })

  it('says why, in the words of the family or in those that all share', () => {
    const full = { family: 'sep', kind: 'illegal', code: 'full', facts: { slot: 2 } }
    expect(en('nested', { why: full })).toBe('No: the stack on c is full')
    expect(en('nested', { why: { ...full, code: 'stale' } })).toBe('No: look again')
    expect(en.of('table', 'plain', { name: 'Bo' })).toBe('Hello at the table, Bo.')
  })

  it('chooses the plural form of the language', () => {
    expect([0, 1, 2].map((n) => en('cards', { n }))).toEqual(['0 cards', '1 card', '2 cards'])
    expect([0, 1, 2, 1_000_000].map((n) => pluralForm('fr', n))).toEqual([0, 0, 1, 1])
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

describe('cards', () => {
  it('have a valet that is a V in French, and a vrouw that is one in Dutch', () => {
    expect(['en', 'fr', 'nl'].map((language) => cardText('JH', language))).toEqual(['J♥', 'V♥', 'B♥'])
    expect(['en', 'fr', 'nl'].map((language) => cardText('QS', language))).toEqual(['Q♠', 'D♠', 'V♠'])
    expect(cardText('R12', 'en')).toBe('R12')
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
