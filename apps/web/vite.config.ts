import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

/**
 * The style sheet stands in the documents themselves, so that prices are visible after one request (design §7). It is
 * one sheet for all screens: one that came later would be read after the site's theme and undo it.
 */
const styleInDocuments: Plugin = {
  name: 'style-in-documents',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>/g, (link, file: string) => {
        const sheet = bundle[file]
        return sheet?.type === 'asset' ? `<style nonce="__NONCE__">${String(sheet.source)}</style>` : link
      }),
  },
}

/**
 * Two documents, because moving between the store and the tickets is a full load, and one module for
 * the server, which renders the first view with it. The server puts a fresh nonce where `__NONCE__` stands.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), styleInDocuments],
  html: { cspNonce: '__NONCE__' },
  // The server module carries its own React: built for production, whatever NODE_ENV the server runs with.
  ssr: { noExternal: true },
  build: isSsrBuild
    ? {}
    : {
        outDir: 'dist/client',
        manifest: true,
        cssCodeSplit: false,
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: { order: 'index.html', ticket: 'tickets/index.html' },
        },
      },
}))
