/**
 * Texts that each site has of its own, from its settings and not from the tables of this package: what the law asks it
 * to say, the questions of its form, and the entries of its lists. All six languages of them are rows of `texts`.
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
