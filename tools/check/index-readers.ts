import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { SERVER } from './floors.ts'

const MIGRATIONS = `${SERVER}/platform/db/migrations/*.sql`
/** An index beside the rules (which are unique): its name, table, columns (not those that it only carries), condition, and the file whose statement needs it. */
const INDEX =
  /^create index (?<name>\w+) on (?<table>\w+)(?: using \w+)? \((?<columns>.*?)\)(?:\s+include \([^)]*\))?(?:\s+where (?<condition>[^;]*))?;(?: -- for (?<reader>\S+))?$/gms
const LITERAL = /'[^']*'/g
const COLUMN = /[a-z_]+/g
/** Words of an index beside its columns, and the column that each table of a site has. */
const OTHERS = new Set('where is not null and or in text_pattern_ops site_key'.split(' '))

/**
 * Each index costs whatever is written to its table, so each names the file whose statement needs it, at its end: `-- for
 * orders/life/release-expired.ts`. Every index without one, and every one whose file does not speak of its table and its columns any more.
 */
export function findIdleIndexes(root: string): string[] {
  return globSync(MIGRATIONS, { cwd: root })
    .toSorted()
    .flatMap(file => Array.from(readFileSync(path.join(root, file), 'utf8').matchAll(INDEX)))
    .flatMap(({ groups = {} }) => {
      const { name = '', table = '', columns = '', condition = '', reader } = groups
      if (reader === undefined) return [`${name}: no statement is named that needs it (-- for …)`]
      const words = `${columns} ${condition}`.replaceAll(LITERAL, ' ').match(COLUMN) ?? []
      const missing = [table, ...words].filter(word => !OTHERS.has(word) && !wordsOf(root, reader).has(word))
      return missing.length === 0 ? [] : [`${name}: ${reader} does not speak of ${missing.join(', ')}`]
    })
}

function wordsOf(root: string, reader: string): ReadonlySet<string> {
  const file = path.join(root, SERVER, reader)
  return new Set(existsSync(file) ? readFileSync(file, 'utf8').match(/\w+/g) : [])
}
