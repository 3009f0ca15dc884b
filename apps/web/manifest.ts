import { readFileSync } from 'node:fs'
import path from 'node:path'

import * as v from 'valibot'

const manifestChunk = v.object({
  file: v.string(),
  name: v.optional(v.string()),
  imports: v.optional(v.array(v.string()), []),
  dynamicImports: v.optional(v.array(v.string()), []),
  css: v.optional(v.array(v.string()), []),
  assets: v.optional(v.array(v.string()), []),
})

type Chunk = v.InferOutput<typeof manifestChunk>

/** Vite's description of the files that it built. */
export interface Manifest {
  readonly keys: readonly string[]
  readonly chunkOf: (key: string) => Chunk
  /** A key and all its static imports: the files that the browser must have before the entry runs. */
  readonly reachableFrom: (key: string) => ReadonlySet<string>
  /** Every file that an entry loads, at once or later; its own comes first. */
  readonly filesOf: (entry: string) => readonly string[]
}

/** @param name of the manifest: a page that is built beside the others has its own. */
export function readManifest(client: string, name = 'manifest.json'): Manifest {
  const chunks = v.parse(
    v.record(v.string(), manifestChunk),
    JSON.parse(readFileSync(path.join(client, '.vite', name), 'utf8')),
  )
  const chunkOf = (key: string): Chunk => {
    const chunk = chunks[key]
    if (chunk === undefined) throw new Error(`the manifest names no ${key}`)
    return chunk
  }
  const reach = (key: string, next: (chunk: Chunk) => readonly string[], seen = new Set<string>()) => {
    if (seen.has(key)) return seen
    seen.add(key)
    for (const imported of next(chunkOf(key))) reach(imported, next, seen)
    return seen
  }
  return {
    keys: Object.keys(chunks),
    chunkOf,
    reachableFrom: key => reach(key, ({ imports }) => imports),
    filesOf: entry => {
      const keys = reach(entry, ({ imports, dynamicImports }) => [...imports, ...dynamicImports])
      // The document has the styles of its entry in itself.
      const inDocument = new Set([...reach(entry, ({ imports }) => imports)].flatMap(key => chunkOf(key).css))
      const files = [...keys].flatMap(key => [chunkOf(key).file, ...chunkOf(key).css, ...chunkOf(key).assets])
      return [...new Set(files)].filter(file => !inDocument.has(file))
    },
  }
}
