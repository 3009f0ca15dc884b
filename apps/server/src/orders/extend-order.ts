import type { Answer, RefusalOf } from '@kippu/contract/call'
import type { extendOrder as extendOrderCall } from '@kippu/contract/orders'
import { jstIso } from '@kippu/domain/jst-date'
import { holdMayExpire, isBeingPaid } from '@kippu/domain/states/order'
import { sql } from 'kysely'

import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { refuse, type Refusal } from '../http/refusal.ts'
import { findOrderByToken, lockOrder, type OrderRecord } from './find-order.ts'
import { lockLiveHolds, setHoldsEnd } from './held-stock.ts'

type ExtendOrderCall = typeof extendOrderCall
type CannotExtend = Refusal<RefusalOf<ExtendOrderCall>>

/** A visitor may ask for more time at least this often (WCAG 2.2.1); more would keep others out. */
const MOST_EXTENSIONS = 10

/** How often the hold of an order may still be extended by its buyer. */
export function extensionsLeft({ extensions }: Pick<OrderRecord, 'extensions'>): number {
  return Math.max(0, MOST_EXTENSIONS - extensions)
}

/**
 * Holds an order for as long as a new one from now on (WCAG 2.2.1), ten times at most. Refused with `invalid order status`
 * while it is being paid, for its payment decides when it ends, and when it was extended often enough.
 */
export async function extendOrder(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  siteKey: string,
  token: string,
): Promise<Answer<ExtendOrderCall> | CannotExtend> {
  return db.transaction(async tx => {
    const found = await findOrderByToken(tx, { siteKey, token })
    const order = found && (await lockOrder(tx, found.id))
    if (order === undefined) return refuse('record not found')
    if (order.hasEnded) return refuse('session_timeout')
    if (isBeingPaid(order.status)) return refuse('invalid order status')
    if (!holdMayExpire(order.status)) return refuse('record not found')
    if (extensionsLeft(order) === 0) return refuse('invalid order status')
    // The last moment counts: who found the span full may have taken the places already.
    if (!(await lockLiveHolds(tx, order.id))) return refuse('session_timeout')
    const extended = await extend(tx, order, env.orderHoldSeconds)
    await setHoldsEnd(tx, order.id, extended.expiresAt)
    return {
      expires_at: jstIso(extended.expiresAt.getTime()),
      extensions_left: extensionsLeft(extended),
    }
  })
}

/** Never nearer than it was: a payment that failed may have left more time. */
async function extend(
  tx: Tx,
  order: OrderRecord,
  seconds: number,
): Promise<Pick<OrderRecord, 'expiresAt' | 'extensions'>> {
  return tx
    .updateTable('orders')
    .set({
      expires_at: sql<Date>`greatest(expires_at, now() + make_interval(secs => ${seconds}))`,
      extensions: order.extensions + 1,
    })
    .where('id', '=', order.id)
    .returning(['expires_at as expiresAt', 'extensions'])
    .executeTakeFirstOrThrow()
}
