import { type RawBuilder, sql } from 'kysely'

import { buyerOf } from '../../orders/buyers/buyer.ts'
import type { Read } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'
import type { Person } from './find-person.ts'
import { namingWord, patternOf } from './naming-words.ts'

/** The words that name one person and few others, by which somebody else's words are known to be about them. */
export interface Words {
  /** Regular expressions that JavaScript and PostgreSQL read alike, for a text in lower case, as NFKC. */
  readonly patterns: readonly string[]
  /** The last nine digits of telephone numbers: the beginning is said in many ways. */
  readonly digits: readonly string[]
}

const DIGITS = 9

export async function readWords(read: Read, person: Person): Promise<Words> {
  const orders = await read
    .selectFrom('orders')
    .select('customer_info')
    .where('id', '=', sql<string>`any(${list('uuid', person.orderIds)}::uuid[])`)
    .execute()
  const members = await read
    .selectFrom('members')
    .select(['name', 'phone'])
    .where('id', '=', sql<string>`any(${list('uuid', person.memberIds)}::uuid[])`)
    .execute()
  const receipts = await read
    .selectFrom('receipts')
    .select('addressee')
    .where('reservation_id', '=', sql<string>`any(${list('uuid', person.reservationIds)}::uuid[])`)
    .execute()
  const answers = orders.flatMap(({ customer_info }) => buyerOf(customer_info).answers)
  const said = (key: string) => answers.filter(one => one.key === key).map(({ value }) => value)
  const words = [
    ...said('fullname'),
    ...said('email'),
    // One without a number is a town: thousands live there.
    ...said('address').filter(value => /\d/.test(value.normalize('NFKC'))),
    ...person.addresses,
    ...members.map(({ name }) => name),
    ...receipts.map(one => one.addressee),
  ].flatMap(namingWord)
  const phones = [...said('phone'), ...members.map(({ phone }) => phone)]
  return {
    patterns: unique(words.map(patternOf)),
    digits: unique(phones.map(phone => phone.replaceAll(/\D/g, '').slice(-DIGITS))).filter(
      digits => digits.length === DIGITS,
    ),
  }
}

/** Whether a text says one of the words. */
export function says(text: string, { patterns, digits }: Words): boolean {
  const written = text.normalize('NFKC')
  const [letters, numbers] = [written.toLowerCase(), written.replaceAll(/\D/g, '')]
  return (
    patterns.some(pattern => new RegExp(pattern, 'u').test(letters)) ||
    digits.some(word => numbers.includes(word))
  )
}

/** In SQL, whether a text says one of the words. */
export function saysOne(column: RawBuilder<unknown>, { patterns, digits }: Words): RawBuilder<boolean> {
  const text = sql`normalize(${column}::text, nfkc)`
  return sql<boolean>`coalesce(
    lower(${text}) ~ any(${list('text', patterns)}::text[])
    or exists (select from unnest(${list('text', digits)}::text[]) as word
             where strpos(regexp_replace(${text}, '[^0-9]', '', 'g'), word) > 0), false)`
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)]
}
