import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runQuietly } from './run-quietly.ts'
import { ROOT } from './root.ts'

const SOURCES = ['apps/web/**', 'packages/{domain,contract,texts,sites}/**', 'package-lock.json']
const STAMP = path.join(ROOT, 'apps', 'web', 'dist', '.stamp')

export interface WebBuildOptions {
  /** For a look at it on this machine: its files are a sixth larger on the line. */
  readonly quickly?: boolean
}

/**
 * Builds the web app unless it was built from exactly these sources, and compressed as well as is asked for. Returns whether it built; throws
 * with the builder's output when it cannot.
 */
export async function buildWebIfStale({ quickly = false }: WebBuildOptions = {}): Promise<boolean> {
  const built = fingerprintOf(SOURCES)
  const compressed = `${built} best`
  const stamp = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : ''
  if (stamp === compressed || (quickly && stamp === built)) return false
  rmSync(STAMP, { force: true })
  console.log('Building the web app …')
  if (stamp !== built) await run('build.ts')
  await run('compress-assets.ts', ...(quickly ? ['--quickly'] : []))
  writeFileSync(STAMP, quickly ? built : compressed)
  return true
}

async function run(script: string, ...args: readonly string[]): Promise<void> {
  const cwd = path.join(ROOT, 'apps', 'web')
  const complaint = await runQuietly(process.execPath, [script, ...args], { cwd })
  if (complaint !== undefined) throw new Error(`The web app could not be built:\n${complaint}`)
}

function fingerprintOf(patterns: readonly string[]): string {
  const hash = createHash('sha256')
  const exclude = (name: string): boolean => /(^|\/)(node_modules|dist)$/.test(name)
  for (const file of globSync(patterns, { cwd: ROOT, exclude }).toSorted()) {
    const full = path.join(ROOT, file)
    if (statSync(full).isFile()) hash.update(`${file}\0`).update(readFileSync(full)).update('\0')
  }
  return hash.digest('hex')
}
