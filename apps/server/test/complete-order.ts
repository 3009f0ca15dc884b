import { randomBytes, randomUUID } from 'node:crypto'

import { isBeingPaid } from '@kippu/domain/states/order'
import { sql } from 'kysely'

import type { Tx } from '../src/platform/db/database.ts'
import type { JobQueue } from '../src/platform/jobs/queue.ts'
import {
  completionOf,
  judgeCompletion,
  lockCompletions,
  type PaymentOfOrder,
  writeCompletions,
} from '../src/sales/fulfil/complete-order.ts'
import { retakeOrder } from '../src/sales/fulfil/retake-order.ts'
import { lockWithStock } from '../src/orders/life/end-order.ts'
import { providerOrderRefOf } from '../src/payments/port/order-ref.ts'
import { findOrderAndPayments } from '../src/payments/saga/paid-order.ts'
import type { IssuedReservation } from '../src/tickets/find-reservation.ts'
import { findReservationOfOrder } from './find-reservation-of-order.ts'
import type { Tokens } from '../src/platform/tokens.ts'

export interface CompleteOrder {
  readonly orderId: string
  /** Yen. */
  readonly paid: { readonly amount: number; readonly methodDiscount: number }
  readonly tokens: Tokens
  readonly jobs: JobQueue
}

/** Completes a paid order as a payment does. `undefined`: it cannot be completed. */
export async function completeOrder(
  tx: Tx,
  { orderId, paid, ...deps }: CompleteOrder,
): Promise<IssuedReservation | undefined> {
  const order = await lockWithStock(tx, orderId)
  if (order === undefined) return undefined
  if (order.status === 'completed') return findReservationOfOrder(tx, orderId)
  const amount = { currency: 'JPY', minor: paid.amount } as const
  const payment = { id: randomUUID(), amount, methodDiscount: paid.methodDiscount }
  const facts = await findOrderAndPayments(tx, orderId)
  if (judgeCompletion(facts, payment) === 'never') return undefined
  if (!isBeingPaid(order.status) && !(await retakeOrder(tx, order))) return undefined
  await insertCaptured(tx, { orderId, siteKey: order.siteKey, payment })
  const completion = completionOf(deps, await findOrderAndPayments(tx, orderId), payment)
  await sql`
    with ${lockCompletions([completion], sql`true`)},
      ${writeCompletions([completion], sql`select order_id from whole_holds`)}
    select 1`.execute(tx)
  return findReservationOfOrder(tx, orderId)
}

interface Captured {
  readonly orderId: string
  readonly siteKey: string
  readonly payment: PaymentOfOrder
}

/** The attempt that the reservation refers to. */
async function insertCaptured(tx: Tx, { orderId, siteKey, payment }: Captured): Promise<void> {
  await tx
    .insertInto('payment_attempts')
    .values({
      id: payment.id,
      site_key: siteKey,
      order_id: orderId,
      payment_number_hash: randomBytes(32),
      provider: 'stripe',
      method: 'stripe',
      provider_order_ref: providerOrderRefOf(payment.id),
      amount: payment.amount.minor,
      currency: payment.amount.currency,
      tax_amount: 0,
      method_discount: payment.methodDiscount,
      state: 'captured',
      provider_refs: '{}',
      deadline: sql<Date>`now()`,
      created_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .execute()
}
