import type { Answer } from '@kippu/contract/call'
import type { getCalendarColors, getFieldTemplates, getLangs } from '@kippu/contract/site-content'
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '@kippu/domain/language'
import { servedSite } from '@kippu/sites/house'
import type { Site } from '@kippu/sites/site'

import { WHILE_AWAY } from '../../platform/db/while-away.ts'
import type { Deps } from '../../platform/deps.ts'
import { createShortCache } from '../../platform/short-cache.ts'
import { houseValuesIn } from '../house/house-values.ts'
import {
  type DayRange,
  listCalendarColors,
  listFieldTemplates,
  listLanguages,
  listSettings,
  listTexts,
} from './queries.ts'

/** The maximum age of a site's content, in ms. */
const MOST_AGE_MS = 1_000

/** A site as it is served, and the values of its database that it was made with. */
interface House {
  readonly written: string
  readonly served: Site
}

/** A site's content, shared by all requests within a second. */
export interface SiteContent {
  langs(siteKey: string): Promise<Answer<typeof getLangs>>
  fieldTemplates(siteKey: string): Promise<Answer<typeof getFieldTemplates>>
  settings(siteKey: string): Promise<ReadonlyMap<string, string>>
  /** The site with what its database says of it. */
  house(site: Site): Promise<Site>
  texts(siteKey: string, lang: Language): Promise<ReadonlyMap<string, string>>
  /** Colours of the days from `from` to `to`, both included. */
  colors(siteKey: string, range: DayRange): Promise<Answer<typeof getCalendarColors>>
  /** The language of an answer: the requested one if the site has it, otherwise the site's default. */
  chooseLanguage(siteKey: string, asked: string | undefined): Promise<Language>
}

export function createSiteContent({ db, clock }: Pick<Deps, 'db' | 'clock'>): SiteContent {
  const langs = createShortCache<Answer<typeof getLangs>>(clock, MOST_AGE_MS)
  /** For the question alone: an answer made of them would not tell its age. */
  const offered = createShortCache<Answer<typeof getLangs>>(clock, MOST_AGE_MS, { outlives: WHILE_AWAY })
  const fields = createShortCache<Answer<typeof getFieldTemplates>>(clock, MOST_AGE_MS)
  const words = createShortCache<ReadonlyMap<string, string>>(clock, MOST_AGE_MS)
  const houses = createShortCache<House>(clock, MOST_AGE_MS, { outlives: WHILE_AWAY })

  const readLangs = (siteKey: string): Promise<Answer<typeof getLangs>> =>
    langs.read(siteKey, async () => {
      const rows = await db.read(tx => listLanguages(tx, siteKey))
      return rows.flatMap(({ id, is_default }) => (isLanguage(id) ? [{ id, is_default }] : []))
    })

  const readSettings = (siteKey: string): Promise<ReadonlyMap<string, string>> =>
    words.read(`${siteKey} settings`, async () => {
      const rows = await db.read(tx => listSettings(tx, siteKey))
      return new Map(rows.map(({ key, value }) => [key, value]))
    })

  return {
    langs: readLangs,
    fieldTemplates: siteKey => fields.read(siteKey, () => db.read(tx => listFieldTemplates(tx, siteKey))),
    settings: readSettings,
    house: async site => {
      const { served } = await houses.read(site.key, async before => {
        const values = houseValuesIn(await readSettings(site.key))
        const written = JSON.stringify([...values])
        const former = await before?.catch(() => undefined)
        return former?.written === written ? former : { written, served: servedSite(site, values) }
      })
      return served
    },
    texts: (siteKey, lang) =>
      words.read(`${siteKey} texts ${lang}`, async () => {
        const rows = await db.read(tx => listTexts(tx, siteKey, lang, new Date(clock.now())))
        return new Map(rows.map(({ key, text }) => [key, text]))
      }),
    colors: (siteKey, range) => db.read(tx => listCalendarColors(tx, siteKey, range)),
    chooseLanguage: async (siteKey, asked) => {
      const spoken = await offered.read(siteKey, () => readLangs(siteKey))
      const chosen = spoken.find(({ id }) => id === asked) ?? spoken.find(({ is_default }) => is_default)
      return chosen?.id ?? DEFAULT_LANGUAGE
    },
  }
}
