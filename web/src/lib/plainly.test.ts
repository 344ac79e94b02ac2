import { describe, expect, it } from 'vitest'
import { makeWords } from './format'
import { named, unsigned } from './plainly'

const NAMES = { 'book.names': 'Anne Ben Cleo' }
const en = makeWords('en', NAMES)
const fr = makeWords('fr', NAMES)

describe('the players of the examples', () => {
  it('have names', () => {
    expect(named('P1 and P2 share what P10 left', en)).toBe('Anne and Ben share what P10 left')
    expect(named('Anne (P1) begins', en)).toBe('Anne begins')
    expect(named('', en)).toBe('')
    expect(named('no player here', fr)).toBe('no player here')
  })

  it('are spoken of in French as one does', () => {
    expect(named('la main de P1, celle de P2, ce que P1 veut', fr)).toBe(
      'la main d’Anne, celle de Ben, ce qu’Anne veut',
    )
  })
})

it('a remark has no names of worked positions', () => {
  expect(unsigned('T-12: fifteen without a set; T-32: no vote')).toBe('fifteen without a set; no vote')
  expect(unsigned('T-1, T-2 : trois Sets')).toBe('trois Sets')
  expect(unsigned('P04: what matches R8')).toBe('what matches R8')
})
