import { addDays, epochMsOf, type IsoDate, jstDateOf, jstIso, timeOf } from './jst-date.ts'

/** Days between the mail that reminds of a visit and the visit's first day. */
const DAYS_BEFORE = 2
/** These mails go out from the first hour on until the last one begins, in Japan: nobody's telephone rings at night. */
const HOURS = { from: '10:00', until: '20:00' } as const

/** Which visits are reminded of now. */
export interface RemindedVisits {
  /** The first day of the visit. */
  readonly day: IsoDate
  /** In ms since 1970. What was bought or moved at that moment or later is not reminded of: its own mail has just said it. */
  readonly boughtBeforeMs: number
}

/** The visits that are reminded of at a moment; null in the evening and at night. */
export function remindedVisitsAt(nowMs: number): RemindedVisits | null {
  if (!isByDay(nowMs)) return null
  const today = jstDateOf(nowMs)
  return {
    day: addDays(today, DAYS_BEFORE),
    boughtBeforeMs: epochMsOf(`${today}T${HOURS.from}:00+09:00`),
  }
}

/** The day whose visitors are thanked at a moment: yesterday; null in the evening and at night. */
export function thankedDayAt(nowMs: number): IsoDate | null {
  return isByDay(nowMs) ? addDays(jstDateOf(nowMs), -1) : null
}

function isByDay(nowMs: number): boolean {
  const time = timeOf(jstIso(nowMs))
  return time >= HOURS.from && time < HOURS.until
}
