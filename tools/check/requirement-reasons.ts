import { readFileSync } from 'node:fs'
import path from 'node:path'

import * as v from 'valibot'

import { citedIds } from './requirement-rows.ts'

/**
 * - `open`: not part of the product yet; no test may cite the row.
 * - `open-in-part`: a part is built, and tests hold that part; the row itself is open.
 * - `decided-against`: the product does something else instead.
 * - `held-otherwise`: true of the product, and held by something other than a test that cites it.
 */
const kind = v.picklist(['open', 'open-in-part', 'decided-against', 'held-otherwise'])
export type ReasonKind = v.InferOutput<typeof kind>

const reasonsFile = v.array(
  v.strictObject({ rows: v.string(), kind, reason: v.pipe(v.string(), v.minLength(20)) }),
)

export interface Reason {
  readonly kind: ReasonKind
  readonly reason: string
}

export const REASONS_FILE = 'docs/requirements/reasons.json'

/** Why a row is not held by a test. Throws when two reasons name the same row. */
export function readReasons(root: string): Map<string, Reason> {
  const entries = v.parse(reasonsFile, JSON.parse(readFileSync(path.join(root, REASONS_FILE), 'utf8')))
  const reasons = new Map<string, Reason>()
  for (const { rows, ...reason } of entries) {
    for (const id of citedIds(rows)) {
      if (reasons.has(id)) throw new Error(`${REASONS_FILE} names ${id} twice`)
      reasons.set(id, reason)
    }
  }
  return reasons
}
