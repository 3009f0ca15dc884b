import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

/**
 * React Router's modules make components at their top level that nothing can drop: `forwardRef` is not known to be
 * pure, and `displayName` is written to the result. Saying so leaves out the forms, fetchers and data router that a
 * hash router never uses: 6 kB of the first route's budget (design §7).
 */
const leanReactRouter: Plugin = {
  name: 'lean-react-router',
  transform(code, id) {
    if (!id.includes('/react-router/dist/')) return null
    return code
      .replace(/= (React\$1\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1')
      .replace(/^\w+\.displayName = "[\w.]+";$/gm, '')
  },
}

/**
 * Two documents, because moving between the store and the tickets is a full load, and one module for
 * the server, which renders the first view with it. The server puts a fresh nonce where `__NONCE__` stands.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), leanReactRouter],
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
        rolldownOptions: { input: { order: 'index.html', ticket: 'tickets/index.html' } },
      },
}))
