import type { RefusalCode, Report } from './command.ts'

/** Nothing was done, and why. */
export function refusedReport(why: string, code: RefusalCode = 'refused'): Report {
  return { text: `Refused: ${why}.`, json: { refused: why }, refusal: code, isFailure: true }
}

/** The days of a product have no time span such as was asked for. */
export function noSuchTime(): Report {
  return refusedReport('there is no such time on these days', 'not_found')
}
