import { expect } from '@playwright/test'
import * as v from 'valibot'

import type { OrderRecords } from './database.ts'
import { STACK } from './stack.ts'

const movements = v.object({
  entries: v.array(
    v.object({
      attempt_id: v.nullable(v.string()),
      kind: v.picklist(['authorized', 'captured', 'refunded', 'voided']),
      amount: v.number(),
    }),
  ),
})

/** The amounts that the payment providers took for an order, in yen, by their own ledgers. */
export interface Charges {
  /** Number of authorisations, or of charges where the amount is taken at once. */
  readonly times: number
  readonly captured: number
  /** Captured less refunded: the amount that the visitor has really paid. */
  readonly net: number
}

export const NO_CHARGE: Charges = { times: 0, captured: 0, net: 0 }

/** Everything that was charged for an order, over all its attempts. */
export async function chargesOf(records: OrderRecords, orderToken: string): Promise<Charges> {
  const response = await fetch(`${STACK.simulators}/_sim/ledger`)
  const { entries } = v.parse(movements, await response.json())
  const attempts = await records.attemptsOf(orderToken)
  const amounts = (kind: string): number[] =>
    entries.flatMap(entry =>
      entry.kind === kind && entry.attempt_id !== null && attempts.includes(entry.attempt_id)
        ? [entry.amount]
        : [],
    )
  const captured = sum(amounts('captured'))
  return {
    times: Math.max(amounts('authorized').length, amounts('captured').length),
    captured,
    net: captured - sum(amounts('refunded')),
  }
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, one) => all + one, 0)
}

/** Waits until the order is paid, exactly once and no yen more. */
export async function expectOneCharge(
  records: OrderRecords,
  { orderToken, price }: { readonly orderToken: string; readonly price: number },
): Promise<void> {
  await expect
    .poll(() => chargesOf(records, orderToken), 'one charge')
    .toEqual({ times: 1, captured: price, net: price })
}
