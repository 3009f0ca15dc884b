import type { Answer } from '@kippu/contract/call'
import { type DoorListRow, MOST_LISTED, type readDoorList as readDoorListCall } from '@kippu/contract/gate'
import type { Language } from '@kippu/domain/language'
import { normaliseReservationNumber } from '@kippu/domain/reservation-number'
import { type RawBuilder, sql } from 'kysely'

import { ANSWERED_NAME } from '../orders/buyers/answered-name.ts'
import { buyerOf } from '../orders/buyers/buyer.ts'
import { isWithinName } from '../orders/buyers/found-buyers.ts'
import type { Read } from '../platform/db/database.ts'
import { refuse, type Refusal } from '../platform/http/refusal.ts'
import { shownLanguages } from '../orders/bought/shown-languages.ts'
import { orderWhere } from '../orders/life/find-order.ts'
import { presentGateTicket } from './check-in/gate-ticket.ts'
import { guestAtDoor, guestOf } from '../resellers/bookings/sold-by.ts'
import type { SiteGates } from '../tickets/site-gates/site-gates.ts'
import { judgeNow, pastOf } from '../tickets/site-gates/entry-rules.ts'
import { TICKETS, type TicketRow } from '../tickets/ticket-rows.ts'
import type { Deps } from '../platform/deps.ts'
import { ticketsOfSpans } from './spans.ts'

export interface AskedDoorList {
  readonly siteKey: string
  readonly timeSpanId: number
  /** A part of a name or of a reservation number, as it was typed. */
  readonly part: string
  /** The last number of the page before; empty for the first one. */
  readonly after: string
  readonly lang: Language
}

interface DoorListDeps extends Pick<Deps, 'db' | 'clock'> {
  readonly gates: SiteGates
}

/**
 * The visitors expected in a time span, by reservation number. Tickets in other hands are listed with those of their
 * buyer: a visitor who has no phone with them says that name. Each says whether it admits now.
 */
export async function readDoorList(
  { db, clock, gates }: DoorListDeps,
  asked: AskedDoorList,
): Promise<Answer<typeof readDoorListCall> | Refusal<'record not found'>> {
  const { siteKey, timeSpanId } = asked
  const isKnown = await db.read(read =>
    read
      .selectFrom('time_spans')
      .select('id')
      .where('id', '=', timeSpanId)
      .where('site_key', '=', siteKey)
      .executeTakeFirst(),
  )
  if (isKnown === undefined) return refuse('record not found')
  const { earlyMinutes } = await gates.of(siteKey)
  const rows = await db.read(read => listExpected(read, asked))
  const now = clock.now()
  return {
    has_more: rows.length > MOST_LISTED,
    rows: rows
      .slice(0, MOST_LISTED)
      .map(({ number, customer_info: answers, guest, tickets }): DoorListRow => ({
        reservation_number: number,
        buyer_name: guest ?? buyerOf(answers).name,
        tickets: tickets
          .filter(({ span, is_revoked: isRevoked }) => span === timeSpanId && !isRevoked)
          .map(ticket => presentGateTicket(ticket, judgeNow(ticket, { earlyMinutes, now }), pastOf(ticket))),
      })),
  }
}

interface ExpectedRow {
  readonly number: string
  readonly customer_info: unknown
  readonly guest: string | null
  /** All of the reservation. */
  readonly tickets: readonly TicketRow[]
}

/** One more than a page, where there are more. */
async function listExpected(
  read: Read,
  { siteKey, timeSpanId, part, after, lang }: AskedDoorList,
): Promise<readonly ExpectedRow[]> {
  const { rows } = await sql<ExpectedRow>`
    with listed as materialized (
      select r.id, r.number, r.status, r.order_id
        from reservations r
       where r.id in (select reservation_id from (${ticketsOfSpans(
         sql`t.reservation_id, t.revoked_at`,
         sql`select ${timeSpanId}::integer as id`,
       )}) as one where revoked_at is null)
         and r.site_key = ${siteKey} and r.status = 'active' and r.number > ${after} and ${isListed(part)}
       order by r.number limit ${MOST_LISTED + 1}
    )
    select reservation.number, orders.customer_info, ${guestAtDoor(sql`reservation.order_id`)} as guest, ${TICKETS} as tickets
      from listed as reservation cross join ${orderWhere(sql`orders.id = reservation.order_id`)}
     cross join ${shownLanguages(sql`${lang}::text`)}
     order by reservation.number`.execute(read)
  return rows
}

/** A name as the desk finds it, and anywhere in it. */
function isListed(part: string): RawBuilder<boolean> {
  if (part.trim() === '') return sql`true`
  const number = normaliseReservationNumber(part)
  const isOfNumber = number === '' ? sql`false` : sql`strpos(r.number, ${number}) > 0`
  return sql`(${isOfNumber} or (
    select ${isWithinName(ANSWERED_NAME, part)} from orders where orders.id = r.order_id)
    or coalesce(${isWithinName(guestOf(sql`r.order_id`), part)}, false))`
}
