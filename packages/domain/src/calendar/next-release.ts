import { epochMsOf, jstIso } from '../jst-date.ts'

/** The facts that say when tickets are released next. */
export interface ReleaseFacts {
  /** The setting `Next_Release_At`, a date-time in +09:00; a text of any other form says nothing. */
  readonly setting: string | undefined
  /** When sales of products begin, in ms since 1970. */
  readonly saleStarts: readonly number[]
  readonly nowMs: number
}

/** When the next tickets are released, as a date-time in +09:00; null where nobody has said so. */
export function nextReleaseOf({ setting, saleStarts, nowMs }: ReleaseFacts): string | null {
  const coming = [...saleStarts, instantOf(setting)].filter(at => at > nowMs)
  return coming.length === 0 ? null : jstIso(Math.min(...coming))
}

/** NaN, which is after nothing, for a text that is not a date-time. */
function instantOf(setting: string | undefined): number {
  try {
    return setting === undefined ? Number.NaN : epochMsOf(setting)
  } catch {
    return Number.NaN
  }
}
