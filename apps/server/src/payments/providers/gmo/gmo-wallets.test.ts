import { describe, expect, test } from 'vitest'

import {
  type GmoBench,
  openGmoBench,
  openWallet,
  type PageAnswer,
  PRICE,
  refundOf,
  returned,
  stepOf,
  visit,
} from '../../../../test/gmo-bench.ts'
import type { AttemptRef, PaymentProvider } from '../../port/port.ts'

type Method = Extract<AttemptRef['method'], 'gmo_paypay' | 'gmo_d_pay'>
const METHODS: readonly Method[] = ['gmo_paypay', 'gmo_d_pay']

async function opened(bench: GmoBench, method: Method) {
  const { outcome, attempt } = await bench.start(bench.newAttempt(method))
  return { outcome, attempt, page: await openWallet(stepOf(outcome)) }
}

/** An attempt whose visitor has answered. */
async function answered(bench: GmoBench, method: Method, answer: PageAnswer) {
  const { attempt, page } = await opened(bench, method)
  return returned(bench.provider, attempt, await visit(page, answer))
}

async function captured(bench: GmoBench, method: Method): Promise<AttemptRef> {
  const attempt = await answered(bench, method, 'pay')
  expect(await bench.provider.capture(attempt)).toEqual({ kind: 'done' })
  return attempt
}

describe.each(METHODS)('%s (R-7.55, R-7.56)', method => {
  test('sends a form to the wallet, and is authorised once the visitor has paid there', async () => {
    const bench = await openGmoBench()
    const { outcome, attempt, page } = await opened(bench, method)
    expect(outcome).toMatchObject({
      kind: 'action_required',
      threeDSecure: false,
      step: { kind: 'form', charset: method === 'gmo_d_pay' ? 'Windows-31J' : 'UTF-8' },
    })
    // Not done yet: the same form again.
    expect(await bench.provider.resume(attempt)).toMatchObject({ step: stepOf(outcome) })
    expect(await bench.provider.query(attempt)).toMatchObject({ kind: 'action_required' })
    const back = returned(bench.provider, attempt, await visit(page, 'pay'))
    expect(await bench.provider.resume(back)).toMatchObject({ kind: 'authorized' })
    expect(await bench.provider.capture(back)).toEqual({ kind: 'done' })
    expect(await bench.provider.capture(back)).toEqual({ kind: 'already', state: 'captured' })
    expect(await bench.money(back)).toMatchObject({ authorizations: 1, captured: PRICE })
  })

  test('is found paid although nobody came back', async () => {
    const bench = await openGmoBench()
    const attempt = await answered(bench, method, 'pay_no_return')
    expect((await bench.provider.query(attempt)).kind).toBe('authorized')
  })

  test.each(['cancel', 'fail'] as const)('that ends with %s may be tried again', async answer => {
    const bench = await openGmoBench()
    const back = await answered(bench, method, answer)
    expect(await bench.provider.resume(back)).toMatchObject({ kind: 'failed', error: { retryable: true } })
    expect(await bench.provider.cancelAuthorization(back)).toEqual({ kind: 'done' })
  })

  test('is not paid because a browser says so', async () => {
    const bench = await openGmoBench()
    const { attempt } = await opened(bench, method)
    const fields = new URLSearchParams({ OrderID: attempt.providerOrderRef, Status: 'AUTH' })
    const back = returned(bench.provider, attempt, { url: '', fields })
    expect((await bench.provider.resume(back)).kind).toBe('action_required')
  })

  test('closes its page two minutes before our deadline, and can be fenced from then on', async () => {
    const bench = await openGmoBench()
    const { attempt, page } = await opened(bench, method)
    expect((await bench.provider.cancelAuthorization(attempt)).kind).toBe('unknown')
    await bench.setAhead(721)
    await visit(page, 'pay').catch(() => undefined)
    expect(await bench.provider.query(attempt)).toMatchObject({ kind: 'failed', error: { class: 'expired' } })
    expect(await bench.provider.cancelAuthorization(attempt)).toEqual({ kind: 'done' })
    expect(await bench.money(attempt)).toMatchObject({ authorizations: 0 })
  })

  test('that was opened may be paid a while after the deadline, if GMO does not report its end', async () => {
    const bench = await openGmoBench()
    const late = (attempt: AttemptRef, secondsLeft: number) =>
      bench.provider.cancelAuthorization({ ...attempt, secondsLeft })
    const { attempt } = await bench.start(bench.newAttempt(method))
    expect((await late(attempt, 1)).kind).toBe('unknown')
    expect(await late(attempt, 0)).toEqual({ kind: 'done' })
    const { attempt: seen } = await opened(bench, method)
    expect((await late(seen, -1)).kind).toBe('unknown')
    expect(await late(seen, -bench.provider.lateSeconds)).toEqual({ kind: 'done' })
  })

  test('is not begun when too little time is left', async () => {
    const bench = await openGmoBench()
    const { outcome } = await bench.start({ ...bench.newAttempt(method), secondsLeft: 179 })
    expect(outcome).toMatchObject({ kind: 'failed', error: { class: 'expired', retryable: true } })
  })

  test.each(['drop_before', 'drop_after'])('registers once although the answer was lost (%s)', async mode => {
    const bench = await openGmoBench()
    await bench.arm('register', mode)
    const lost = await bench.start(bench.newAttempt(method))
    expect(lost.outcome.kind).toBe('unknown')
    expect(await bench.provider.query(lost.attempt)).toEqual({ kind: 'not_found' })
    expect((await bench.start(lost.attempt)).outcome.kind).toBe('action_required')
  })

  test('whose page is lost with an answer can be paid by nobody: the visitor begins anew', async () => {
    const bench = await openGmoBench()
    await bench.arm('execute', 'drop_after')
    const lost = await bench.start(bench.newAttempt(method))
    expect(await bench.provider.query(lost.attempt)).toEqual({ kind: 'not_found' })
    expect((await bench.start(lost.attempt)).outcome).toMatchObject({
      kind: 'failed',
      error: { retryable: true },
    })
    expect(await bench.provider.cancelAuthorization(lost.attempt)).toEqual({ kind: 'done' })
  })

  test('started again returns the same page', async () => {
    const bench = await openGmoBench()
    const { outcome, attempt } = await opened(bench, method)
    expect((await bench.start(attempt)).outcome).toMatchObject({ step: stepOf(outcome) })
  })

  test('of a wrong amount is not a success, and is released (S-7.10)', async () => {
    const bench = await openGmoBench()
    await bench.arm('execute', 'wrong_amount')
    const back = await answered(bench, method, 'pay')
    expect((await bench.provider.resume(back)).kind).toBe('mismatch')
    expect(await bench.provider.cancelAuthorization(back)).toEqual({ kind: 'done' })
    expect(await bench.money(back)).toMatchObject({ voided: PRICE + 1 })
  })

  test.each(['drop_before', 'drop_after'])(
    'is released once although the answer was lost (%s)',
    async mode => {
      const bench = await openGmoBench()
      const back = await answered(bench, method, 'pay')
      await bench.arm('cancel', mode)
      expect((await bench.provider.cancelAuthorization(back)).kind).toBe('unknown')
      expect(['done', 'already']).toContain((await bench.provider.cancelAuthorization(back)).kind)
      expect(await bench.provider.query(back)).toMatchObject({ kind: 'voided' })
      expect(await bench.money(back)).toMatchObject({ voided: PRICE })
    },
  )

  test.each(['drop_before', 'drop_after'])(
    'is captured once although the answer was lost (%s)',
    async mode => {
      const bench = await openGmoBench()
      const back = await answered(bench, method, 'pay')
      await bench.arm('capture', mode)
      expect((await bench.provider.capture(back)).kind).toBe('unknown')
      expect(['done', 'already']).toContain((await bench.provider.capture(back)).kind)
      expect(await bench.money(back)).toMatchObject({ captured: PRICE })
    },
  )

  test('is refunded in parts, each once, up to the total and no further', async () => {
    const bench = await openGmoBench()
    const attempt = await captured(bench, method)
    const refund: PaymentProvider['refund'] = (...given) => bench.provider.refund(...given)
    expect(await refund(attempt, refundOf(1000))).toEqual({ kind: 'done' })
    expect(await refund(attempt, refundOf(1000))).toEqual({ kind: 'already', state: 'refunded' })
    expect(await refund(attempt, refundOf(1000, 1000))).toEqual({ kind: 'done' })
    expect(await refund(attempt, refundOf(1201, 2000))).toMatchObject({ kind: 'failed' })
    expect(await refund(attempt, refundOf(1200, 2000))).toEqual({ kind: 'done' })
    expect(await refund(attempt, refundOf(1200, 2000))).toEqual({ kind: 'already', state: 'refunded' })
    expect(await bench.money(attempt)).toMatchObject({ captured: PRICE, refunded: PRICE })
  })

  test.each([
    ['drop_before', PRICE],
    ['drop_after', PRICE],
    ['drop_before', 1000],
    ['drop_after', 1000],
  ])('is refunded once although the answer was lost (%s, %i yen)', async (mode, amount) => {
    const bench = await openGmoBench()
    const attempt = await captured(bench, method)
    await bench.arm('refund', mode)
    expect((await bench.provider.refund(attempt, refundOf(amount))).kind).toBe('unknown')
    expect(['done', 'already']).toContain((await bench.provider.refund(attempt, refundOf(amount))).kind)
    expect(await bench.money(attempt)).toMatchObject({ refunded: amount })
  })

  test('is not done when GMO refunds another amount than asked', async () => {
    const bench = await openGmoBench()
    const attempt = await captured(bench, method)
    await bench.arm('refund', 'wrong_amount')
    expect((await bench.provider.refund(attempt, refundOf(1000))).kind).toBe('unknown')
    expect(await bench.provider.refund(attempt, refundOf(1000))).toMatchObject({ kind: 'failed' })
  })
})

test('with a PayPay contract that captures at once is a configuration error', async () => {
  const bench = await openGmoBench()
  await bench.contract({ wallet_job_cd: 'CAPTURE' })
  expect((await bench.start(bench.newAttempt('gmo_paypay'))).outcome).toMatchObject({
    kind: 'failed',
    error: { class: 'configuration', codes: ['E61546010'] },
  })
})
