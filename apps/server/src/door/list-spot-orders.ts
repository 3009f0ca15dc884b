import type { Answer } from '@kippu/contract/call'
import type { listSpotOrders as listSpotOrdersCall } from '@kippu/contract/spot'
import { jstIso } from '@kippu/domain/jst-date'
import { isBeingPaid } from '@kippu/domain/states/order'
import { sql } from 'kysely'

import { askedRows, inPlace, type Placed } from '../platform/db/asked.ts'
import type { GroupedRead } from '../platform/db/database.ts'
import { grouped } from '../platform/db/grouped.ts'
import type { Deps } from '../platform/deps.ts'
import { boughtByToken, type BoughtRecord } from '../orders/bought/bought-order.ts'
import type { OrderRecord } from '../orders/life/find-order.ts'
import { reservationToken } from '../tickets/reservation-token.ts'

type SpotOrderRow = Answer<typeof listSpotOrdersCall>[number]

export interface SpotOrdersQuestion {
  readonly siteKey: string
  readonly tokens: readonly string[]
  readonly lang: string | undefined
}

/**
 * The orders of the door that a browser has kept the tokens of, the newest first. Tokens of other sites, other channels
 * and of nothing are left out: a browser that has none learns nothing.
 */
export async function listSpotOrders(
  { db, tokens }: Pick<Deps, 'db' | 'tokens'>,
  { siteKey, tokens: asked, lang }: SpotOrdersQuestion,
): Promise<SpotOrderRow[]> {
  const found = await Promise.all(
    [...new Set(asked)].map(async token => {
      const record = await db.find(boughtByToken, { siteKey, token, lang })
      return record?.order.channel === 'spot' ? [{ token, record }] : []
    }),
  )
  const newestFirst = found.flat().toSorted((a, b) => createdAt(b.record) - createdAt(a.record))
  return Promise.all(
    newestFirst.map(async ({ token, record }) => {
      const { order } = record
      const visit = order.status === 'completed' ? await db.find(visitOfOrder, order.id) : undefined
      return {
        order_token: token,
        status: stateOf(order, visit),
        product_name: record.bought.product.product_name,
        reservation_from:
          visit === undefined ? record.bought.product.reservation_from : jstIso(visit.startsAtMs),
        quantity: visit?.quantity ?? order.quantity,
        ...(visit?.isActive === true && { reservation_token: reservationToken(tokens, visit) }),
      }
    }),
  )
}

const createdAt = ({ order }: BoughtRecord): number => order.createdAt.getTime()

function stateOf(order: OrderRecord, visit: Visit | undefined): SpotOrderRow['status'] {
  if (visit?.isActive === true) return 'completed'
  if (isBeingPaid(order.status)) return 'paying'
  return order.status === 'ready_checkout' && !order.hasEnded ? 'open' : 'ended'
}

/** The reservation of a completed order, which may have moved to another time since. */
interface Visit {
  readonly id: string
  readonly tokenGeneration: number
  readonly tokenHash: Buffer
  readonly isActive: boolean
  readonly startsAtMs: number
  readonly quantity: number
}

const visitOfOrder: GroupedRead<string, Visit | undefined> = grouped(async (read, orderIds) => {
  const { rows } = await sql<Visit & Placed>`
    select asked.place::integer as place, r.id, r.token_generation as "tokenGeneration", r.token_hash as "tokenHash",
           r.status = 'active' as "isActive", extract(epoch from t.starts_at)::float * 1000 as "startsAtMs", n.quantity
      from ${askedRows({ order_id: ['uuid', orderIds] })}
      join lateral (
        select id from reservations where order_id = asked.order_id
        union
        select p.reservation_id from reservation_payments p join payment_attempts a on a.id = p.attempt_id
         where a.order_id = asked.order_id) as ours on true
      join reservations r on r.id = ours.id
      join orders n on n.id = r.order_id
      join time_spans t on t.id = n.time_span_id`.execute(read)
  return inPlace(orderIds, rows)
})
