import { addMonths, firstOfMonth, type IsoDate, lastOfMonth, type YearMonth } from '@kippu/domain/jst-date'

const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/

/** Whether a text is a month: `2026-11`. */
export function isMonth(text: string): boolean {
  return MONTH.test(text)
}

export function daysOfMonth(month: string): { readonly from: IsoDate; readonly to: IsoDate } {
  const civil = civilOfMonth(month)
  return { from: firstOfMonth(civil), to: lastOfMonth(civil) }
}

export function nextMonth(month: string): string {
  return firstOfMonth(addMonths(civilOfMonth(month), 1)).slice(0, 7)
}

/** @throws for a text that is not a month. */
function civilOfMonth(month: string): YearMonth {
  const [, year, number] = MONTH.exec(month) ?? []
  if (year === undefined) throw new RangeError(`not a month: ${month}`)
  return { year: Number(year), month: Number(number) }
}
