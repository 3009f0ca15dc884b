/**
 * How far a fault reaches. `broken`: no store starts with it. `unfinished`: production refuses it, since a visitor would read what is invented or
 * not there yet. `advice`: `sites check` alone says it, so that a store that runs goes on running.
 */
export type FaultWeight = 'broken' | 'unfinished' | 'advice'

/** One thing that is wrong with the folder of a site. */
export interface SiteFault {
  readonly siteKey: string
  /** In the folder of the site. */
  readonly file: string
  /** Empty where it is the file as a whole. */
  readonly field: string
  readonly rule: string
  readonly weight: FaultWeight
}

export function lineOf({ siteKey, file, field, rule }: SiteFault): string {
  return `${siteKey}/${file}${field === '' ? '' : ` ${field}`}: ${rule}`
}
