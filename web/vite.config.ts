import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { drawIcons } from './icons'
import { gatherLicences } from './licences'
import { drawSheet } from './sheet'

// `npm run dev` serves the pages and asks a running `septet serve` for everything else. Host stays as the browser sent it:
// the server takes only what comes from its own pages, and compares it with Origin.
const target = process.env.SEPTET_SERVER ?? 'http://127.0.0.1:7777'
const server = { target, changeOrigin: false }

export default defineConfig({
  plugins: [svelte(), drawIcons(), gatherLicences(), drawSheet()],
  build: {
    target: 'es2022',
    outDir: '../src/septet/static',
    emptyOutDir: true,
    assetsInlineLimit: 0, // nothing as data: so that the page needs no leave for it
    modulePreload: { polyfill: false },
    manifest: true,
  },
  server: {
    proxy: {
      '/api': server,
      '/i18n': server,
      '/ws': { ...server, ws: true },
    },
  },
})
