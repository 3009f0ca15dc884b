import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runQuietly } from './run-quietly.ts'
import { ROOT } from './root.ts'

const SOURCES = ['apps/web/**', 'packages/{domain,contract,texts,sites}/**', 'package-lock.json']
const STAMP = path.join(ROOT, 'apps', 'web', 'dist', '.stamp')

/**
 * Builds the web app unless it was built from exactly these sources. Returns whether it built; throws with the
 * builder's output when it cannot.
 */
export async function buildWebIfStale(): Promise<boolean> {
  const fingerprint = fingerprintOf(SOURCES)
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint) return false
  rmSync(STAMP, { force: true })
  console.log('Building the web app …')
  const npm = process.env['npm_execpath']
  const [command, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]]
  const complaint = await runQuietly(command, [...first, 'run', 'build', '-w', '@kippu/web'], { cwd: ROOT })
  if (complaint !== undefined) throw new Error(`The web app could not be built:\n${complaint}`)
  writeFileSync(STAMP, fingerprint)
  return true
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
