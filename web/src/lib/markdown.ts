// A rule book out of its Markdown: safe HTML, and the pictures apart so that they can be drawn.

import MarkdownIt, { type Token } from 'markdown-it'

export interface Html {
  readonly html: string
}
export interface Drawing {
  readonly game: string
  readonly text: string
}
export interface Heading {
  readonly id: string
  readonly text: string
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
markdown.renderer.rules.table_open = (tokens, at) => `<div class="scroll" tabindex="0"><table class="list${ofOptions(tokens, at) ? ' options' : ''}">`
markdown.renderer.rules.table_close = () => '</table></div>'

/** Whether a table lists options: a name in code, its values, and what they mean. */
function ofOptions(tokens: readonly Token[], at: number): boolean {
  const cells = tokens.slice(at, tokens.findIndex((one, i) => i > at && one.type === 'table_close'))
  const first = cells[cells.findIndex((one) => one.type === 'td_open') + 1]?.children ?? []
  return cells.filter((one) => one.type === 'th_open').length === 3 && first.length === 1 && first[0]?.type === 'code_inline'
}

const PLAIN = new Set(['', 'text', 'console', 'python', 'json'])

/** The book in parts: HTML, picture, HTML, picture … */
export function readBook(source: string): (Html | Drawing)[] {
  const parts: (Html | Drawing)[] = []
  let pending: ReturnType<typeof markdown.parse> = []
  const env = {}
  const flush = (): void => {
    const html = markdown.renderer.render(pending, markdown.options, env)
    if (html) parts.push({ html: html.replaceAll('<th></th>', '<td></td>') }) // a header without words is none
    pending = []
  }
  for (const token of markdown.parse(source, env)) {
    const game = token.info.trim()
    if (token.type === 'fence' && !PLAIN.has(game) && token.level === 0) {
      flush()
      parts.push({ game, text: token.content })
    } else {
      pending.push(token)
    }
  }
  flush()
  return parts
}
