import type { Reservation } from '@kippu/contract/reservations'
import { SALES_CHANNELS } from '@kippu/domain/states/ticket'
import { sql } from 'kysely'
import * as v from 'valibot'

import { inPlace, type Placed } from '../db/asked.ts'
import type { GroupedRead } from '../db/database.ts'
import { grouped } from '../db/grouped.ts'
import type { Deps } from '../deps.ts'
import { BOUGHT_COLUMNS, type BoughtRow } from '../orders/bought/bought-columns.ts'
import { boughtProductOf, boughtSetsOf } from '../orders/bought/bought-product.ts'
import type { TokenQuestion } from '../orders/bought/token-question.ts'
import { CHANGE_FACTS, changeFactsOf, type ChangeFactsRow, changePermissionOf } from './change-facts.ts'
import { refuseToken, type UnknownToken } from './former-tokens.ts'
import { PAID_YEN } from './paid-yen.ts'
import { reservationsByToken } from './reservation-tables.ts'

const status = v.picklist(['active', 'cancelled'])
const channel = v.picklist(SALES_CHANNELS)

/** A bought visit; the token is the permission (E-01, S-8.03, S-8.08). */
export async function readReservation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  asked: TokenQuestion,
): Promise<Reservation | UnknownToken> {
  const row = await db.find(reservationByToken, asked)
  if (row === undefined) return refuseToken(db, asked)
  const product = boughtProductOf(row)
  return {
    reservation_number: row.number,
    reservation_token: asked.token,
    status: v.parse(status, row.status),
    sales_channel: v.parse(channel, row.channel),
    booking_type: product.sale_type,
    main_product: product,
    set_products: boughtSetsOf(row),
    price: row.paid,
    tickets_count: row.tickets,
    permissions: {
      change: changePermissionOf(changeFactsOf(row.change), clock.now()),
      receipt: { allowed: row.paid > 0 || row.has_receipt },
    },
  }
}

interface ReservationRow extends BoughtRow, Placed {
  readonly number: string
  readonly status: string
  readonly channel: string
  /** What is paid and was not given back, in yen. */
  readonly paid: number
  /** Of what was paid, and perhaps given back since. */
  readonly has_receipt: boolean
  /** Tickets that it has, of both types. */
  readonly tickets: number
  readonly change: ChangeFactsRow
}

/** The reservation of a site that a token opens, with what its order says; never the buyer's address (S-8.09). */
const reservationByToken: GroupedRead<TokenQuestion, ReservationRow | undefined> = grouped(
  async (read, questions) => {
    const { rows } = await sql<ReservationRow>`
      select asked.place::integer as place, reservation.number, reservation.status, orders.channel,
             ${PAID_YEN} as paid, ${CHANGE_FACTS} as change,
             exists (select from receipts where reservation_id = reservation.id) as has_receipt,
             (select count(*)::integer from tickets where reservation_id = reservation.id) as tickets,
             orders.quantity, orders.time_span_id, ${BOUGHT_COLUMNS}
        from ${reservationsByToken(questions)}`.execute(read)
    return inPlace(questions, rows)
  },
)
