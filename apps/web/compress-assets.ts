/**
 * Writes a `.br` and a `.gz` file beside each built script, style sheet and WebAssembly program, so that the server compresses none of them
 * for a visitor: `preCompressed` in `apps/server/src/pages/documents/routes.ts` sends them. The highest quality takes twice as long as the
 * whole build besides: `--quickly` is for a build on the machine where it is looked at.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const { values, positionals } = parseArgs({
  options: { quickly: { type: 'boolean' } },
  allowPositionals: true,
})
const [brotliQuality, gzipLevel] = values.quickly
  ? [4, constants.Z_BEST_SPEED]
  : [constants.BROTLI_MAX_QUALITY, constants.Z_BEST_COMPRESSION]

/** The folder that was built; another one may be named. */
const ASSETS = positionals[0] ?? path.join(import.meta.dirname, 'dist/client/assets')

/** Fonts and images have compression of their own. */
const COMPRESSIBLE = '**/*.{js,css,wasm}'

for (const name of globSync(COMPRESSIBLE, { cwd: ASSETS })) {
  const file = path.join(ASSETS, name)
  const bytes = readFileSync(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: gzipLevel }))
}
