// The licences of everything that others have made and that the built app holds, in one file beside it.

import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const FILE = 'licences.txt'
const LINE = '-'.repeat(78)
/** The folder of the package that a file belongs to: the last node_modules of its path, and one name, or two with an @. */
const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/

export function packageOf(file: string): string | undefined {
  return PACKAGE.exec(file.replaceAll('\\', '/').replace(/^\0/, '').replace(/\?.*$/, ''))?.[0]
}

/** One package: its name, its version, and every word of its licence; one that says nothing stops the build. */
export function notice(folder: string): string {
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string
    version: string
    license: string
  }
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice|ofl)/i.test(name))
  if (!files.length) throw new Error(`${about.name} comes without a licence`)
  const words = files.map((name) => readFileSync(join(folder, name), 'utf8').trim())
  return [LINE, `${about.name} ${about.version} (${about.license})`, LINE, '', ...words, ''].join('\n')
}

export function gatherLicences(): Plugin {
  return {
    name: 'gather-licences',
    generateBundle(_, bundle) {
      const files = Object.values(bundle).flatMap((one) =>
        one.type === 'chunk'
          ? Object.keys(one.modules)
          : one.originalFileNames.map((name) => join(process.cwd(), name)),
      )
      const folders = [...new Set(files.map(packageOf))].filter((folder) => folder !== undefined && existsSync(folder))
      const notices = folders.map((folder) => notice(folder as string)).sort()
      const own = readFileSync('../LICENSE', 'utf8').trim()
      const first = `Septet\n\n${own}\n\nSeptet's pages hold fonts and code of others, under these licences:\n`
      this.emitFile({ type: 'asset', fileName: FILE, source: [first, ...notices].join('\n') })
    },
  }
}
