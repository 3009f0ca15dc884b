import { isLanguage } from '@kippu/domain/language'
import { sql } from 'kysely'

import { askedRows, inPlace, type Placed } from '../../db/asked.ts'
import type { GroupedRead } from '../../db/database.ts'
import { grouped } from '../../db/grouped.ts'
import { shownLanguages } from '../../orders/bought/shown-languages.ts'
import { orderWhere } from '../../orders/life/find-order.ts'
import { hashToken } from '../../tokens.ts'
import { TICKETS, type TicketRow } from '../ticket-rows.ts'

/** A reservation of a site as its gate sees it. */
export interface ScannedReservation extends Placed {
  readonly id: string
  readonly number: string
  readonly status: string
  /** All of the reservation. */
  readonly tickets: readonly TicketRow[]
}

/** By what a reservation is found: the code of one of its tickets, its uid, the start of the code's hash (hexadecimal), or its own number. */
export type ScannedName =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'uid'; readonly uid: string }
  | { readonly kind: 'hash'; readonly start: string }
  | { readonly kind: 'number'; readonly number: string }

interface Question {
  readonly siteKey: string
  readonly lang: string | undefined
  readonly name: ScannedName
}

const HASH_DIGITS = 64

/** The reservation of a site in which a ticket is; undefined where there is none, or where a start of a hash fits several. */
export const scannedReservation: GroupedRead<Question, ScannedReservation | undefined> = grouped(
  async (read, questions) => {
    const names = questions.map(({ name }) => name)
    const { rows } = await sql<ScannedReservation>`
      select asked.place::integer as place, reservation.id, reservation.number, reservation.status, ${TICKETS} as tickets
        from ${askedRows({
          code: ['bytea', names.map(name => (name.kind === 'code' ? hashToken(name.code) : null))],
          uid: ['uuid', names.map(name => (name.kind === 'uid' ? name.uid : null))],
          low: ['bytea', names.map(name => boundOf(name, '0'))],
          high: ['bytea', names.map(name => boundOf(name, 'f'))],
          number: ['text', names.map(name => (name.kind === 'number' ? name.number : null))],
          site: ['text', questions.map(({ siteKey }) => siteKey)],
          lang: ['text', questions.map(({ lang }) => (isLanguage(lang) ? lang : null))],
        })}
       cross join lateral (
         select id, number, status, order_id from reservations
          where site_key = asked.site and id = coalesce(
            (select t.reservation_id from tickets t where t.code_hash = asked.code),
            (select t.reservation_id from tickets t where t.uid = asked.uid),
            (select min(t.reservation_id::text)::uuid from tickets t
              where t.code_hash between asked.low and asked.high having count(*) = 1),
            (select r.id from reservations r where r.site_key = asked.site and r.number = asked.number))
         offset 0) as reservation
       cross join ${orderWhere(sql`orders.id = reservation.order_id`)}
       cross join ${shownLanguages(sql`asked.lang`)}`.execute(read)
    return inPlace(questions, rows)
  },
)

/** The first or the last hash that begins so. */
function boundOf(name: ScannedName, digit: '0' | 'f'): Buffer | null {
  return name.kind === 'hash' ? Buffer.from(name.start.padEnd(HASH_DIGITS, digit), 'hex') : null
}
