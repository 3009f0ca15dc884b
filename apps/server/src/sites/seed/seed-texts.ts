import { type Language, LANGUAGES } from '@kippu/domain/language'
import type { Site } from '@kippu/sites/site'
import { textsOf } from '@kippu/texts/texts'
import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'
import { siteTextsOf } from './site-texts.ts'

interface TextRow {
  readonly lang: string
  readonly key: string
  readonly text: string
}

/**
 * Writes the product's own texts to every site, and each site's texts about itself. A row that the venue changed
 * (`source = 'site'`) stays, and a correct row is not written again.
 */
export async function seedTexts(tx: Tx, sites: readonly Site[]): Promise<void> {
  const hasOwn = ({ texts }: Site): boolean => Object.keys(texts).length > 0
  const usual = LANGUAGES.flatMap(lang => rowsOf(lang, textsOf(lang)))
  const others = sites.filter(site => !hasOwn(site)).map(({ key }) => key)
  await writeTexts(tx, await lackingSites(tx, others, usual), usual)
  for (const site of sites)
    await writeTexts(
      tx,
      [site.key],
      LANGUAGES.flatMap(lang =>
        rowsOf(lang, hasOwn(site) ? wholeTextsOf(site, lang) : siteTextsOf(site, lang)),
      ),
    )
}

/** Writes what a site says about itself once more, after its house has changed it: the words of `texts.json` and those of the venue stay. */
export async function writeTextsOfSite(tx: Tx, site: Site): Promise<void> {
  const rows = LANGUAGES.flatMap(lang => {
    const own = siteTextsOf(site, lang)
    const inFile = Object.entries(site.texts[lang] ?? {}).filter(([key]) => key in own)
    return rowsOf(lang, { ...own, ...Object.fromEntries(inFile) })
  })
  await writeTexts(tx, [site.key], rows)
}

/** All texts of a site that has words of its own in place of the product's: each row is written once. */
function wholeTextsOf(site: Site, lang: Language): Readonly<Record<string, string>> {
  return { ...textsOf(lang), ...siteTextsOf(site, lang), ...site.texts[lang] }
}

function rowsOf(lang: string, texts: Readonly<Record<string, string>>): TextRow[] {
  return Object.entries(texts).map(([key, text]) => ({ lang, key, text }))
}

/**
 * The sites at which a text is missing, is a former one, or is the venue's. At most starts there is none: to look for that takes a fifth of
 * the time of a comparison row by row, above all at a database that has no statistics yet.
 */
async function lackingSites(
  tx: Tx,
  siteKeys: readonly string[],
  texts: readonly TextRow[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string }>`
    with complete as (
      select site_key from texts
      where site_key = any(${siteKeys}::text[]) and (lang, key, text) in (select * from ${unnested(texts)})
      group by site_key
      having count(*) = ${texts.length}
    )
    select site.key from unnest(${siteKeys}::text[]) as site (key)
    where site.key not in (select site_key from complete)
  `.execute(tx)
  return rows.map(({ key }) => key)
}

function unnested(texts: readonly TextRow[]): RawBuilder<unknown> {
  return sql`unnest(
    ${texts.map(({ lang }) => lang)}::text[],
    ${texts.map(({ key }) => key)}::text[],
    ${texts.map(({ text }) => text)}::text[]
  )`
}

async function writeTexts(tx: Tx, siteKeys: readonly string[], texts: readonly TextRow[]): Promise<void> {
  if (siteKeys.length === 0) return
  await sql`
    insert into texts (site_key, lang, key, text)
    select site.site_key, bundled.lang, bundled.key, bundled.text
    from unnest(${siteKeys}::text[]) as site (site_key),
      ${unnested(texts)} as bundled (lang, key, text)
    where not exists (
      select from texts as kept
      where (kept.site_key, kept.lang, kept.key) = (site.site_key, bundled.lang, bundled.key)
        and (kept.source = 'site' or kept.text = bundled.text)
    )
    on conflict (site_key, lang, key) do update set text = excluded.text
  `.execute(tx)
}
