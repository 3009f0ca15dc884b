import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'

/** The languages that the staff read; a command reads Japanese. */
const DESK_LANGUAGES = ['ja', 'en'] as const
export type DeskLanguage = (typeof DESK_LANGUAGES)[number]

/** Part of an input. */
export const deskLanguage = { lang: v.optional(v.picklist(DESK_LANGUAGES), 'ja') }

/** The name in the reader's language of the row of texts that a condition finds, in Japanese where it has none. */
export function nameIn(
  lang: DeskLanguage,
  texts: 'product_texts' | 'option_value_texts',
  condition: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql`(select name from ${sql.table(texts)} x where ${condition} and x.lang in ('ja', ${lang}) order by x.lang <> ${lang} limit 1)`
}
