import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { providerOrderRefOf } from '../src/payments/port/order-ref.ts'
import type { AttemptRef, Refund } from '../src/payments/port/port.ts'
import type {
  DocomoPaymentGateway,
  IssuedToken,
  PaymentAddresses,
} from '../src/payments/providers/docomo/docomo-payment-gateway.ts'

/** A gateway, and the visitor in front of its page. */
export interface GatewayBench {
  readonly gateway: DocomoPaymentGateway
  readonly addresses: PaymentAddresses
  /** Sends the form, then pays or fails to pay. */
  readonly answer: (form: Form, answer: 'pay' | 'fail') => Promise<void>
  /** Sends the form; false when it is refused. */
  readonly isTaken: (form: Form) => Promise<boolean>
}

export type Form = Extract<IssuedToken, { readonly kind: 'issued' }>

/**
 * The guarantees of every {@link DocomoPaymentGateway}. Run them in the provider's own test environment from a test
 * file of the implementation; `open` is called for each test.
 */
export function describeDocomoGateway(name: string, open: () => Promise<GatewayBench>): void {
  describe(`${name} is a gateway of d_pay (D-43)`, () => {
    test('does not know a reference before its first token', async () => {
      const { gateway } = await open()
      expect(await gateway.query(newAttempt())).toEqual({ kind: 'not_found' })
    })

    test('returns another token at each call, all for one payment (S-13.04)', async () => {
      const bench = await open()
      const attempt = newAttempt()
      const [first, second] = [await issue(bench, attempt), await issue(bench, attempt)]
      expect(second.couponToken).not.toBe(first.couponToken)
      expect(await bench.gateway.query(attempt)).toEqual({ kind: 'open', amount: 3200 })
      await bench.answer(first, 'pay')
      expect(await bench.gateway.query(attempt)).toEqual({ kind: 'authorized', amount: 3200 })
      expect((await bench.gateway.issueToken(attempt, bench.addresses)).kind).toBe('refused')
    })

    test('captures an authorised payment once', async () => {
      const bench = await open()
      const attempt = await authorized(bench)
      expect(await bench.gateway.capture(attempt)).toEqual({ kind: 'done' })
      expect(['done', 'already']).toContain((await bench.gateway.capture(attempt)).kind)
      expect(await bench.gateway.query(attempt)).toEqual({ kind: 'captured', amount: 3200, left: 3200 })
      expect(await bench.gateway.cancel(attempt)).toEqual({ kind: 'already', state: 'captured' })
    })

    test('reports that a visitor could not pay', async () => {
      const bench = await open()
      const attempt = newAttempt()
      await bench.answer(await issue(bench, attempt), 'fail')
      expect((await bench.gateway.query(attempt)).kind).toBe('failed')
      expect((await bench.gateway.capture(attempt)).kind).not.toBe('done')
    })

    test('fences an open payment: its forms are refused afterwards', async () => {
      const bench = await open()
      const attempt = newAttempt()
      const form = await issue(bench, attempt)
      expect(await bench.gateway.cancel(attempt)).toEqual({ kind: 'done' })
      expect(await bench.isTaken(form)).toBe(false)
      expect((await bench.gateway.issueToken(attempt, bench.addresses)).kind).toBe('refused')
      expect(await bench.gateway.query(attempt)).toEqual({ kind: 'voided' })
    })

    test('fences a reference that it has never received', async () => {
      const bench = await open()
      const attempt = newAttempt()
      expect(await bench.gateway.cancel(attempt)).toEqual({ kind: 'done' })
      expect((await bench.gateway.issueToken(attempt, bench.addresses)).kind).toBe('refused')
    })

    test('releases an authorisation, however often it is asked', async () => {
      const bench = await open()
      const attempt = await authorized(bench)
      for (const _ of [1, 2]) expect(await bench.gateway.cancel(attempt)).toEqual({ kind: 'done' })
      expect(await bench.gateway.capture(attempt)).toEqual({ kind: 'already', state: 'voided' })
    })

    test('refunds in parts up to the total, each key once', async () => {
      const bench = await open()
      const attempt = await authorized(bench)
      await bench.gateway.capture(attempt)
      const [first, second, third] = [refundOf(1200), refundOf(2000), refundOf(1)]
      for (const refund of [first, first, second, second])
        expect(await bench.gateway.refund(attempt, refund)).toEqual({ kind: 'done' })
      expect((await bench.gateway.refund(attempt, third)).kind).toBe('failed')
    })
  })
}

function newAttempt(): AttemptRef {
  const attemptId = randomUUID()
  return {
    attemptId,
    providerOrderRef: providerOrderRefOf(attemptId),
    method: 'd_pay',
    amount: { currency: 'JPY', minor: 3200 },
    taxAmount: 290,
    secondsLeft: 840,
    refs: { merchant: 'Digital Forest' },
  }
}

async function issue({ gateway, addresses }: GatewayBench, attempt: AttemptRef): Promise<Form> {
  const issued = await gateway.issueToken(attempt, addresses)
  if (issued.kind !== 'issued') throw new Error(issued.kind)
  return issued
}

async function authorized(bench: GatewayBench): Promise<AttemptRef> {
  const attempt = newAttempt()
  await bench.answer(await issue(bench, attempt), 'pay')
  return attempt
}

function refundOf(minor: number): Refund {
  return { key: randomUUID(), amount: { currency: 'JPY', minor }, refundedBefore: 0 }
}
