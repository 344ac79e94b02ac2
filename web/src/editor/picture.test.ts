import { expect, test } from 'vitest'
import { columns, grid, gridLines, pieces, read, stacks, stacksText, without, write } from './picture'

const ROWS = [...'abcdefg']

test('a picture is read line by line, without remarks, tries and fences', () => {
  const text = '```sep\ncircle: 4D - 2S.3S 6D TC 8S # six\n\nhand: 5D\nd 5D@b => +1\n```'
  expect(read(text, [])).toEqual([
    { key: 'circle', text: '4D - 2S.3S 6D TC 8S' },
    { key: 'hand', text: '5D' },
  ])
})

test('what is not understood stays as it is', () => {
  expect(write(read('hello there', []), [])).toBe('hello there')
})

test('a grid is read from its centre and written again', () => {
  const lines = read('c . R1\nd * R2~ K3\nrack: B4 B5', ROWS)
  const laid = grid(lines, ROWS)
  expect([...laid]).toEqual([
    ['c1', 'R1'],
    ['d1', 'R2'],
    ['d2', 'K3'],
  ])
  expect(columns(laid)).toEqual([0, 2])
  expect(write(gridLines(laid, ROWS), ROWS)).toBe('c . R1 .\nd * R2 K3')
})

test('a grid grows to the left of its centre', () => {
  expect(write(gridLines(new Map([['e-2', 'O9']]), ROWS), ROWS)).toBe('d . . *\ne O9 . .')
})

test('an empty grid is its centre', () => {
  expect(write(gridLines(new Map(), ROWS), ROWS)).toBe('d *')
})

test('stacks and rows', () => {
  expect(stacks('4D - 2S.3S', 4)).toEqual([['4D'], [], ['2S', '3S'], []])
  expect(stacksText([['4D'], [], ['2S', '3S']])).toBe('4D - 2S.3S')
  expect(pieces('-')).toEqual([])
  expect(pieces(' 5D  3C ')).toEqual(['5D', '3C'])
})

test('what is taken is gone, one by one', () => {
  expect(without(['R1', 'R1', 'R2'], ['R1', 'R3'])).toEqual(['R1', 'R2'])
})
