import react from '@vitejs/plugin-react'

import { defineConfig } from 'vite'

/** The staff's console: files of its own, which no visitor loads. The sign-in loads what it needs, and the rest comes after it. */
export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
})
