import { normaliseReservationNumber } from '@kippu/domain/reservation-number'
import { sql } from 'kysely'

import { askedAddress } from '../../orders/buyers/asked-address.ts'
import { normaliseAddress } from '../../orders/buyers/buyer.ts'
import type { Read } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'

/** Everything of one site that belongs to one person, by its ids. */
export interface Person {
  readonly siteKey: string
  /** In lower case. */
  readonly addresses: readonly string[]
  readonly orderIds: readonly string[]
  readonly reservationIds: readonly string[]
  readonly reservationNumbers: readonly string[]
  readonly memberIds: readonly string[]
  readonly logins: readonly string[]
}

export interface AskedPerson {
  readonly siteKey: string
  /** A mail address, a reservation number, or the id of an order. */
  readonly typed: string
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/

/**
 * The person with a mail address, or who placed an order: with every order of that address, of the member who has it, and of the visits that these bought.
 * Undefined where the site holds nothing.
 */
export async function findPerson(read: Read, { siteKey, typed }: AskedPerson): Promise<Person | undefined> {
  const word = typed.trim()
  const named = word.includes('@') ? undefined : await findOrder(read, siteKey, word)
  if (!word.includes('@') && named === undefined) return undefined
  const address = named === undefined ? askedAddress(word) : named.email
  const given = address === null ? [] : [address]
  const owner = named?.email === null ? named.memberId : null
  const members = await findMembers(read, { siteKey, addresses: given, memberId: owner })
  // A buyer who gave none to the order may have given one as a member.
  const own = owner === null ? [] : members.map(({ email }) => normaliseAddress(email))
  const addresses = [...given, ...own.filter(one => one !== '')]
  const memberIds = members.map(({ id }) => id)
  const orderIds = named === undefined ? [] : [named.id]
  const { rows } = await sql<{ orderId: string; reservationId: string | null; number: string | null }>`
    with own as (
      select id, replaces from orders
       where site_key = ${siteKey}
         and (email = any(${list('text', addresses)}::text[]) or id = any(${list('uuid', orderIds)}::uuid[])
              or member_id = any(${list('uuid', memberIds)}::uuid[])
              or id in (select order_id from reseller_bookings b
                         where b.site_key = ${siteKey} and b.emptied_at is null
                           and guest_addresses(b.contact, b.unit_items) && ${list('text', addresses)}::text[]))
    ), visits as (
      select r.id from own join reservations r on r.order_id = own.id or r.id = own.replaces
      union select p.reservation_id from own join payment_attempts a on a.order_id = own.id
        join reservation_payments p on p.attempt_id = a.id
    ), all_orders as (
      select id from own
      union select order_id from reservations where id in (select id from visits)
      union select id from orders where replaces in (select id from visits)
      union select a.order_id from reservation_payments p join payment_attempts a on a.id = p.attempt_id
             where p.reservation_id in (select id from visits)
    )
    select o.id as "orderId", r.id as "reservationId", r.number
      from all_orders o left join reservations r on r.order_id = o.id order by 1`.execute(read)
  const reservations = rows.filter(row => row.reservationId !== null)
  const person = {
    siteKey,
    addresses,
    orderIds: rows.map(row => row.orderId),
    reservationIds: reservations.map(row => row.reservationId ?? ''),
    reservationNumbers: reservations.map(row => row.number ?? ''),
    memberIds,
    logins: members.map(({ login }) => login),
  }
  return person.orderIds.length + memberIds.length > 0 || (await isReader(read, person)) ? person : undefined
}

interface NamedOrder {
  readonly id: string
  readonly email: string | null
  readonly memberId: string | null
}

async function findOrder(read: Read, siteKey: string, word: string): Promise<NamedOrder | undefined> {
  if (UUID.test(word.toLowerCase()))
    return read
      .selectFrom('orders')
      .select(['id', 'email', 'member_id as memberId'])
      .where('site_key', '=', siteKey)
      .where('id', '=', word.toLowerCase())
      .executeTakeFirst()
  return read
    .selectFrom('reservations as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .select(['o.id', 'o.email', 'o.member_id as memberId'])
    .where('r.site_key', '=', siteKey)
    .where('r.number', '=', normaliseReservationNumber(word))
    .executeTakeFirst()
}

interface MembersAsked extends Pick<Person, 'siteKey' | 'addresses'> {
  readonly memberId: string | null
}

async function findMembers(
  read: Read,
  { siteKey, addresses, memberId }: MembersAsked,
): Promise<Array<{ readonly id: string; readonly login: string; readonly email: string }>> {
  return read
    .selectFrom('members')
    .select(['id', 'login_id as login', 'email'])
    .where('site_key', '=', siteKey)
    .where(sql<boolean>`(lower(email) = any(${list('text', addresses)}::text[]) or id = ${memberId}::uuid)`)
    .orderBy('id')
    .execute()
}

/** Or somebody hands tickets to them right now. */
async function isReader(read: Read, { siteKey, addresses }: Person): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from magazine_readers
                    where site_key = ${siteKey} and email = any(${list('text', addresses)}::text[]))
        or exists (select from share_mails m join shares s on s.id = m.share_id
                    where s.site_key = ${siteKey} and lower(m.email) = any(${list('text', addresses)}::text[])) as found`.execute(
    read,
  )
  return rows[0]?.found === true
}
