import { type RawBuilder, sql } from 'kysely'

/** The last character there is: whatever begins with a word lies between the word and the word with this behind it. */
const LAST = '\u{10ffff}'

/** In SQL, whether the name of an order's buyer begins with what somebody typed, whichever word of it comes first; width, case, blanks and kana do not matter. */
export function isNamed(typed: string): RawBuilder<boolean> {
  const folded = sql`folded_name(${typed}::text)`
  return sql<boolean>`buyer_name(customer_info) is not null and (${beginsWith(sql`buyer_name(customer_info)`, folded)} or ${beginsWith(
    sql`buyer_name_turned(customer_info)`,
    folded,
  )})`
}

/** In SQL, whether the telephone number of an order's buyer ends with these digits. */
export function hasPhone(digits: string): RawBuilder<boolean> {
  const turned = sql`digits_turned(${digits}::text)`
  return sql<boolean>`buyer_phone_turned(customer_info) is not null and ${beginsWith(sql`buyer_phone_turned(customer_info)`, turned)}`
}

/** As the indexes read it, whatever plan is chosen. */
function beginsWith(value: RawBuilder<unknown>, word: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${value} ~>=~ ${word} and ${value} ~<~ (${word} || ${LAST}::text))`
}
