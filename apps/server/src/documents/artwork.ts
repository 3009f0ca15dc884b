import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import type { Site } from '@kippu/sites/site'

const FOLDER = path.join(import.meta.dirname, '../../../../packages/sites/src')
const TYPES: ReadonlyMap<string, string> = new Map([
  ['.svg', 'image/svg+xml; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
])

export interface Artwork {
  readonly type: string
  readonly body: Buffer
}

/** Drawings and themes of the sites by URL path: a path that is not in this map is not served. */
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
      return [[`/sites/${key}/${name}`, { type, body: await readFile(path.join(folder, key, name)) }]]
    }),
  )
  return files.flat()
}
