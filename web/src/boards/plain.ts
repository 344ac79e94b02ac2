// Words for any game's moves and pieces, for the plain board and for lists of moves.

import { cardText, type Facts, type Words } from '../lib/format'
import type { Choose, Move, Past, Why } from '../wire'

interface SetEvent {
  readonly what: string
  readonly seat: number | null
  readonly cards: readonly string[]
  readonly number: number
}

interface Last {
  readonly move: Move
  readonly why?: readonly Why[]
  readonly card?: string | null
  readonly lifted?: readonly string[]
  readonly taken?: readonly string[]
}

const SHAPES: Readonly<Record<string, string>> = {
  OF: '●',
  OH: '◍',
  OE: '○',
  BF: '▰',
  BH: '▨',
  BE: '▱',
  DF: '◆',
  DH: '◈',
  DE: '◇',
}

export const isSetCard = (code: string): boolean => /^[123][RGP][OBD][FHE]$/.test(code)

/** A card or a tile in a few signs. */
export function pieceText(code: string, t: Words): string {
  if (!isSetCard(code)) return code === '??' ? '▒' : cardText(code, t.language)
  return (SHAPES[code.slice(2)] ?? code).repeat(Number(code.charAt(0))) + code.charAt(1)
}

export const piecesText = (codes: readonly string[], t: Words): string =>
  codes.map((code) => pieceText(code, t)).join(' ')

/** A card of SET in words: "2, red, oval, striped". */
export function setCardWords(code: string, t: Words): string {
  const [number = '', colour = '', shape = '', shading = ''] = code
  return [number, t(`web.colour.${colour}`), t(`web.shape.${shape}`), t(`web.shading.${shading}`)].join(', ')
}

/** An offer as the label of a button. */
export function offerText(offer: Move | Choose, t: Words): string {
  if ('kind' in offer) return t(`web.move.${offer.kind}`)
  const rest = Object.entries(offer).filter(([name]) => name !== 'type')
  const parts = rest.map(([name, value]) => {
    if (name === 'slot') return 'abcdef'.charAt(Number(value))
    if (name === 'source') return t(`sep.source.${String(value)}`)
    if (name === 'on') return value ? '' : '×'
    return Array.isArray(value) ? piecesText(value as string[], t) : pieceText(String(value), t)
  })
  return [t(`web.move.${offer.type}`), ...parts].filter(Boolean).join(' ')
}

/** A move of the past on one line. */
export function plainTell(past: Past, names: readonly string[], t: Words): string {
  const name = (seat: number | null): string => (seat === null ? '' : (names[seat] ?? ''))
  if (Array.isArray(past.last)) {
    return (past.last as SetEvent[])
      .filter((one) => t.has(`setgame.tell.${one.what}`))
      .map((one) =>
        t(`setgame.tell.${one.what}`, { name: name(one.seat), cards: piecesText(one.cards, t), n: one.number }),
      )
      .join(' ')
  }
  const last = past.last as Last | null
  return last ? tellLast(last, name(past.seat), t) : name(past.seat)
}

function tellLast(last: Last, name: string, t: Words): string {
  const family = 'tile' in last.move ? 'sepmosa' : 'sep'
  const key = `${family}.tell.${last.move.type}`
  const told = t.has(key) ? t(key, { name, ...lastFacts(last, t) }) : `${name}: ${offerText(last.move, t)}`
  const paid = (last.why ?? []).map((why) => {
    const pieces = piecesText(why.cards, t)
    const reason = t(`${family}.why.${why.rule}`, { cards: pieces, tiles: pieces })
    return t(`${family}.tell.scores`, { n: why.points, points: why.points, why: reason })
  })
  return [told, ...paid].join(' ')
}

function lastFacts(last: Last, t: Words): Facts {
  const move = last.move as unknown as Record<string, unknown>
  const card = move.card ?? last.card
  const source = move.source ? t(`sep.source.${String(move.source)}`) : ''
  return {
    ...move,
    source,
    card: card && card !== '??' ? pieceText(String(card), t) : t('sep.tell.a_card'),
    tile: move.tile === '??' ? t('sepmosa.tell.a_tile') : move.tile,
    lifted: piecesText(last.lifted ?? [], t),
    taken: piecesText(last.taken ?? [], t),
  }
}
