import type { Language } from '@kippu/domain/language'
import { browserMethodsOf, type Choice, type Localized, type Site } from '@kippu/sites/site'
import type { SiteTextKey } from '@kippu/texts/site-text-key'

import { transmissionOf } from './transmission.ts'

type Words = string | Localized | null

/** The texts of a site about itself in one language, by text key: a question that it does not ask has no row. */
export function siteTextsOf(site: Site, lang: Language): Record<string, string> {
  const { legal, issuer, signIn } = site
  const words: readonly (readonly [SiteTextKey, Words])[] = [
    ['site_seller', legal.seller],
    ['site_representative', legal.representative],
    ['site_address', legal.address],
    ['site_phone', legal.phone],
    ['site_phone_hours', legal.phoneHours],
    ['site_email', legal.email],
    ['site_registration_number', issuer.registrationNumber],
    ['site_cancellation', legal.cancellation],
    ['site_visit_conditions', legal.visitConditions],
    ['site_transmission', transmissionOf(browserMethodsOf(site), lang)],
    ['site_question1', signIn.question1?.question ?? null],
    ['site_question2', signIn.question2],
    ['site_question3', signIn.question3],
    ...labelsOf('site_question1_', signIn.question1?.answers ?? []),
    ...labelsOf('site_region_', signIn.regions),
  ]
  return Object.fromEntries(
    words.flatMap(([key, text]) =>
      text === null ? [] : [[key, typeof text === 'string' ? text : text[lang]]],
    ),
  )
}

function labelsOf(
  prefix: 'site_question1_' | 'site_region_',
  choices: readonly Choice[],
): (readonly [SiteTextKey, Localized])[] {
  return choices.map(({ value, label }) => [`${prefix}${value}`, label])
}
