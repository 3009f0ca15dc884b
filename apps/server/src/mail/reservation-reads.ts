import { sql } from 'kysely'

import { ANSWERED_ADDRESS } from '../buyers/answered-address.ts'
import { inPlace, type Placed } from '../db/asked.ts'
import type { GroupedRead } from '../db/database.ts'
import { grouped, tried } from '../db/grouped.ts'
import { type SubscribedReader, subscribedReader } from '../mail-magazines/subscribed-reader.ts'
import {
  BOUGHT_RECORD_COLUMNS,
  type BoughtRecord,
  boughtRecordOf,
  type BoughtRecordRow,
} from '../orders/bought/bought-order.ts'
import { ORDER_COLUMNS, type OrderRecord, type OrderRow, recordOf } from '../orders/life/find-order.ts'
import { reservationsById } from '../tickets/reservation-tables.ts'
import { TICKETS, type TicketRow } from '../tickets/ticket-rows.ts'

interface ReservationRow extends Placed {
  readonly reservation_number: string
  readonly reservation_hash: Buffer
  readonly generation: number
}

/** What the mail with the tickets says; names are in the language of the order. */
export interface CompletedReservation extends BoughtRecord {
  readonly reservationNumber: string
  readonly tokenHash: Buffer
  readonly generation: number
  /** The reader of magazines with the buyer's address, null where it gets none. */
  readonly reader: SubscribedReader | null
}

/** A reservation by its id. */
export const completedReservation: GroupedRead<string, CompletedReservation | undefined> = grouped(
  async (read, ids) => {
    const { rows } = await sql<
      ReservationRow & BoughtRecordRow & { readonly reader: SubscribedReader | null }
    >`
      select asked.place::integer as place, reservation.number as reservation_number, reservation.token_hash as reservation_hash, reservation.token_generation as generation, ${BOUGHT_RECORD_COLUMNS},
             ${subscribedReader(sql`orders.site_key`, ANSWERED_ADDRESS)} as reader
        from ${reservationsById(ids)}`.execute(read)
    return inPlace(ids, rows).map(row =>
      tried(
        () =>
          row && {
            ...boughtRecordOf(row),
            reservationNumber: row.reservation_number,
            tokenHash: row.reservation_hash,
            generation: row.generation,
            reader: row.reader,
          },
      ),
    )
  },
)

/** What the mail about a refund says of its reservation; names are in the language of the order. */
export interface RefundedReservation {
  readonly order: OrderRecord
  readonly reservationNumber: string
  readonly tokenHash: Buffer
  readonly generation: number
  readonly tickets: readonly TicketRow[]
}

/** A reservation by its id. */
export const refundedReservation: GroupedRead<string, RefundedReservation | undefined> = grouped(
  async (read, ids) => {
    const { rows } = await sql<ReservationRow & OrderRow & { readonly tickets: readonly TicketRow[] }>`
      select asked.place::integer as place, reservation.number as reservation_number, reservation.token_hash as reservation_hash, reservation.token_generation as generation, ${ORDER_COLUMNS},
             ${TICKETS} as tickets
        from ${reservationsById(ids)}`.execute(read)
    return inPlace(ids, rows).map(row =>
      tried(
        () =>
          row && {
            order: recordOf(row),
            reservationNumber: row.reservation_number,
            tokenHash: row.reservation_hash,
            generation: row.generation,
            tickets: row.tickets,
          },
      ),
    )
  },
)
