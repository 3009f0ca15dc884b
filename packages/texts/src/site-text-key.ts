/**
 * Texts that belong to a single site and come from its settings, not from the tables of this package: the statements
 * that the law requires, the questions of its form, and the entries of its lists. Each is a row of `texts` in all six
 * languages.
 */
export type SiteTextKey =
  | 'site_seller'
  | 'site_representative'
  | 'site_address'
  | 'site_phone'
  | 'site_phone_hours'
  | 'site_email'
  | 'site_registration_number'
  | 'site_cancellation'
  | 'site_visit_conditions'
  | 'site_transmission'
  | 'site_question1'
  | 'site_question2'
  | 'site_question3'
  | `site_question1_${string}`
  | `site_region_${string}`
  | CalendarColorKey

/** The name of a colour of the calendar, such as `site_calendar_color_d98a1f`. */
export type CalendarColorKey = `site_calendar_color_${string}`

/** @param code such as `#d98a1f`, as the calendar has it. */
export function colorTextKey(code: string): CalendarColorKey {
  return `site_calendar_color_${code.slice(1).toLowerCase()}`
}
