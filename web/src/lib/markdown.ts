// A rule book out of its Markdown: safe HTML, and the pictures apart so that they can be drawn.

import MarkdownIt, { type Token } from 'markdown-it'

export interface Html {
  readonly html: string
}
export interface Drawing {
  readonly game: string
  readonly text: string
  /** What comes of it is for the reader to find out first. */
  readonly exercise?: boolean
}
export interface Heading {
  readonly id: string
  readonly text: string
}
/** Below the title of a chapter: where it can lead to what is about it. */
export interface Place {
  readonly chapter: string
}
export type Part = Html | Drawing | Place
export interface Book {
  readonly parts: readonly Part[]
  /** Its chapters, for the contents. */
  readonly chapters: readonly Heading[]
}

/** How a book is read: with its notation, or in words alone. */
export interface Reading {
  /** A piece of code in words, as HTML; and the house rule it belongs to, given back for the next one. */
  code: (code: string, near: string) => { html: string; near: string }
  text: (text: string) => string
}

// No HTML of any kind comes through, but for `<a id="…"></a>`: places that links lead to.
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })

markdown.inline.ruler.before('html_inline', 'anchor', (state, silent) => {
  const found = /^<a id="([\w-]+)"><\/a>/.exec(state.src.slice(state.pos))
  if (!found) return false
  if (!silent) state.push('anchor', '', 0).content = found[1] ?? ''
  state.pos += found[0].length
  return true
})
markdown.renderer.rules.anchor = (tokens, at) => `<span class="anchor" id="${tokens[at]?.content ?? ''}"></span>`
markdown.renderer.rules.said = (tokens, at) => tokens[at]?.content ?? ''
markdown.renderer.rules.table_open = (tokens, at) =>
  `<div class="scroll" tabindex="0"><table class="list${ofOptions(tokens, at) ? ' options' : ''}">`
markdown.renderer.rules.table_close = () => '</table></div>'

/** Whether a table lists options: a name in code, its values, and what they mean. */
function ofOptions(tokens: readonly Token[], at: number): boolean {
  const cells = tokens.slice(
    at,
    tokens.findIndex((one, i) => i > at && one.type === 'table_close'),
  )
  const first = cells[cells.findIndex((one) => one.type === 'td_open') + 1]?.children ?? []
  return (
    cells.filter((one) => one.type === 'th_open').length === 3 &&
    first.length === 1 &&
    ['code_inline', 'said'].includes(first[0]?.type ?? '')
  )
}

const PLAIN = new Set(['', 'text', 'console', 'python', 'json'])
// What only those need who write pictures stands between two of these marks.
const NOTATION = /<!-- notation -->(.*?)<!-- \/notation -->/gs
// What stands above a picture whose answers are found first, and read then.
const EXERCISE = '<!-- exercise -->'
const BLOCKS = new Set(['tr_open', 'paragraph_open', 'list_item_open'])

/** The book in parts: HTML, picture, HTML, the place below a title …; with its notation, if nobody says how to read it without. */
export function readBook(source: string, reading?: Reading): Book {
  const env = {}
  let tokens = withoutContents(markdown.parse(source.replace(NOTATION, reading ? '' : '$1'), env))
  if (reading) spellOut((tokens = withoutSigns(tokens)), reading)
  const parts: Part[] = []
  let id = ''
  let pending: Token[] = []
  const flush = (): void => {
    const html = markdown.renderer.render(pending, markdown.options, env)
    if (html) parts.push({ html: html.replaceAll('<th></th>', '<td></td>') }) // a header without words is none
    pending = []
  }
  for (const token of tokens) {
    const game = token.info.trim()
    id = anchorIn(token) ?? id
    if (token.type === 'fence' && !PLAIN.has(game) && token.level === 0) {
      const exercise = pending.at(-2)?.content === EXERCISE
      if (exercise) pending.splice(-3)
      flush()
      parts.push({ game, text: token.content, ...(exercise ? { exercise } : {}) })
    } else {
      pending.push(token)
    }
    if (token.type === 'heading_close' && token.tag === 'h2' && id) {
      flush()
      parts.push({ chapter: id })
    }
  }
  flush()
  return { parts, chapters: chaptersOf(tokens) }
}

const anchorIn = (token: Token): string | undefined => token.children?.find((one) => one.type === 'anchor')?.content

/** The chapters: headings of the second level with the place before them. */
function chaptersOf(tokens: readonly Token[]): Heading[] {
  const found: Heading[] = []
  let id = ''
  tokens.forEach((token, at) => {
    id = anchorIn(token) ?? id
    const title = tokens[at + 1]?.children?.map((one) => one.content).join('') ?? ''
    if (token.type === 'heading_open' && token.tag === 'h2' && id) found.push({ id, text: title })
  })
  return found
}

/** A book without the list of its chapters: the page has contents of its own, always in reach. */
function withoutContents(tokens: Token[]): Token[] {
  const start = tokens.findIndex((one) => one.type === 'ordered_list_open' && one.level === 0)
  const chapter = tokens.findIndex((one) => one.type === 'heading_open' && one.tag === 'h2')
  if (start < 0 || chapter < start) return tokens
  const end = tokens.findIndex((one, at) => at > start && one.type === 'ordered_list_close' && one.level === 0)
  return [...tokens.slice(0, start), ...tokens.slice(end + 1)]
}

/** Tables without a last column of nothing but code: how the values of the others are written. */
function withoutSigns(tokens: readonly Token[]): Token[] {
  const dropped = new Set<Token>()
  tokens.forEach((token, at) => {
    if (token.type !== 'table_open') return
    const table = tokens.slice(
      at,
      tokens.findIndex((one, i) => i > at && one.type === 'table_close'),
    )
    const ends = table.flatMap((one, i) => (one.type === 'tr_close' ? [i] : [])) // before it: open, words, close of the last cell
    const last = ends.map((end) => table.slice(end - 3, end))
    if (
      last
        .slice(1)
        .every((cell) => cell[1]?.children?.every((one) => one.type === 'code_inline' || !one.content.trim()))
    ) {
      last.flat().forEach((one) => dropped.add(one))
    }
  })
  return tokens.filter((one) => !dropped.has(one))
}

/** Code and the names of players, in words. */
function spellOut(tokens: readonly Token[], reading: Reading): void {
  let near = ''
  let inRow = false
  for (const token of tokens) {
    if (token.type === 'tr_open' || token.type === 'tr_close') inRow = token.type === 'tr_open'
    if (BLOCKS.has(token.type) && (token.type === 'tr_open' || !inRow)) near = ''
    for (const part of token.children ?? []) {
      if (part.type === 'text') part.content = reading.text(part.content)
      if (part.type !== 'code_inline') continue
      const said = reading.code(part.content, near)
      part.type = 'said'
      part.content = said.html
      near = said.near
    }
  }
}
