import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import * as v from 'valibot'

import { citedIds, readRows } from './requirement-rows.ts'

const TESTS = ['{packages,apps,tools,e2e}/**/*.test.{ts,tsx}', 'apps/server/test/**/*.ts']

/** Why a row has no test of its own: read from `docs/requirements/met-otherwise.json`, ids or ranges to a sentence. */
const reasonsFile = v.record(v.string(), v.pipe(v.string(), v.minLength(20)))

export interface RowCoverage {
  readonly id: string
  readonly text: string
  /** Test files that cite the row, by path. */
  readonly tests: readonly string[]
  readonly reason: string | undefined
}

/** What holds each row of the requirements. Throws when a reason or a test cites a row that does not exist. */
export function readCoverage(root: string): RowCoverage[] {
  const rows = readRows(root)
  const known = new Set(rows.map(({ id }) => id))
  const tests = citations(root)
  const reasons = readReasons(root)
  const strangers = [...tests.keys(), ...reasons.keys()].filter(id => !known.has(id))
  if (strangers.length > 0) throw new Error(`no such requirement: ${[...new Set(strangers)].join(', ')}`)
  return rows.map(row => ({
    ...row,
    tests: [...(tests.get(row.id) ?? [])].toSorted(),
    reason: reasons.get(row.id),
  }))
}

/** Rows that nothing holds: neither a test nor a reason. */
export function uncovered(rows: readonly RowCoverage[]): RowCoverage[] {
  return rows.filter(({ tests, reason }) => tests.length === 0 && reason === undefined)
}

function citations(root: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const file of globSync(TESTS, { cwd: root, exclude: ['**/node_modules/**'] })) {
    if (path.basename(file).startsWith('requirement-')) continue
    for (const id of citedIds(readFileSync(path.join(root, file), 'utf8'))) {
      const files = found.get(id) ?? new Set()
      found.set(id, files.add(file))
    }
  }
  return found
}

function readReasons(root: string): Map<string, string> {
  const text = readFileSync(path.join(root, 'docs/requirements/met-otherwise.json'), 'utf8')
  const entries = Object.entries(v.parse(reasonsFile, JSON.parse(text)))
  return new Map(entries.flatMap(([ids, reason]) => citedIds(ids).map(id => [id, reason] as const)))
}
