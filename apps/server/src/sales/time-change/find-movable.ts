import type { UnitsBySpan } from '@kippu/domain/stock/grant'
import { sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'
import {
  CHANGE_FACTS,
  type ChangeFacts,
  changeFactsOf,
  type ChangeFactsRow,
} from '../../tickets/change-facts.ts'
import { PAID_YEN } from '../../tickets/paid-yen.ts'
import { reservationsByToken } from '../../tickets/reservation-tables.ts'
import {
  type AskedOrder,
  findChangeUnderWay,
  type OrderRecord,
  selectOrder,
} from '../../orders/life/find-order.ts'
import { findHeldUnits } from '../../stock/held-stock.ts'
import { payableOf, type PayableOrder, selectPayable } from '../../orders/life/payable-order.ts'

/** A ticket that admits somebody. */
export interface LiveTicket {
  readonly type: string
  readonly productId: number
  readonly timeSpanId: number
  /** Null for a set product. */
  readonly optionValueId: number | null
  /** The price, in yen. */
  readonly price: number
}

/** A reservation and all that a change of its time is judged and priced by. */
export interface Movable {
  readonly reservationId: string
  /** The newest completed order of the reservation. */
  readonly bought: PayableOrder
  readonly tickets: readonly LiveTicket[]
  /** The yen that are paid and were not given back. */
  readonly paid: number
  readonly facts: ChangeFacts
  /** The change that is under way, if any; its hold may have ended. */
  readonly underWay: OrderRecord | undefined
  /** The units that that change holds of each time span. */
  readonly held: UnitsBySpan
}

interface ReservationRow {
  readonly id: string
  readonly order_id: string
  readonly paid: number
  readonly change: ChangeFactsRow
}

/** The reservation of a site that a token opens. */
export async function findMovable(read: Read, asked: AskedOrder): Promise<Movable | undefined> {
  const question = { ...asked, lang: undefined }
  const { rows } = await sql<ReservationRow>`
    select reservation.id, reservation.order_id, ${PAID_YEN} as paid, ${CHANGE_FACTS} as change
      from ${reservationsByToken([question])}`.execute(read)
  const [row] = rows
  if (row === undefined) return undefined
  const bought = await selectPayable(selectOrder(read))
    .where('id', '=', row.order_id)
    .executeTakeFirstOrThrow()
  const underWay = await findChangeUnderWay(read, row.id)
  return {
    reservationId: row.id,
    bought: payableOf(bought),
    tickets: await findLiveTickets(read, row.id),
    paid: row.paid,
    facts: changeFactsOf(row.change),
    underWay,
    held: underWay === undefined ? new Map() : await findHeldUnits(read, underWay.id),
  }
}

async function findLiveTickets(read: Read, reservationId: string): Promise<LiveTicket[]> {
  const { rows } = await sql<LiveTicket>`
    select t.type, t.product_id as "productId", t.time_span_id as "timeSpanId", t.option_value_id as "optionValueId", t.price
      from tickets t
     where t.reservation_id = ${reservationId} and t.revoked_at is null
     order by t.id`.execute(read)
  return rows
}

/** Units of each time span that are free for this visit alone: the change under way holds them. What has ended counts as free already. */
export function ownUnitsOf({ underWay, held }: Pick<Movable, 'underWay' | 'held'>): UnitsBySpan {
  return underWay?.hasEnded === false ? held : new Map()
}
