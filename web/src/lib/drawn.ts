// The address of a drawn position: all of it stands behind the hash, which no server ever sees.

import { api, type House } from './api'
import type { PlayedSource } from './start'

export function editorLink(game: string, picture: string, options: House['options']): string {
  const given = new URLSearchParams({ picture })
  if (Object.keys(options).length) given.set('options', JSON.stringify(options))
  return `/editor/${game}#${given}`
}

/** What a link holds; nothing, if it is none of ours. */
export function linked(hash: string): { text: string; options: House['options'] } {
  const given = new URLSearchParams(hash.slice(1))
  try {
    return { text: given.get('picture') ?? '', options: JSON.parse(given.get('options') ?? '{}') as House['options'] }
  } catch {
    return { text: '', options: {} }
  }
}

/** A moment of a game that is over, to be drawn on. */
export async function momentLink(game: string, source: PlayedSource, at: number): Promise<string> {
  const record = 'record' in source ? source.record : await api.record(source.table)
  const { options } = JSON.parse(record.split('\n', 1)[0] ?? '{}') as { options?: House['options'] }
  const { picture } = await api.study({ game, record, at, whole: true })
  return editorLink(game, picture ?? '', options ?? {})
}
