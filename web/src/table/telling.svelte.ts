// Moves of the past in words: those of the game's board, or plain ones.

import { SvelteMap } from 'svelte/reactivity'
import { boardOf } from '../boards'
import type { Advice, BoardModule, Findings, Review, Summary, Told } from '../boards/board'
import { plainTell } from '../boards/plain'
import { t, words } from '../lib/words.svelte'
import type { Moment, Move, Past } from '../wire'

class Tellers {
  private readonly known = new SvelteMap<string, BoardModule>()

  /** Learn how a game's board tells its moves. */
  async learn(game: string): Promise<void> {
    if (!this.known.has(game)) this.known.set(game, await boardOf(game))
  }

  tell(game: string, past: Past, names: readonly string[], how: 'tell' | 'aloud' = 'tell'): string {
    const name = past.seat === null ? '' : (names[past.seat] ?? '')
    const rang = past.move?.type === 'timeout'
    if (past.move && !rang) return t(`table_move.${past.move.type}`, { name })
    const board = this.known.get(game)
    const told = past.last || !rang ? (board?.[how] ?? board?.tell ?? plainTell)(past, names, words()) : ''
    return told || !rang ? told : t('table_move.timeout', { name })
  }

  /** Moves in lines: those that belong together stand in one, without what the others of the line say anyway. */
  lines(game: string, moves: readonly Past[], turns = false): { last: Past; told: readonly Past[] }[] {
    const { joins: own, implied, sameTurn } = this.known.get(game) ?? {}
    const joins = (turns ? sameTurn : undefined) ?? own
    const lines: Past[][] = []
    for (const past of moves) {
      const line = lines.at(-1)
      const before = line?.at(-1)
      if (line && before && before.undone === past.undone && joins?.(before, past)) line.push(past)
      else lines.push([past])
    }
    return lines.map((line) => {
      const told = line.filter((past) => !implied?.(past))
      return { last: line.at(-1) as Past, told: told.length ? told : line.slice(-1) }
    })
  }

  /** What could be done from a moment on, as the board says and shows it. */
  advise(game: string, line: readonly Move[], moment: Moment): Advice {
    return this.known.get(game)?.advise?.(line, moment, words()) ?? { words: '', spots: [] }
  }

  /** What a review has found, as the board tells it. */
  findings(game: string, review: Review, names: readonly string[]): Findings | null {
    return this.known.get(game)?.findings?.(review, names, words()) ?? null
  }

  /** What the board calls a result, if it has a word for it. */
  verdict(game: string, moment: Moment): string {
    return this.known.get(game)?.verdict?.(moment, words()) ?? ''
  }

  /** What the board has to tell of a whole game, if anything. */
  summary(game: string): Summary | undefined {
    return this.known.get(game)?.Summary
  }

  /** How the board draws what this move brought about, if it does. */
  drawn(game: string, past: Past): Told | undefined {
    const own = past.move && past.move.type !== 'timeout'
    return own || !past.last ? undefined : this.known.get(game)?.Told
  }
}

export const tellers = new Tellers()
