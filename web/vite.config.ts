import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// `npm run dev` serves the pages and asks a running `septet serve` for everything else.
const server = 'http://localhost:7777'

export default defineConfig({
  plugins: [svelte()],
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
      '/ws': { target: server, ws: true },
    },
  },
})
