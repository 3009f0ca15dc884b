import type { Language } from '@kippu/domain/language'
import { type RawBuilder, sql } from 'kysely'

/** Tables of texts, and the column that names the owner of a text. */
const OWNER_COLUMN = {
  product_texts: 'product_id',
  option_value_texts: 'option_value_id',
  coupon_texts: 'coupon_id',
  membership_promotion_texts: 'promotion_id',
} as const

type WordTable = keyof typeof OWNER_COLUMN

/** Most readers of other languages understand it better than the site's own. */
const UNDERSTOOD: Language = 'en'

/**
 * The languages of texts in a statement: the one asked for, and the first of the site for an owner of which the venue
 * wrote nothing in it, nor in English.
 */
export interface ShownLanguages {
  readonly lang: RawBuilder<unknown>
  readonly fallback: RawBuilder<unknown>
}

/**
 * `wordsOf(languages)('product_texts', 'products.id')`: the name in `product_texts` of the owner that the reference names, null
 * where the venue wrote none.
 */
export type Words = (table: WordTable, owner: string) => RawBuilder<string | null>

export function wordsOf(languages: ShownLanguages): Words {
  return (table, owner) => textOf(languages, { table, owner, text: sql<string>`name` })
}

interface Text<T> {
  readonly table: WordTable
  readonly owner: string
  /** Columns of the table. */
  readonly text: RawBuilder<T>
}

/** As {@link wordsOf}, for any part of a text. */
export function textOf<T>(
  { lang, fallback }: ShownLanguages,
  { table, owner, text }: Text<T>,
): RawBuilder<T | null> {
  const inLanguage = (one: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
    select ${text} from ${sql.table(table)}
     where ${sql.ref(OWNER_COLUMN[table])} = ${sql.ref(owner)} and ${sql.ref(`${table}.lang`)} = ${one})`
  return sql<T | null>`coalesce(${inLanguage(lang)}, ${inLanguage(sql.lit(UNDERSTOOD))}, ${inLanguage(fallback)})`
}

/** `lang`, and the first language of the site that `siteKey` refers to. */
export function languagesOf(lang: Language, siteKey: string): ShownLanguages {
  return { lang: sql`${lang}`, fallback: firstLanguageOf(siteKey) }
}

/** The first language of the site that `siteKey` refers to. */
export function firstLanguageOf(siteKey: string): RawBuilder<string | null> {
  return sql<
    string | null
  >`(select id from languages where languages.site_key = ${sql.ref(siteKey)} and is_default)`
}
