// The pieces of code in a rule book in words: house rules and their values by name, and places for cards that are drawn.

import type { Words } from './format'
import { chosen, optionName, optionValue } from './houserules'
import type { Option, Options } from './plainly'

const SIGNS_OF_HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS_OF_HTML[sign] ?? '')

/** Whether a house rule has this value, as a book writes it: switches are on and off. */
function has(option: Option, code: string): boolean {
  if (option.low !== null) return /^\d+$/.test(code)
  return option.values.some((one) => (typeof one === 'boolean' ? (one ? 'on' : 'off') : String(one)) === code)
}

/** What is drawn where a book has its code. */
interface Drawn {
  readonly code: RegExp
  readonly words: (code: string, t: Words) => string
}

/** A piece of code in a rule book as people read it, and the house rule that it named, to which later values belong. */
export function spell(
  code: string,
  near: string,
  options: Options,
  drawn: Drawn | undefined,
  t: Words,
): { html: string; near: string } {
  if (drawn?.code.test(code)) {
    const words = escape(drawn.words(code, t))
    return { html: `<span class="drawn" role="img" data-piece="${code}" aria-label="${words}"></span>`, near }
  }
  const [name = '', value] = code.split('=')
  const option = options.get(name)
  if (option) {
    const words = value === undefined ? optionName(option.family, name) : chosen(option.family, name, value)
    return { html: `<em class="option">${escape(words)}</em>`, near: name }
  }
  // A value belongs to the house rule named before it; else to the one that has it, if it is no mere number or switch.
  const other = /^(on|off|\d+)$/.test(code) ? [] : [...options.values()]
  const rule = [options.get(near), ...other].find((one) => one && has(one, code))
  if (rule) return { html: `<em class="option">${escape(optionValue(rule.family, rule.name, code))}</em>`, near }
  return { html: escape(code.replace(/(?<=[a-g])-(?=\d)/, '−')), near }
}
