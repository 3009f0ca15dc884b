import { LANGUAGES, type Language } from '@kippu/domain/language'
import { servedSite } from '@kippu/sites/house'
import * as v from 'valibot'

import type { Database } from '../platform/db/database.ts'
import type { SiteDirectory } from '../platform/http/sites.ts'
import { site } from '../platform/staff/inputs.ts'
import { staffVerb } from '../platform/staff/staff-verb.ts'
import { readHouseValues } from '../sites/house/house-values.ts'
import { mapOf } from '../sites/visiting/map-of.ts'
import { siteWords } from '../sites/words.ts'
import { compose } from './letter/compose.ts'
import type { House } from './letter/house.ts'
import { LETTER_KINDS, sampleLetters } from './sample-letters.ts'

interface LetterDeps {
  readonly db: Database
  readonly sites: SiteDirectory
}

interface AskedLetter {
  readonly siteKey: string
  readonly kind: string
  readonly lang: Language
  readonly house: House
}

/** The mails that staff may look at. */
export const letterKinds: readonly string[] = LETTER_KINDS

/** A mail as it will be with all drafts of the words, to a buyer who does not exist; undefined for an unknown kind. */
export const readLetter = staffVerb({
  name: 'words letter',
  permission: 'words:write',
  reach: 'site',
  input: v.object({
    ...site,
    kind: v.string(),
    lang: v.picklist(LANGUAGES),
    house: v.custom<House>(() => true),
  }),
  run: async ({ db, sites }: LetterDeps, { siteKey, kind, lang, house }: AskedLetter) => {
    const found = sites.find(siteKey)
    if (found === undefined) throw new Error(`there is no site ${siteKey}`)
    const [values, rows] = await db.read(async read => [
      await readHouseValues(read, siteKey),
      await read
        .selectFrom('texts')
        .select(['key', 'text', 'next_text'])
        .where('site_key', '=', siteKey)
        .where('lang', '=', lang)
        .execute(),
    ])
    const served = servedSite(found, values)
    const words = siteWords(new Map(rows.map(({ key, text, next_text: next }) => [key, next ?? text])), lang)
    const letter = sampleLetters(
      {
        lang,
        words,
        site: served.name[lang],
        venueAddress: served.address[lang],
        mapUrl: mapOf(served, lang),
        house,
        contact: {
          email: words('site_email'),
          phone: words('site_phone'),
          phoneHours: words('site_phone_hours'),
          seller: words('site_seller'),
        },
      },
      served,
    )[kind]
    return letter === undefined ? undefined : htmlOf(letter)
  },
})

/** The page of a mail by itself: its codes come with it. */
function htmlOf(letter: Parameters<typeof compose>[0]): string {
  const { html, pictures } = compose(letter)
  return pictures.reduce(
    (page, { id, bytes }) =>
      page.replaceAll(`cid:${id}`, `data:image/png;base64,${bytes.toString('base64')}`),
    html,
  )
}
