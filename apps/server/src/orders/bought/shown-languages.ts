import { DEFAULT_LANGUAGE, LANGUAGES } from '@kippu/domain/language'
import { type RawBuilder, sql } from 'kysely'

import { fixed } from '../../platform/db/fixed.ts'
import { firstLanguageOf, type ShownLanguages } from '../../platform/db/words-of.ts'

/** The languages of each row of a statement that has {@link shownLanguages} among its tables. */
export const SHOWN: ShownLanguages = { lang: sql`shown.lang`, fallback: sql`shown.fallback` }

const ORDERED = fixed(sql`case when orders.lang in (${sql.join(LANGUAGES.map(lang => sql.lit(lang)))})
  then orders.lang else ${sql.lit(DEFAULT_LANGUAGE)} end`)

const FALLBACK = fixed(firstLanguageOf('orders.site_key'))

/**
 * The table `shown` of a statement that has `orders` among its tables: the languages that each order is shown in. `asked` refers to the
 * language that was asked for; null stands for that of the order. `offset` has them looked up once for all words.
 */
export function shownLanguages(asked: RawBuilder<unknown> = sql`null`): RawBuilder<unknown> {
  return sql`lateral (
    select coalesce(${asked}, ${ORDERED}) as lang, ${FALLBACK} as fallback offset 0) as shown`
}
