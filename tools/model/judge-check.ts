import { EVERY_RUN_ENDS } from './checks.ts'
import type { SearchReport, Trail } from './read-pan.ts'

/** The result of a check. */
export interface Finding {
  readonly report: SearchReport
  /** The trail of the error that was found, if one was. */
  readonly trail: Trail | undefined
}

export interface Verdict {
  readonly isAsExpected: boolean
  readonly expected: string
  readonly found: string
}

/** @param breaks the property that must break; undefined: none may, and every state must have been looked at. */
export function judgeCheck(breaks: string | undefined, finding: Finding): Verdict {
  const broken = brokenBy(finding)
  const isCutOff = broken === undefined && finding.report.isCutOff !== undefined
  return {
    isAsExpected: broken === breaks && !isCutOff,
    expected: breaks === undefined ? 'nothing breaks' : `breaks "${breaks}"`,
    found: isCutOff
      ? `not all states looked at: too little ${finding.report.isCutOff}`
      : broken === undefined
        ? 'nothing breaks'
        : `breaks "${broken}"`,
  }
}

function brokenBy({ report, trail }: Finding): string | undefined {
  if (report.errors === 0) return undefined
  if (report.hasCycle) return EVERY_RUN_ENDS
  return trail?.broken ?? 'a property without a name'
}
