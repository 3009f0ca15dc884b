import type { Language } from '@kippu/domain/language'
import { siteOf } from '@kippu/demo/demo-sites'

import { readHouses } from '../src/mail/houses.ts'
import type { Letter } from '../src/mail/letter/letter.ts'
import { sampleLetters as lettersOf } from '../src/mail/sample-letters.ts'
import type { SiteMailContext } from '../src/mail/templates/frame.ts'
import { siteTextsOf } from '../src/sites/seed/site-texts.ts'
import { mapOf } from '../src/sites/visiting/map-of.ts'
import { siteWords } from '../src/sites/words.ts'

const ORIGIN = 'https://tickets.example.com'

/** The site as its mails present it. */
export function sampleWriting(key: string, lang: Language): SiteMailContext {
  const site = siteOf(key)
  const house = readHouses({ all: [site], originOf: () => ORIGIN }).get(key)
  if (house === undefined) throw new Error(`there is no house ${key}`)
  const words = siteWords(new Map(Object.entries(siteTextsOf(site, lang))), lang)
  return {
    lang,
    words,
    site: site.name[lang],
    venueAddress: site.address[lang],
    mapUrl: mapOf(site, lang),
    house,
    contact: {
      email: words('site_email'),
      phone: words('site_phone'),
      phoneHours: words('site_phone_hours'),
      seller: words('site_seller'),
    },
  }
}

/** One mail of each kind of a demonstration site. */
export function sampleLetters(key: string, lang: Language): Readonly<Record<string, Letter>> {
  return lettersOf(sampleWriting(key, lang), siteOf(key))
}
