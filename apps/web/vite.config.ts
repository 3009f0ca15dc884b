import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * Two documents, because moving between the store and the tickets is a full load, and one module for
 * the server, which renders the first view with it. The server puts a fresh nonce where `__NONCE__` stands.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  html: { cspNonce: '__NONCE__' },
  // The server module carries its own React: built for production, whatever NODE_ENV the server runs with.
  ssr: { noExternal: true },
  build: isSsrBuild
    ? {}
    : {
        outDir: 'dist/client',
        manifest: true,
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: { order: 'index.html', ticket: 'tickets/index.html' },
        },
      },
}))
