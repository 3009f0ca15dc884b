import { build } from 'vite'

/**
 * Builds all that visitors and staff load, and the module with which the server draws the first view: two documents, the gate beside them, and
 * then the workers, which know the names of their files.
 */
const root = import.meta.dirname
const quiet = { root, logLevel: 'warn' } as const
const worker = { ...quiet, configFile: `${root}/vite.worker.config.ts` }

await Promise.all([
  build(quiet),
  build({ ...quiet, build: { ssr: 'src/app/render-first-view.tsx', outDir: 'dist/server' } }),
])
await build({ ...quiet, configFile: `${root}/vite.gate.config.ts` })
await Promise.all([build(worker), build({ ...worker, mode: 'gate' })])
