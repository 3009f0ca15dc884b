import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runQuietly } from './run-quietly.ts'
import { ROOT } from './root.ts'

/** Browsers load these: those of visitors and of the gate, and that of the staff's console. */
const APPS = [
  {
    folder: 'apps/web',
    sources: ['apps/web/**', 'packages/{domain,contract,texts,sites}/**', 'package-lock.json'],
    assets: 'dist/client/assets',
  },
  {
    folder: 'apps/console',
    sources: ['apps/console/**', 'packages/{domain,contract}/**', 'package-lock.json'],
    assets: 'dist/assets',
  },
] as const

type App = (typeof APPS)[number]

export interface WebBuildOptions {
  /** For a look at it on this machine: its files are a sixth larger on the line. */
  readonly quickly?: boolean
}

/**
 * Builds each app unless it was built from exactly these sources, and compressed as well as is asked for. Returns whether it built any; throws
 * with the builder's output when it cannot.
 */
export async function buildWebIfStale({ quickly = false }: WebBuildOptions = {}): Promise<boolean> {
  let isBuilt = false
  for (const app of APPS) if (await buildIfStale(app, quickly)) isBuilt = true
  return isBuilt
}

async function buildIfStale(app: App, quickly: boolean): Promise<boolean> {
  const { folder, sources, assets } = app
  const stampFile = path.join(ROOT, folder, 'dist', '.stamp')
  const built = fingerprintOf(sources)
  const compressed = `${built} best`
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : ''
  if (stamp === compressed || (quickly && stamp === built)) return false
  rmSync(stampFile, { force: true })
  console.log(`Building ${folder} …`)
  if (stamp !== built) await run(app, 'build.ts')
  await run(app, '../web/compress-assets.ts', assets, ...(quickly ? ['--quickly'] : []))
  writeFileSync(stampFile, quickly ? built : compressed)
  return true
}

async function run({ folder }: App, script: string, ...args: readonly string[]): Promise<void> {
  const complaint = await runQuietly(process.execPath, [script, ...args], { cwd: path.join(ROOT, folder) })
  if (complaint !== undefined) throw new Error(`${folder} could not be built:\n${complaint}`)
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
