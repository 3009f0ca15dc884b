import react from '@vitejs/plugin-react'

import { defineConfig } from 'vite'

import { dropWords } from './drop-words.ts'
import { startByLoader, styleInDocuments } from './vite.config.ts'

/**
 * The page of the staff's gate, with files of its own: what visitors load is grouped without it, and stays as it is (decision 55). It is built
 * beside their documents.
 */
export default defineConfig({
  plugins: [react(), dropWords, styleInDocuments, startByLoader],
  build: {
    outDir: 'dist/client',
    emptyOutDir: false,
    copyPublicDir: false,
    assetsDir: 'assets/gate',
    manifest: '.vite/gate-manifest.json',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { input: 'gate/index.html' },
  },
})
