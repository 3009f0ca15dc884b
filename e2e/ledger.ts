import { expect } from '@playwright/test'
import * as v from 'valibot'

import type { OrderRecords } from './database.ts'
import { STACK } from './stack.ts'

const totals = v.record(
  v.string(),
  v.object({ authorizations: v.number(), captured: v.number(), net: v.number() }),
)

/** What the payment providers took for an order, in yen, by their own books. */
export interface Charges {
  /** How often money was set aside on a card. */
  readonly authorizations: number
  readonly captured: number
  /** Captured less refunded: what the visitor has really paid. */
  readonly net: number
}

/** Everything that was charged for an order, over all its attempts. */
export async function chargesOf(records: OrderRecords, orderToken: string): Promise<Charges> {
  const response = await fetch(`${STACK.simulators}/_sim/ledger`)
  const ledger = v.parse(v.object({ totals }), await response.json())
  const attempts = await records.attemptsOf(orderToken)
  const charges = attempts.flatMap(id => ledger.totals[id] ?? [])
  const sum = (of: (charge: Charges) => number): number => charges.reduce((all, one) => all + of(one), 0)
  return {
    authorizations: sum(charge => charge.authorizations),
    captured: sum(charge => charge.captured),
    net: sum(charge => charge.net),
  }
}

/** Waits until the order is paid, exactly once and no yen more. */
export async function expectOneCharge(
  records: OrderRecords,
  { orderToken, price }: { readonly orderToken: string; readonly price: number },
): Promise<void> {
  await expect
    .poll(() => chargesOf(records, orderToken), 'one charge')
    .toEqual({ authorizations: 1, captured: price, net: price })
}
