import { paymentMethod, type PaymentMethod } from '@kippu/contract/payment-method'
import { CURRENCIES, type Money } from '@kippu/domain/money'
import { ATTEMPT_STATES, type AttemptState } from '@kippu/domain/states/payment'
import * as v from 'valibot'

import type { AttemptRef, BrowserStep, ProviderError, ProviderRefs } from './port.ts'

/**
 * An operation that was asked for and whose answer is not stored: it is on its way, or its answer is lost. It is
 * written before the provider is called, so that a crash leaves it standing.
 */
export type Operation = 'start' | 'resume' | 'capture' | 'void' | 'refund'

/** One payment attempt as the database has it. */
export interface Attempt {
  readonly id: string
  readonly siteKey: string
  readonly orderId: string
  readonly method: PaymentMethod
  readonly providerOrderRef: string
  /** What is charged: the price of the order when the payment began, less the discount of the method (S-4.03). */
  readonly amount: Money
  /** In yen; together with `amount` the price that the order had. */
  readonly methodDiscount: number
  readonly state: AttemptState
  readonly operation: Operation | null
  readonly refs: ProviderRefs
  readonly step: BrowserStep | null
  readonly failure: ProviderError | null
  /** How often it was looked at again. */
  readonly checks: number
  /** It is time to look again, and whoever worked on it is gone. */
  readonly isDue: boolean
  /** From now on it is never moved forward, only ended. */
  readonly isPastDeadline: boolean
  /** Open for more than a day. */
  readonly isOld: boolean
}

const operations = ['start', 'resume', 'capture', 'void', 'refund'] as const satisfies readonly Operation[]

const attemptRow = v.object({
  id: v.string(),
  site_key: v.string(),
  order_id: v.string(),
  method: paymentMethod,
  provider_order_ref: v.string(),
  amount: v.number(),
  currency: v.picklist(CURRENCIES),
  method_discount: v.number(),
  state: v.picklist(ATTEMPT_STATES),
  operation: v.nullable(v.picklist(operations)),
  provider_refs: v.record(v.string(), v.string()),
  browser_step: v.nullable(v.object({ kind: v.literal('redirect'), url: v.string() })),
  failure: v.nullable(
    v.object({
      codes: v.array(v.string()),
      class: v.picklist([
        'declined',
        'authentication_failed',
        'invalid_input',
        'limit',
        'expired',
        'amount_mismatch',
        'provider_busy',
        'configuration',
        'other',
      ]),
      retryable: v.boolean(),
    }),
  ),
  checks: v.number(),
  is_due: v.boolean(),
  is_past_deadline: v.boolean(),
  is_old: v.boolean(),
})

/** Reads a row of `payment_attempts`. @throws when the database holds what no version of ours has written. */
export function attemptOf(row: unknown): Attempt {
  const read = v.parse(attemptRow, row)
  return {
    id: read.id,
    siteKey: read.site_key,
    orderId: read.order_id,
    method: read.method,
    providerOrderRef: read.provider_order_ref,
    amount: { currency: read.currency, minor: read.amount },
    methodDiscount: read.method_discount,
    state: read.state,
    operation: read.operation,
    refs: read.provider_refs,
    step: read.browser_step,
    failure: read.failure,
    checks: read.checks,
    isDue: read.is_due,
    isPastDeadline: read.is_past_deadline,
    isOld: read.is_old,
  }
}

/** What an adapter is told of the attempt. */
export function refOf({ id, providerOrderRef, method, amount, refs }: Attempt): AttemptRef {
  return { attemptId: id, providerOrderRef, method, amount, refs }
}

/** The order reference at the provider: the attempt's id in 25 characters of base 36 (payments §0, at most 27). */
export function providerOrderRefOf(attemptId: string): string {
  return BigInt(`0x${attemptId.replaceAll('-', '')}`).toString(36)
}
