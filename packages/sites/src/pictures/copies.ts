import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import type { Site } from '../site.ts'
import { readRaster } from '../venue/raster.ts'

/** `hero-1080.webp` is `hero.webp` at 1,080 pixels. */
const COPY = /^(.+)-(\d{3,4})(\.(?:webp|jpg|png))$/

/** The photograph that a file is a smaller copy of, and how wide the copy says it is. */
export function copyOf(file: string): { readonly of: string; readonly width: number } | undefined {
  const [, name, width, type] = COPY.exec(file) ?? []
  return name === undefined || type === undefined ? undefined : { of: `${name}${type}`, width: Number(width) }
}

/**
 * The photographs of a site that have copies, by their addresses, as `srcset` says them. Copies lie in the folder of their photograph: a house
 * that has a picture of its own is not shown with the copies of the site below it.
 */
export function pictureSets({ key, folders }: Pick<Site, 'key' | 'folders'>): Site['pictureSets'] {
  const sets: Record<string, string> = {}
  for (const folder of folders.toReversed()) {
    const files = readdirSync(folder)
    for (const file of files) {
      const address = `/sites/${key}/${file}`
      delete sets[address]
      const copies = files.filter(other => copyOf(other)?.of === file)
      if (copies.length === 0) continue
      sets[address] = [...copies, file]
        .map(name => ({ name, width: readRaster(readFileSync(path.join(folder, name)))?.width ?? 0 }))
        .toSorted((a, b) => a.width - b.width)
        .map(({ name, width }) => `/sites/${key}/${name} ${width}w`)
        .join(', ')
    }
  }
  return sets
}
