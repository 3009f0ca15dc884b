import type { Reservation } from '@kippu/contract/reservations'
import { shareFaultOf } from '@kippu/domain/sharing'
import { SALES_CHANNELS } from '@kippu/domain/states/ticket'
import { sql } from 'kysely'
import * as v from 'valibot'

import { inPlace, type Placed } from '../platform/db/asked.ts'
import type { GroupedRead } from '../platform/db/database.ts'
import { grouped } from '../platform/db/grouped.ts'
import type { Deps } from '../platform/deps.ts'
import { BOUGHT_COLUMNS, type BoughtRow } from '../orders/bought/bought-columns.ts'
import { boughtProductOf, boughtSetsOf } from '../orders/bought/bought-product.ts'
import type { TokenQuestion } from '../orders/bought/token-question.ts'
import { isTokenOf } from '../platform/tokens.ts'
import { CHANGE_FACTS, changeFactsOf, type ChangeFactsRow, changePermissionOf } from './change-facts.ts'
import { refuseToken, type UnknownToken } from './former-tokens.ts'
import { PAID_YEN } from './paid-yen.ts'
import { PARTY, partyOf, type PartyRow } from './party.ts'
import { readPart } from './read-part.ts'
import { reservationsByToken } from './reservation-tables.ts'

const status = v.picklist(['active', 'cancelled'])
const channel = v.picklist(SALES_CHANNELS)

/** A bought visit, or the part of it that somebody was given; the token is the permission. */
export async function readReservation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  asked: TokenQuestion,
): Promise<Reservation | UnknownToken> {
  if (isTokenOf('shared', asked.token)) return readPart(db, asked)
  const row = await db.find(reservationByToken, asked)
  if (row === undefined) return refuseToken(db, asked)
  const product = boughtProductOf(row)
  const { isActive, isBeingPaid } = changeFactsOf(row.change).visit
  const fault = shareFaultOf(
    { isActive, isBeingPaid, endsAtMs: row.visit.ends_at * 1000, tickets: partyOf(row.party) },
    clock.now(),
  )
  return {
    reservation_number: row.number,
    reservation_token: asked.token,
    status: v.parse(status, row.status),
    sales_channel: v.parse(channel, row.channel),
    booking_type: product.sale_type,
    main_product: product,
    set_products: boughtSetsOf(row),
    price: row.paid,
    tickets_count: row.party.length,
    changes: row.change.changes,
    shared: null,
    permissions: {
      share: { allowed: fault === null, reason: fault, by_mail: isActive && row.paid > 0 },
      change: changePermissionOf(changeFactsOf(row.change), clock.now()),
      receipt: { allowed: row.paid > 0 || row.has_receipt },
    },
  }
}

interface ReservationRow extends BoughtRow, Placed {
  readonly number: string
  readonly status: string
  readonly channel: string
  /** The yen that are paid and were not given back. */
  readonly paid: number
  /** True where something was paid, even if it was given back since. */
  readonly has_receipt: boolean
  /** Its tickets, of both types. */
  readonly party: readonly PartyRow[]
  readonly change: ChangeFactsRow
}

/** The reservation of a site that a token opens, with what its order says; never the buyer's address. */
const reservationByToken: GroupedRead<TokenQuestion, ReservationRow | undefined> = grouped(
  async (read, questions) => {
    const { rows } = await sql<ReservationRow>`
      select asked.place::integer as place, reservation.number, reservation.status, orders.channel,
             ${PAID_YEN} as paid, ${CHANGE_FACTS} as change,
             exists (select from receipts where reservation_id = reservation.id) as has_receipt,
             ${PARTY} as party,
             orders.quantity, orders.time_span_id, ${BOUGHT_COLUMNS}
        from ${reservationsByToken(questions)}`.execute(read)
    return inPlace(questions, rows)
  },
)
