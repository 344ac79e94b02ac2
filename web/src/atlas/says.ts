// What an atlas says, in a few sentences; the rules in them are named as everywhere else.

import type { AtlasAbout } from '../lib/api'
import { chosen, optionName } from '../lib/houserules'
import { t } from '../lib/words.svelte'

type Named = readonly (readonly [option: string, value?: string | number | boolean])[]

/** Each sentence by its number, with the rules that it speaks of. */
const SENTENCES: Readonly<Record<string, readonly Named[]>> = {
  sep: [
    [],
    [['action_match', 'all_removed']],
    [['token_empty_centre', 'return_only']],
    [['combo_ace']],
    [['reserve_take', 'free']],
    [['tie_mode', 'draw']],
    [],
  ],
  sepmosa: [[['float_bonus', '11-12-13']], [], [], []],
}

export function says(atlas: AtlasAbout, family: string): string[] {
  return (SENTENCES[atlas.game] ?? []).map((rules, i) => {
    const said = rules.map(([option, value]) =>
      value === undefined ? optionName(family, option) : chosen(family, option, value),
    )
    return t(`web.atlas.says.${atlas.game}.${i + 1}`, { rule: said[0] ?? '' })
  })
}
