import { createHash } from 'node:crypto'
import {
  chmodSync,
  constants,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** A PostgreSQL with the templates of the tests, kept from run to run for as long as nothing that it is made from changes. */

export const ROOT = path.join(import.meta.dirname, '..', '..', '..')
const KEPT = path.join(ROOT, '.cache', 'test-databases')
/** Of branches that are worked on in turn. */
const MOST_KEPT = 2

const IMPORTS = /\b(?:from |import\()'(\.[^']+|@kippu\/[^']+)'/g

/** Everything that a template is made from: what fills it, with all that that imports; the schema; the packages. */
export function sourcesOf(entry: string): readonly string[] {
  const found = new Set<string>()
  const follow = (file: string): void => {
    if (found.has(file)) return
    found.add(file)
    const { resolve } = createRequire(file)
    for (const [, imported] of readFileSync(file, 'utf8').matchAll(IMPORTS))
      if (imported) follow(resolve(imported))
  }
  follow(entry)
  const schema = globSync('apps/server/src/platform/db/migrations/*', { cwd: ROOT }).map(name =>
    path.join(ROOT, name),
  )
  const demo = globSync(['demo/sheets/*', 'demo/sites/*/*.json'], { cwd: ROOT })
  return [
    ...found,
    ...schema,
    ...[...demo, 'package-lock.json'].map(name => path.join(ROOT, name)),
  ].toSorted()
}

/** Names the contents of files; another byte, or another file, is another name. */
export function keyOf(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) {
    const content = readFileSync(file)
    hash.update(`${path.relative(ROOT, file)} ${content.length}\n`).update(content)
  }
  return hash.digest('hex').slice(0, 32)
}

/** Copies what is kept under a key into a folder. False: nothing is. */
export function takeKept(key: string, folder: string): boolean {
  const kept = path.join(KEPT, key)
  if (!existsSync(kept)) return false
  cpSync(kept, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
  // A copied folder is open to all, and PostgreSQL starts in none such.
  for (const name of readdirSync(folder)) chmodSync(path.join(folder, name), 0o700)
  return true
}

/** Keeps a folder whose PostgreSQL has stopped; of two runs that keep the same at once one does. */
export function keep(key: string, folder: string): void {
  const aside = path.join(KEPT, `making-${process.pid}`)
  mkdirSync(KEPT, { recursive: true })
  try {
    cpSync(folder, aside, { recursive: true, mode: constants.COPYFILE_FICLONE })
    renameSync(aside, path.join(KEPT, key))
  } catch (error) {
    if (!existsSync(path.join(KEPT, key))) throw error
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
  const oldestFirst = readdirSync(KEPT)
    .map(name => ({ name, made: statSync(path.join(KEPT, name)).mtimeMs }))
    .toSorted((one, other) => one.made - other.made)
  for (const { name } of oldestFirst.slice(0, -MOST_KEPT))
    rmSync(path.join(KEPT, name), { recursive: true, force: true })
}
