import { LANGUAGES } from '@kippu/domain/language'
import type { Site } from '@kippu/sites/site'
import { textsOf } from '@kippu/texts/texts'
import { sql } from 'kysely'

import type { Tx } from '../database.ts'

/**
 * Writes the product's own texts to every site. A row that the venue changed (`source = 'site'`) stays, and a row
 * that is right already is not written again.
 */
export async function seedTexts(tx: Tx, sites: readonly Pick<Site, 'key'>[]): Promise<void> {
  const siteKeys = sites.map(({ key }) => key)
  const texts = LANGUAGES.flatMap(lang =>
    Object.entries(textsOf(lang)).map(([key, text]) => ({ lang, key, text })),
  )
  await sql`
    insert into texts (site_key, lang, key, text)
    select site_key, lang, key, text
    from unnest(${siteKeys}::text[]) as site (site_key),
      unnest(
        ${texts.map(({ lang }) => lang)}::text[],
        ${texts.map(({ key }) => key)}::text[],
        ${texts.map(({ text }) => text)}::text[]
      ) as bundled (lang, key, text)
    on conflict (site_key, lang, key) do update set text = excluded.text
      where texts.source = 'bundled' and texts.text <> excluded.text
  `.execute(tx)
}
