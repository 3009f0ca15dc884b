/**
 * Writes a `.br` and a `.gz` file beside each built script, style sheet and WebAssembly program, at the highest quality, so that the server
 * compresses none of them for a visitor: `preCompressed` in `apps/server/src/pages/documents/routes.ts` sends them.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** The folder that was built; another one may be named. */
const ASSETS = process.argv[2] ?? path.join(import.meta.dirname, 'dist/client/assets')

/** Fonts and images have compression of their own. */
const COMPRESSIBLE = '**/*.{js,css,wasm}'

for (const name of globSync(COMPRESSIBLE, { cwd: ASSETS })) {
  const file = path.join(ASSETS, name)
  const bytes = readFileSync(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }))
}
