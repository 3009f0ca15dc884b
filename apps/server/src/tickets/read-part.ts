import type { Reservation } from '@kippu/contract/reservations'
import { maskedName } from '@kippu/domain/sharing'
import { SALES_CHANNELS } from '@kippu/domain/states/ticket'
import { sql } from 'kysely'
import * as v from 'valibot'

import { buyerOf } from '../orders/buyers/buyer.ts'
import { inPlace, type Placed } from '../platform/db/asked.ts'
import type { Database, GroupedRead } from '../platform/db/database.ts'
import { grouped } from '../platform/db/grouped.ts'
import { refuse, type Refusal } from '../platform/http/refusal.ts'
import { BOUGHT_COLUMNS, type BoughtRow } from '../orders/bought/bought-columns.ts'
import { boughtProductOf } from '../orders/bought/bought-product.ts'
import { IS_OPEN_CALLED_OFF } from '../orders/life/change-end.ts'
import type { TokenQuestion } from '../orders/bought/token-question.ts'
import { reservationsByShare } from './reservation-tables.ts'
import { TICKETS, type TicketRow } from './ticket-rows.ts'

/** The part of a reservation that was handed on. */
export interface PartRow extends BoughtRow, Placed {
  /** The id of the reservation. */
  readonly id: string
  readonly status: string
  readonly channel: string
  readonly share_id: string
  readonly is_accepted: boolean
  /** The house has cancelled the visit. */
  readonly is_called_off: boolean
  /** The token is that of the accepted part, and not only that of its link. */
  readonly is_holder: boolean
  /** All of the reservation. */
  readonly tickets: readonly TicketRow[]
  readonly customer_info: unknown
}

const partByToken: GroupedRead<TokenQuestion, PartRow | undefined> = grouped(async (read, questions) => {
  const { rows } = await sql<PartRow>`
    select asked.place::integer as place, reservation.id, reservation.status, orders.channel, orders.customer_info,
           share.id as share_id, share.is_accepted, share.is_holder, ${IS_OPEN_CALLED_OFF} as is_called_off, ${TICKETS} as tickets,
           orders.quantity, orders.time_span_id, ${BOUGHT_COLUMNS}
      from ${reservationsByShare(questions)}`.execute(read)
  return inPlace(questions, rows)
})

/** The part that the token of a link, or that of an accepted part, leads to; undefined once it was taken back. */
export function findPart(db: Pick<Database, 'find'>, asked: TokenQuestion): Promise<PartRow | undefined> {
  return db.find(partByToken, asked)
}

/** The tickets of the part whose money did not go back. */
export function validTicketsOf({ tickets, share_id: share }: PartRow): PartRow['tickets'] {
  return tickets.filter(({ share_id: shareId, is_revoked: isRevoked }) => shareId === share && !isRevoked)
}

/** The first letter of the buyer's name: who gave the part. */
export function giverOf({ customer_info: answers }: Pick<PartRow, 'customer_info'>): string {
  return maskedName(buyerOf(answers).name)
}

const status = v.picklist(['active', 'cancelled'])
const channel = v.picklist(SALES_CHANNELS)

/**
 * An accepted part as its holder sees it: neither the number nor the money of the whole, and nothing of the buyer but
 * the first letter of their name. It is not moved, has no receipt, and is not handed on.
 */
export async function readPart(
  db: Pick<Database, 'find'>,
  asked: TokenQuestion,
): Promise<Reservation | Refusal<'record not found'>> {
  const part = await findPart(db, asked)
  if (part === undefined) return refuse('record not found')
  const own = validTicketsOf(part)
  const product = boughtProductOf(part)
  const gates = own.filter(({ type }) => type === 'gate')
  const sets = Map.groupBy(
    own.filter(({ type }) => type === 'set'),
    ({ product_name: name }) => name ?? '',
  )
  return {
    reservation_number: null,
    reservation_token: asked.token,
    status: v.parse(status, part.status),
    sales_channel: v.parse(channel, part.channel),
    booking_type: product.sale_type,
    main_product: {
      ...product,
      quantity: gates.length,
      order_options: product.order_options.flatMap(option => {
        const quantity = gates.filter(({ option_value_id: kind }) => kind === option.option_value_id).length
        return quantity === 0 ? [] : [{ ...option, quantity, add_cost: 0, unit_price: 0 }]
      }),
    },
    set_products: Array.from(sets, ([name, units]) => ({
      product_name: name,
      add_cost: 0,
      quantity: units.length,
    })),
    price: null,
    tickets_count: own.length,
    // Nobody moves it while it is with somebody else.
    changes: 0,
    shared: { giver_name: giverOf(part) },
    permissions: {
      change: {
        allowed: false,
        until: null,
        reason: 'handed_on',
        ...(part.is_called_off && { called_off: true }),
      },
      share: { allowed: false, reason: 'shared', by_mail: false },
      receipt: { allowed: false },
    },
  }
}
