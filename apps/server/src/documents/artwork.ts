import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import type { Site } from '@kippu/sites/site'

const FOLDER = path.join(import.meta.dirname, '../../../../packages/sites/src')
const TYPES: ReadonlyMap<string, string> = new Map([
  ['.svg', 'image/svg+xml; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.woff2', 'font/woff2'],
])

export interface Artwork {
  readonly type: string
  readonly body: Buffer
}

/** Drawings, themes and display faces of the sites by URL path: a path that is not in this map is not served. */
export async function loadArtwork(
  sites: readonly Site[],
  folder: string = FOLDER,
): Promise<ReadonlyMap<string, Artwork>> {
  const files = await Promise.all(sites.map(({ key }) => filesOf(folder, key)))
  return new Map(files.flat())
}

async function filesOf(folder: string, key: string): Promise<[string, Artwork][]> {
  const names = await readdir(path.join(folder, key))
  const files = await Promise.all(
    names.map(async (name): Promise<[string, Artwork][]> => {
      const type = TYPES.get(path.extname(name))
      if (type === undefined) return []
      const file = await readFile(path.join(folder, key, name))
      const body = name === 'theme.css' ? Buffer.from(forBothSchemes(file.toString('utf8'))) : file
      return [[`/sites/${key}/${name}`, { type, body }]]
    }),
  )
  return files.flat()
}

/**
 * A theme names the colours of both schemes side by side, `light-dark(a, b)`. Phones that are some years old don't know that function, so the
 * document says it in two blocks, as every browser understands.
 */
function forBothSchemes(theme: string): string {
  const pair = /light-dark\(([^,()]+), ([^,()]+)\)/g
  const dark = theme.split('\n').filter(line => line.includes('light-dark('))
  const light = theme.replaceAll(pair, '$1')
  if (dark.length === 0) return light
  return `${light}@media (prefers-color-scheme:dark){:root{${dark.join('').replaceAll(pair, '$2')}}}`
}
