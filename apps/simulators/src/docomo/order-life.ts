import { type LedgerEntry, movement } from '../core/ledger.ts'
import type { Notice } from '../core/notice.ts'
import { attemptIdOf } from '../core/order-ref.ts'
import { randomId } from '../core/random-id.ts'
import type { Changes, Order } from './records.ts'

/** The steps of a payment of d払い. Each gives the changes to commit. */

/** The order at this time: an open order expires. */
export function asOf(order: Order, now: Date): Order {
  return order.state === 'open' && now >= new Date(order.expires) ? { ...order, state: 'expired' } : order
}

/** The visitor pays. The amount is authorized. */
export function authorize(order: Order, now: Date): Changes {
  return become({ ...order, state: 'authorized' }, [moved(order, { kind: 'authorized', at: now })])
}

export function fail(order: Order): Changes {
  return become({ ...order, state: 'failed', code: 'declined' }, [])
}

export function capture(order: Order, now: Date): Changes {
  return become({ ...order, state: 'captured' }, [moved(order, { kind: 'captured', at: now })])
}

export function cancel(order: Order, now: Date): Changes {
  const money = order.state === 'authorized' ? [moved(order, { kind: 'voided', at: now })] : []
  return become({ ...order, state: 'voided', tokens: [] }, money)
}

/** Gives some of the captured amount back. */
export function refund(order: Order, now: Date, amount: number): Changes {
  const money = [moved(order, { kind: 'refunded', amount, at: now })]
  return become({ ...order, refunded: order.refunded + amount }, money)
}

/** A movement of money of an order, by default of its whole amount. */
function moved(
  { order_ref: ref, amount: whole }: Order,
  {
    kind,
    at,
    amount = whole,
  }: { readonly kind: LedgerEntry['kind']; readonly at: Date; readonly amount?: number },
): LedgerEntry {
  return movement({ provider: 'docomo', ref, attempt_id: attemptIdOf(ref), kind, amount, at })
}

function become(order: Order, money: readonly LedgerEntry[]): Changes {
  return { orders: [order], money: [...money], outbox: order.notify_url === '' ? [] : [noticeOf(order)] }
}

/** The notice is signed when it is sent, and accepted when the store answers `OK`. */
function noticeOf({ order_ref, state, refunded, notify_url }: Order): Notice {
  const id = randomId('docomo_notice')
  const body = JSON.stringify({ notice_id: id, order_ref, state, refunded })
  return {
    id,
    provider: 'docomo',
    url: notify_url,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(body).toString('base64'),
    accepts: { text: 'OK' },
  }
}
