import type { Answer, RefusalOf } from '@kippu/contract/call'
import type { readTimeChange as readTimeChangeCall, TimeChange } from '@kippu/contract/time-changes'
import { jstIso } from '@kippu/domain/jst-date'
import type { OrderStatus } from '@kippu/domain/states/order'
import { sumOf } from '@kippu/domain/sum'
import * as v from 'valibot'

import type { Deps } from '../../platform/deps.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { hasMovedOn } from '../../tickets/moved-on.ts'
import { reservationToken } from '../../tickets/reservation-token.ts'
import { hashToken } from '../../platform/tokens.ts'
import { extensionsLeft } from '../../orders/life/extend-order.ts'
import { type AskedOrder, dueOf } from '../../orders/life/find-order.ts'
import { type ChangeRow, changeByToken } from './change-row.ts'

export interface AskedTimeChange extends AskedOrder {
  readonly lang: string | undefined
  /** The reservation that it must be a change of, as far as the request says. */
  readonly reservationToken: string | undefined
}

const lineKind = v.picklist(['ticket_type', 'extra', 'set'])

/**
 * Reads a change of time. One whose hold has ended is refused; after it is complete its reservation has a new token.
 * Once another change has moved the reservation on, this one says no more than a former token does.
 */
export async function readTimeChange(
  { db, tokens, env }: Pick<Deps, 'db' | 'tokens' | 'env'>,
  asked: AskedTimeChange,
): Promise<Answer<typeof readTimeChangeCall> | Refusal<RefusalOf<typeof readTimeChangeCall>>> {
  const row = await db.find(changeByToken, asked)
  if (row === undefined || !isOf(row, asked.reservationToken)) return refuse('record not found')
  const { order } = row
  if (order.hasEnded) return refuse('time change expired')
  if (hasMovedOn(row.reservation, order)) return refuse('reservation url changed')
  const former = sumOf(row.items.map(({ former_price }) => former_price ?? 0))
  const isComplete = order.status === 'completed'
  return {
    status: statusOf(order.status),
    reservation_token: reservationToken(tokens, row.reservation),
    reservation_number: row.reservation.number,
    product_name: row.product.name ?? '',
    booking_type: row.product.sale_type,
    quantity: order.quantity,
    old: visitOf(row.old, former),
    new: visitOf(row.new, order.price),
    lines: linesOf(row),
    coupons: row.coupons.map(({ name, old_discount, new_discount }) => ({
      coupon_name: name ?? '',
      old_discount,
      new_discount,
    })),
    membership: membershipOf(row),
    credit: Math.max(0, order.credit - former),
    old_price: order.credit,
    new_price: order.price,
    difference: order.price - order.credit,
    payment_required: dueOf(order) > 0,
    refund: isComplete ? (row.refund?.amount ?? 0) : order.refundDue,
    refund_state: row.refund?.state ?? null,
    expires_at: jstIso(order.expiresAt.getTime()),
    extensions_left: extensionsLeft(order, { isNearlySoldOut: row.is_nearly_sold_out }, env),
  }
}

/** Also by the token that the reservation had before this very change. */
function isOf({ reservation }: ChangeRow, token: string | undefined): boolean {
  if (token === undefined) return true
  const hash = hashToken(token).toString('hex')
  return hash === reservation.tokenHash || reservation.former_hashes.includes(hash)
}

function statusOf(status: OrderStatus): TimeChange['status'] {
  switch (status) {
    case 'ready_checkout':
      return 'pending'
    case 'payment_pending':
    case 'payment_3ds':
      return 'waiting'
    case 'completed':
      return 'complete'
    case 'temporary':
    case 'mail_sent':
    case 'expired':
    case 'cancelled':
    case 'refunded':
    case 'refund_failed':
      return 'cancelled'
  }
}

function visitOf({ starts_at, ends_at }: ChangeRow['old'], price: number): TimeChange['old'] {
  return { reservation_from: jstIso(starts_at * 1000), reservation_to: jstIso(ends_at * 1000), price }
}

function linesOf({ items, old_sets: oldSets }: ChangeRow): TimeChange['lines'] {
  const left = [...oldSets]
  return items.map(item => {
    const kind = v.parse(lineKind, item.kind)
    const index = kind === 'set' ? left.findIndex(({ product_id }) => product_id === item.product_id) : -1
    const [old] = index === -1 ? [] : left.splice(index, 1)
    return {
      kind: kind === 'ticket_type' ? 'ticket' : kind,
      name: item.name ?? '',
      quantity: item.quantity,
      old_price: item.former_price ?? 0,
      new_price: item.price,
      old_from: old === undefined ? null : jstIso(old.starts_at * 1000),
      new_from: kind === 'set' && item.starts_at !== null ? jstIso(item.starts_at * 1000) : null,
    }
  })
}

function membershipOf({ membership }: ChangeRow): TimeChange['membership'] {
  if (membership === null) return null
  const { name, old_discount, new_discount } = membership
  return { membership_promotion_name: name ?? '', old_discount, new_discount }
}
