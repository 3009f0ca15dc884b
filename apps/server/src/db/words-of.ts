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

/**
 * `words('product_texts', 'name', 'products.id')`: that column of the row that the reference names, null where nothing
 * is written.
 */
export type Words = (table: WordTable, column: string, owner: string) => RawBuilder<string | null>

/**
 * Texts as a part of a query: in `lang`, or, where the venue wrote none in it, in the first language of the site that
 * `siteKey` refers to.
 */
export function wordsOf(lang: Language, siteKey: string): Words {
  return (table, column, owner) => sql<string | null>`(
    select w.${sql.ref(column)} from ${sql.table(table)} w
      join languages l on l.site_key = ${sql.ref(siteKey)} and l.is_default
     where w.${sql.ref(OWNER_COLUMN[table])} = ${sql.ref(owner)} and w.lang in (${lang}, l.id)
     order by w.lang = ${lang} desc limit 1)`
}
