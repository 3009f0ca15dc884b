import { type RawBuilder, sql } from 'kysely'

import { buyerOf } from '../buyers/buyer.ts'
import type { Read } from '../db/database.ts'
import { list } from '../db/list.ts'
import type { Person } from './find-person.ts'

/** What names one person and few others, by which somebody else's words are known to be about them. */
export interface Words {
  /** In lower case, as NFKC, without blanks. */
  readonly texts: readonly string[]
  /** The last nine digits of telephone numbers: the beginning is said in many ways. */
  readonly digits: readonly string[]
}

/** Answers that thousands give are no words of one person. */
const NAMING: ReadonlySet<string> = new Set([
  'fullname',
  'email',
  'address',
  'questionnaire1',
  'questionnaire2',
  'questionnaire3',
])
const LEAST_LENGTH = 2
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
  const said = answers.filter(({ key }) => NAMING.has(key)).map(({ value }) => value)
  const phones = answers.filter(({ key }) => key === 'phone').map(({ value }) => value)
  return {
    texts: unique(
      [
        ...said,
        ...person.addresses,
        ...members.map(({ name }) => name),
        ...receipts.map(one => one.addressee),
      ].map(folded),
    ).filter(word => word.length >= LEAST_LENGTH),
    digits: unique(
      [...phones, ...members.map(({ phone }) => phone)].map(phone =>
        phone.replaceAll(/\D/g, '').slice(-DIGITS),
      ),
    ).filter(digits => digits.length === DIGITS),
  }
}

/** Whether a text says one of the words. */
export function says(text: string, { texts, digits }: Words): boolean {
  const [letters, numbers] = [folded(text), text.normalize('NFKC').replaceAll(/\D/g, '')]
  return texts.some(word => letters.includes(word)) || digits.some(word => numbers.includes(word))
}

/** In SQL, whether a column says one of the words. */
export function saysOne(column: RawBuilder<unknown>, { texts, digits }: Words): RawBuilder<boolean> {
  const text = sql`normalize(${column}::text, nfkc)`
  return sql<boolean>`(
    exists (select from unnest(${list('text', texts)}::text[]) as word
             where strpos(regexp_replace(lower(${text}), '[[:space:]]+', '', 'g'), word) > 0)
    or exists (select from unnest(${list('text', digits)}::text[]) as word
             where strpos(regexp_replace(${text}, '[^0-9]', '', 'g'), word) > 0))`
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '')
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)]
}
