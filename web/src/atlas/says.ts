// What an atlas says, in a few sentences; the rules in them are named as everywhere else.

import type { AtlasAbout } from '../lib/api'
import { chosen, optionName } from '../lib/houserules'
import { t } from '../lib/words.svelte'

export function says(atlas: AtlasAbout, family: string): string[] {
  return atlas.sentences.map((named, i) => {
    const rule = !named
      ? ''
      : named.value === null
        ? optionName(family, named.option)
        : chosen(family, named.option, named.value)
    return t(`web.atlas.says.${atlas.game}.${i + 1}`, { rule })
  })
}
