import { type RawBuilder, sql } from 'kysely'

/** The last character there is: whatever begins with a word lies between the word and the word with this behind it. */
const LAST = '\u{10ffff}'

/** A name as two people who write it differently have it: neither width, case, blanks nor the kind of kana matter. */
function folded(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql`folded_name(${text})`
}

/**
 * In SQL, whether the name in `found_buyers` begins with what somebody typed, and whether it does with its last word first:
 * each is read by an index of its own, which has `created_at` and `order_id` besides, so that no row is read of a name that thousands have. What was typed is folded once (`select`), not for each name.
 */
export function isNamed(typed: string): Array<RawBuilder<boolean>> {
  const word = sql`(select ${folded(sql`${typed}::text`)})`
  return [sql`name`, sql`name_turned`].map(
    name => sql<boolean>`name is not null and ${beginsWith(name, word)}`,
  )
}

/** In SQL, whether what somebody typed stands anywhere in a name; signs alone stand in none. Reads every row that it is asked of. */
export function isWithinName(name: RawBuilder<string | null>, typed: string): RawBuilder<boolean> {
  return sql<boolean>`strpos(${folded(name)}, nullif(${folded(sql`${typed}::text`)}, '')) > 0`
}

/** In SQL, whether the telephone number in `found_buyers` ends with these digits. */
export function hasPhone(digits: string): RawBuilder<boolean> {
  const turned = sql`digits_turned(${digits}::text)`
  return sql<boolean>`phone_turned is not null and ${beginsWith(sql`phone_turned`, turned)}`
}

/** As the indexes read it, whatever plan is chosen. */
function beginsWith(value: RawBuilder<unknown>, word: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${value} ~>=~ ${word} and ${value} ~<~ (${word} || ${LAST}::text))`
}
