import type { Language } from '@kippu/domain/language'
import { sql } from 'kysely'

import { ANSWERED_ADDRESS } from '../orders/buyers/answered-address.ts'
import { inPlace, type Placed } from '../platform/db/asked.ts'
import type { GroupedRead } from '../platform/db/database.ts'
import { fixed } from '../platform/db/fixed.ts'
import { grouped, tried } from '../platform/db/grouped.ts'
import { type SubscribedReader, subscribedReader } from '../orders/magazines/subscribed-reader.ts'
import {
  BOUGHT_RECORD_COLUMNS,
  type BoughtRecord,
  boughtRecordOf,
  type BoughtRecordRow,
} from '../orders/bought/bought-order.ts'
import { ORDER_COLUMNS, type OrderRecord, type OrderRow, recordOf } from '../orders/life/find-order.ts'
import { CHANGE_FACTS, type ChangeFactsRow } from '../tickets/change-facts.ts'
import type { TokenOfReservation } from '../tickets/reservation-token.ts'
import { reservationsById } from '../tickets/reservation-tables.ts'
import { TICKETS, type TicketRow } from '../tickets/ticket-rows.ts'

interface ReservationRow extends Placed {
  readonly reservation_id: string
  readonly reservation_number: string
  readonly reservation_hash: Buffer
  readonly token_generation: number
}

const RESERVATION_COLUMNS = sql`reservation.id as reservation_id, reservation.number as reservation_number,
             reservation.token_hash as reservation_hash, reservation.token_generation`

function originOf(row: ReservationRow): TokenOfReservation {
  return { id: row.reservation_id, tokenGeneration: row.token_generation, tokenHash: row.reservation_hash }
}

/** A reservation, and the language of its names; null stands for that of its order. */
export interface ReservationQuestion {
  readonly reservationId: string
  readonly lang: Language | null
}

/** The facts in the mail with the tickets. */
export interface CompletedReservation extends BoughtRecord {
  readonly reservationNumber: string
  readonly origin: TokenOfReservation
  /** The reader of magazines with the buyer's address, null where it gets none. */
  readonly reader: SubscribedReader | null
  /** The facts that decide whether the visit may still be moved. */
  readonly change: ChangeFactsRow
  /** Its id and state, and its tickets. */
  readonly reservation: {
    readonly id: string
    readonly status: string
    readonly tickets: readonly TicketRow[]
  }
}

const COMPLETED_COLUMNS = fixed(sql`${RESERVATION_COLUMNS}, ${BOUGHT_RECORD_COLUMNS},
             ${subscribedReader(sql`orders.site_key`, ANSWERED_ADDRESS)} as reader,
             ${CHANGE_FACTS} as change, ${TICKETS} as tickets`)

/** A reservation by its id. */
export const completedReservation: GroupedRead<ReservationQuestion, CompletedReservation | undefined> =
  grouped(async (read, questions) => {
    const { rows } = await sql<
      ReservationRow &
        BoughtRecordRow & {
          readonly reader: SubscribedReader | null
          readonly change: ChangeFactsRow
          readonly tickets: readonly TicketRow[]
        }
    >`
      select asked.place::integer as place, ${COMPLETED_COLUMNS}
        from ${reservationsById(questions)}`.execute(read)
    return inPlace(questions, rows).map(row =>
      tried(
        () =>
          row && {
            ...boughtRecordOf(row),
            reservationNumber: row.reservation_number,
            origin: originOf(row),
            reader: row.reader,
            change: row.change,
            reservation: { id: row.reservation_id, status: row.change.status, tickets: row.tickets },
          },
      ),
    )
  })

/** The facts of a reservation in the mail about a refund; names are in the language of the order. */
export interface RefundedReservation {
  readonly order: OrderRecord
  readonly reservationNumber: string
  readonly origin: TokenOfReservation
  readonly tickets: readonly TicketRow[]
}

/** A reservation by its id. */
export const refundedReservation: GroupedRead<string, RefundedReservation | undefined> = grouped(
  async (read, ids) => {
    const { rows } = await sql<ReservationRow & OrderRow & { readonly tickets: readonly TicketRow[] }>`
      select asked.place::integer as place, ${RESERVATION_COLUMNS}, ${ORDER_COLUMNS},
             ${TICKETS} as tickets
        from ${reservationsById(ids.map(reservationId => ({ reservationId, lang: null })))}`.execute(read)
    return inPlace(ids, rows).map(row =>
      tried(
        () =>
          row && {
            order: recordOf(row),
            reservationNumber: row.reservation_number,
            origin: originOf(row),
            tickets: row.tickets,
          },
      ),
    )
  },
)
