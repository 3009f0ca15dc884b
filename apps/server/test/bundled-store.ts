import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { type Plugin, rolldown } from 'rolldown'

import { placeIn } from '../../../tools/check/moved-files.ts'
import { keyOf, ROOT, sourcesOf } from './kept-cluster.ts'

/**
 * The store in a few files, for tests that start it again and again: reading its two thousand takes more of a start than all that it then
 * does. Its sources themselves are started by the tests of the launcher, of production, of the processes and of the browser.
 */

/** A store that can be started, and the hook that controls it. */
export interface StoreProgram {
  readonly root: string
  readonly hook: string
  readonly main: string
}

const MAIN = path.join('apps', 'server', 'src', 'start', 'main.ts')
const HOOK = path.join('apps', 'server', 'test', 'crash', 'hook.ts')
const KEPT = path.join(ROOT, '.cache', 'bundled-store')
/** Of branches that are worked on in turn. */
const MOST_KEPT = 2

/** Packages that read files beside their own, or are no JavaScript: they stay where they are. */
const READ = /^(?:@node-rs\/|pino(?:\/|$)|thread-stream|pg-native|pdfkit|fontkit|subset-font)/

/** The sources of a checkout. */
export function sourcesAt(root: string): StoreProgram {
  return { root, hook: path.join(root, HOOK), main: path.join(root, placeIn(root, MAIN)) }
}

/** Makes the files, unless those of these sources are there. */
export async function bundleStore(): Promise<StoreProgram> {
  const { root, hook, main } = sourcesAt(ROOT)
  const made = [import.meta.filename, main, path.join(path.dirname(main), 'server.ts'), hook]
  const folder = path.join(KEPT, keyOf([...new Set(made.flatMap(sourcesOf))]))
  if (!existsSync(folder)) await bundle({ main, hook }, folder)
  return { root, hook: path.join(folder, 'hook.mjs'), main: path.join(folder, 'main.mjs') }
}

async function bundle(input: Record<string, string>, folder: string): Promise<void> {
  removeOldest()
  const aside = path.join(KEPT, `making-${process.pid}`)
  const made = await rolldown({
    cwd: ROOT,
    input,
    platform: 'node',
    external: isRead,
    plugins: [WHERE_IT_WAS],
    logLevel: 'silent',
  })
  await made.write({
    dir: aside,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  })
  await made.close()
  try {
    renameSync(aside, folder)
  } catch (error) {
    // Another run has made the same.
    if (!existsSync(folder)) throw error
    rmSync(aside, { recursive: true })
  }
}

/** Whether a module stays where it is. */
function isRead(id: string): boolean {
  return isBuiltin(id) || READ.test(id)
}

/** Files that the store reads are found from where its sources are. */
const WHERE_IT_WAS: Plugin = {
  name: 'where-it-was',
  transform: (code, id) => {
    if (!code.includes('import.meta.') || id.includes('node_modules') || !path.isAbsolute(id)) return null
    return code
      .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(id)))
      .replaceAll('import.meta.filename', JSON.stringify(id))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
  },
}

function removeOldest(): void {
  mkdirSync(KEPT, { recursive: true })
  const oldestFirst = readdirSync(KEPT)
    .map(name => ({ name, made: statSync(path.join(KEPT, name)).mtimeMs }))
    .toSorted((one, other) => one.made - other.made)
  for (const { name } of oldestFirst.slice(0, 1 - MOST_KEPT))
    rmSync(path.join(KEPT, name), { recursive: true, force: true })
}
