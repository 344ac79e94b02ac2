// The sheet of symbols: every face of cards and tiles, the colours of the boards and the outlines of the letters, in one file
// beside the built app. `septet.images` puts pictures of positions together from it, so that there is one source of art.

import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import opentype from 'opentype.js'
import { runnerImport, type Plugin } from 'vite'

const FILE = 'sheet.json'
/** The fonts of the page, at the one weight that pictures need. */
const FONTS = {
  numerals: '@fontsource/bitter/files/bitter-latin-700-normal.woff',
  read: '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-500-normal.woff',
}
/** As in fonts.css: a zero that is crossed out reads like a mistake. */
const LEFT_OUT: Record<string, string> = { read: '0' }
const LATIN = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x2013, 0x2014],
  [0x2018, 0x201d],
  [0x2026, 0x2026],
  [0x2212, 0x2212],
] as const
const EM = 1000

/** A letter: how far it reaches, and its outline, for a size of 1000. */
type Letters = Record<string, readonly [number, string]>

export function letters(file: string, without = ''): Letters {
  const data = readFileSync(file)
  const font = opentype.parse(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength))
  const scale = EM / font.unitsPerEm
  const found: Letters = {}
  for (const [first, last] of LATIN)
    for (let code = first; code <= last; code++) {
      const letter = String.fromCodePoint(code)
      const glyph = font.charToGlyph(letter)
      if (glyph.index !== 0 && !without.includes(letter))
        found[letter] = [Math.round((glyph.advanceWidth ?? 0) * scale), glyph.getPath(0, 0, EM).toPathData(0)]
    }
  return found
}

/** The colours of the boards by day and by night; what is no colour is left out. */
export function colours(css: string): Record<'light' | 'dark', Record<string, string>> {
  const found = { light: {} as Record<string, string>, dark: {} as Record<string, string> }
  const root = /:root \{(.*?)\n\}/s.exec(css)?.[1] ?? ''
  for (const [, name = '', light = '', dark = ''] of root.matchAll(
    /--([\w-]+): (?:light-dark\()?(#\w+)(?:, (#\w+)\))?;/g,
  )) {
    found.light[name] = light
    found.dark[name] = dark || light
  }
  return found
}

const NOTHING = '\0nothing'
const NO_STYLES: Plugin = {
  name: 'no-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? NOTHING : null),
  load: (id) => (id === NOTHING ? '' : null),
}

interface Family {
  readonly faces: () => Record<string, string>
  /** What else a picture of it has to know: where things stand, which inks there are. */
  readonly layout?: object
}

async function family(folder: string): Promise<Family> {
  const found = await runnerImport<Family>(`./src/boards/${folder}/faces.ts`, {
    configFile: false,
    plugins: [NO_STYLES, svelte({ configFile: false, emitCss: false })],
  })
  return found.module
}

export function drawSheet(): Plugin {
  return {
    name: 'septet-sheet',
    async generateBundle() {
      const folders = readdirSync('src/boards').filter((name) => existsSync(`src/boards/${name}/faces.ts`))
      const families = await Promise.all(folders.map(async (name) => [name, await family(name)] as const))
      const sheet = {
        faces: Object.fromEntries(families.map(([name, { faces }]) => [name, faces()])),
        layouts: Object.fromEntries(families.map(([name, { layout }]) => [name, layout ?? {}])),
        colours: colours(readFileSync('src/boards/faces.css', 'utf8')),
        letters: Object.fromEntries(
          Object.entries(FONTS).map(([name, file]) => [name, letters(`node_modules/${file}`, LEFT_OUT[name])]),
        ),
      }
      this.emitFile({ type: 'asset', fileName: FILE, source: JSON.stringify(sheet) })
    },
  }
}
