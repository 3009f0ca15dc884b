import type { ErrorCode } from '@kippu/contract/errors'

import { findAnsweredCodes } from './answered-codes.ts'
import { ERROR_ROWS } from './error-rows.ts'
import { type Citation, findCitations } from './requirement-citations.ts'
import { type Reason, type ReasonKind, readReasons, REASONS_FILE } from './requirement-reasons.ts'
import { readRows, type RequirementRow } from './requirement-rows.ts'

export interface RowCoverage extends RequirementRow {
  readonly state: 'held' | ReasonKind | 'unexplained'
  /** Test files that cite the row and reach what it asks for, by path. */
  readonly tests: readonly string[]
  readonly reason: string | undefined
}

export interface Evidence {
  readonly rows: readonly RequirementRow[]
  readonly citations: readonly Citation[]
  readonly reasons: ReadonlyMap<string, Reason>
  readonly answered: ReadonlySet<ErrorCode>
}

const CODES = new Map<string, ErrorCode>(Object.entries(ERROR_ROWS))

/** The evidence under `root` of what the product does, for each row. */
export function readEvidence(root: string): Evidence {
  return {
    rows: readRows(root),
    citations: findCitations(root),
    reasons: readReasons(root),
    answered: findAnsweredCodes(root),
  }
}

/**
 * The tests that hold each row of the requirements. A row that a reason names is what the reason says, whatever cites
 * it.
 */
export function coverageOf({ rows, citations, reasons, answered }: Evidence): RowCoverage[] {
  const byRow = Map.groupBy(
    citations.filter(({ holds }) => holds),
    ({ id }) => id,
  )
  return rows.map(row => {
    const tests = (byRow.get(row.id) ?? []).map(({ file }) => file).toSorted()
    const reason = unanswered(row.id, answered) ?? reasons.get(row.id)
    const state = reason?.kind ?? (tests.length > 0 ? 'held' : 'unexplained')
    return { ...row, state, tests, reason: reason?.reason }
  })
}

/** The faults of the evidence, one line each. */
export function coverageFaults(evidence: Evidence): string[] {
  const known = new Set(evidence.rows.map(({ id }) => id))
  const cited = [...evidence.citations.map(({ id }) => id), ...evidence.reasons.keys()]
  const strangers = new Set(cited.filter(id => !known.has(id)))
  return [
    ...Array.from(strangers, id => `${id} is cited, and is not a row of docs/requirements/rows.md`),
    ...coverageOf(evidence).flatMap(faultOf),
  ]
}

function faultOf({ id, text, state, tests, reason }: RowCoverage): string[] {
  const files = tests.join(', ')
  switch (state) {
    case 'unexplained':
      return [`${id} is held by no test, and ${REASONS_FILE} gives no reason: ${text}`]
    case 'open':
    case 'decided-against':
    case 'held-otherwise':
      return tests.length === 0 ? [] : [`${id} is ${state} (${reason}), and yet cited by ${files}`]
    case 'open-in-part':
      return tests.length > 0 ? [] : [`${id} is ${state}, and no test cites the part that is built`]
    case 'held':
      return []
  }
}

function unanswered(id: string, answered: ReadonlySet<ErrorCode>): Reason | undefined {
  const code = CODES.get(id)
  if (code === undefined || answered.has(code)) return undefined
  return { kind: 'open', reason: `No call answers with \`${code}\` yet.` }
}
