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
