import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { jstIso } from '@kippu/domain/jst-date'
import { describe, expect, onTestFinished, test } from 'vitest'

import { answerPage } from '../../../../test/provider-simulators.ts'
import {
  closedAddress,
  newAttempt,
  openBench,
  pageOf,
  refundOf,
  RETURN_URL,
} from '../../../../test/alipay-bench.ts'

describe('Alipay (R-7.61)', () => {
  test('sends the visitor to its page and is captured once they have paid', async () => {
    const { provider, start, simulators } = await openBench()
    const { outcome, attempt } = await start(newAttempt())
    expect(outcome).toMatchObject({ kind: 'action_required', threeDSecure: false })
    expect(await provider.resume(attempt)).toEqual({
      ...outcome,
      refs: { payment_id: attempt.refs['payment_id'] },
    })
    expect(await answerPage(pageOf(outcome), 'pay')).toBe(RETURN_URL)
    expect(await provider.resume(attempt)).toMatchObject({ kind: 'captured' })
    expect(await provider.query(attempt)).toMatchObject({ kind: 'captured' })
    expect(await provider.capture(attempt)).toEqual({ kind: 'already', state: 'captured' })
    expect(await simulators.moneyOf(attempt.attemptId)).toMatchObject({ captured: 3200, net: 3200 })
  })

  test('opens one payment however often it is started (S-1.15)', async () => {
    const { start, simulators } = await openBench()
    const first = await start(newAttempt())
    const second = await start(first.attempt)
    expect(second.outcome).toEqual(first.outcome)
    await answerPage(pageOf(first.outcome), 'pay')
    expect((await start(first.attempt)).outcome).toMatchObject({ kind: 'captured' })
    expect(await simulators.moneyOf(first.attempt.attemptId)).toMatchObject({ captured: 3200 })
  })

  test('closes its page two minutes before our deadline', async () => {
    const { provider, start, simulators } = await openBench()
    const { outcome, attempt } = await start(newAttempt())
    // What has passed since counts as well, and a busy machine takes its time.
    await simulators.setAhead(690)
    expect(await provider.query(attempt)).toMatchObject({ kind: 'action_required' })
    await simulators.setAhead(722)
    await answerPage(pageOf(outcome), 'pay')
    expect(await provider.query(attempt)).toMatchObject({
      kind: 'failed',
      error: { class: 'expired', retryable: true },
    })
    expect(await simulators.moneyOf(attempt.attemptId)).toMatchObject({ captured: 0 })
    const late = await start(newAttempt({ secondsLeft: 100 }))
    expect(late.outcome).toMatchObject({ kind: 'failed', error: { class: 'expired' } })
  })

  test('can be declined by the wallet', async () => {
    const { provider, start } = await openBench()
    const { outcome, attempt } = await start(newAttempt())
    await answerPage(pageOf(outcome), 'fail')
    expect(await provider.resume(attempt)).toMatchObject({
      kind: 'failed',
      error: { codes: ['USER_BALANCE_NOT_ENOUGH'], class: 'declined', retryable: true },
    })
    expect(await provider.cancelAuthorization(attempt)).toEqual({ kind: 'done' })
  })

  test('waits for a visitor who gave up on its page, and is paid by one who never comes back', async () => {
    const { provider, start } = await openBench()
    const left = await start(newAttempt())
    expect(await answerPage(pageOf(left.outcome), 'cancel')).toBe(RETURN_URL)
    expect(await provider.resume(left.attempt)).toMatchObject({ kind: 'action_required' })
    const gone = await start(newAttempt())
    expect(await answerPage(pageOf(gone.outcome), 'pay_no_return')).toBeNull()
    expect(await provider.query(gone.attempt)).toMatchObject({ kind: 'captured' })
  })

  test('can be refused at once', async () => {
    const { start, simulators } = await openBench()
    await simulators.arm({ provider: 'alipay', op: 'execute', mode: 'refuse' })
    expect((await start(newAttempt())).outcome).toMatchObject({
      kind: 'failed',
      refs: { result: 'RISK_REJECT' },
      error: { class: 'declined', retryable: false },
    })
  })
})

describe('lost answers of Alipay (S-7.09)', () => {
  test('to the start: the inquiry does not return the page, the same request does', async () => {
    const { provider, start, simulators } = await openBench()
    await simulators.arm({ provider: 'alipay', op: 'execute', mode: 'drop_after' })
    const { outcome, attempt } = await start(newAttempt())
    expect(outcome.kind).toBe('unknown')
    expect(await provider.query(attempt)).toEqual({ kind: 'not_found' })
    const again = await start(attempt)
    await answerPage(pageOf(again.outcome), 'pay')
    expect(await provider.query(attempt)).toMatchObject({ kind: 'captured' })
  })

  test('to a start that never arrived', async () => {
    const { provider, start, simulators } = await openBench()
    await simulators.arm({ provider: 'alipay', op: 'execute', mode: 'drop_before' })
    const { outcome, attempt } = await start(newAttempt())
    expect(outcome.kind).toBe('unknown')
    expect(await provider.query(attempt)).toEqual({ kind: 'not_found' })
    expect((await start(attempt)).outcome.kind).toBe('action_required')
  })

  test('to the inquiry, or trouble in it, are unknown', async () => {
    const { provider, paid, simulators } = await openBench()
    const attempt = await paid()
    for (const mode of ['drop_before', 'drop_after', 'http_500', 'refuse']) {
      await simulators.arm({ provider: 'alipay', op: 'query', mode })
      expect((await provider.query(attempt)).kind).toBe('unknown')
    }
    expect(await provider.query(attempt)).toMatchObject({ kind: 'captured' })
  })

  test('to a refund: asked again, it is refunded once', async () => {
    const { provider, paid, simulators } = await openBench()
    const attempt = await paid()
    for (const mode of ['drop_before', 'drop_after', 'http_500']) {
      await simulators.arm({ provider: 'alipay', op: 'refund', mode })
      expect((await provider.refund(attempt, refundOf(attempt, 3200))).kind).toBe(
        // After the error the adapter asks at once, and by then the refund was done.
        mode === 'http_500' ? 'done' : 'unknown',
      )
    }
    expect(await provider.refund(attempt, refundOf(attempt, 3200))).toEqual({ kind: 'done' })
    expect(await simulators.moneyOf(attempt.attemptId)).toMatchObject({ refunded: 3200, net: 0 })
  })

  test('trouble in the start is unknown; without a connection it is a failure without refs', async () => {
    const { start, simulators } = await openBench()
    await simulators.arm({ provider: 'alipay', op: 'execute', mode: 'http_500' })
    expect((await start(newAttempt())).outcome.kind).toBe('unknown')
    const away = await openBench(await closedAddress())
    expect((await away.start(newAttempt())).outcome).toMatchObject({
      kind: 'failed',
      refs: {},
      error: { class: 'provider_busy', retryable: true },
    })
  })
})

describe('fencing an Alipay payment (S-7.04)', () => {
  test('an open page can never be paid afterwards', async () => {
    const { provider, start, simulators } = await openBench()
    const { outcome, attempt } = await start(newAttempt())
    expect(await provider.cancelAuthorization(attempt)).toEqual({ kind: 'done' })
    await answerPage(pageOf(outcome), 'pay')
    expect(await provider.query(attempt)).toMatchObject({ kind: 'voided' })
    expect(await provider.cancelAuthorization(attempt)).toEqual({ kind: 'done' })
    expect(await simulators.moneyOf(attempt.attemptId)).toMatchObject({ captured: 0 })
  })

  test('a payment made meanwhile is refunded by the same call', async () => {
    const { provider, paid, simulators } = await openBench()
    const attempt = await paid()
    await simulators.arm({ provider: 'alipay', op: 'cancel', mode: 'drop_after' })
    expect((await provider.cancelAuthorization(attempt)).kind).toBe('unknown')
    expect(await provider.cancelAuthorization(attempt)).toEqual({ kind: 'done' })
    expect(await simulators.moneyOf(attempt.attemptId)).toMatchObject({
      captured: 3200,
      refunded: 3200,
      net: 0,
    })
    expect(await provider.refund(attempt, refundOf(attempt, 3200))).toEqual({
      kind: 'already',
      state: 'refunded',
    })
  })

  test('an unused reference is used up, so that a late request opens nothing', async () => {
    const { provider, start, simulators } = await openBench()
    const attempt = newAttempt()
    expect(await provider.cancelAuthorization(attempt)).toEqual({ kind: 'done' })
    expect((await start(attempt)).outcome).toMatchObject({ kind: 'voided' })
    expect(await simulators.moneyOf(attempt.attemptId)).toMatchObject({ captured: 0 })
  })

  test('a reference whose page would be closed by now counts as fenced, and is not opened again', async () => {
    const { provider, start } = await openBench()
    const attempt = newAttempt({ refs: { expires_at: jstIso(Date.now() - 1000) } })
    expect(await provider.query(attempt)).toEqual({ kind: 'not_found' })
    expect(await provider.cancelAuthorization(attempt)).toEqual({ kind: 'done' })
    expect((await start(attempt)).outcome).toMatchObject({ kind: 'failed', error: { class: 'expired' } })
    expect(await provider.query(attempt)).toEqual({ kind: 'not_found' })
  })

  test('after the day of the payment a cancellation is refused, and the payment is found captured', async () => {
    const { provider, paid, simulators } = await openBench()
    const attempt = await paid()
    await simulators.setAhead(2 * 86_400)
    expect(await provider.cancelAuthorization(attempt)).toEqual({ kind: 'already', state: 'captured' })
  })

  test('a refused cancellation of an open page is not a fence', async () => {
    const { provider, start, simulators } = await openBench()
    const { attempt } = await start(newAttempt())
    await simulators.arm({ provider: 'alipay', op: 'cancel', mode: 'refuse' })
    expect((await provider.cancelAuthorization(attempt)).kind).toBe('failed')
    const away = await openBench(await closedAddress())
    expect(await away.provider.cancelAuthorization(attempt)).toMatchObject({
      kind: 'failed',
      error: { class: 'provider_busy' },
    })
  })
})

describe('refunds of Alipay (S-7.15)', () => {
  test('go in parts up to the total and no further', async () => {
    const { provider, paid, simulators } = await openBench()
    const attempt = await paid()
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
    expect(await provider.refund(attempt, refundOf(attempt, 1000, first))).toEqual({ kind: 'done' })
    expect(await provider.refund(attempt, refundOf(attempt, 1000, first))).toEqual({ kind: 'done' })
    expect(await provider.refund(attempt, refundOf(attempt, 2200, second))).toEqual({ kind: 'done' })
    expect(await provider.refund(attempt, refundOf(attempt, 1, third))).toMatchObject({
      kind: 'failed',
      error: { codes: ['REFUND_AMOUNT_EXCEED'], class: 'limit', retryable: false },
    })
    expect(await simulators.moneyOf(attempt.attemptId)).toMatchObject({ refunded: 3200, net: 0 })
  })

  test('of a payment whose id was never received', async () => {
    const { provider, paid } = await openBench()
    const { refs: _, ...attempt } = await paid()
    expect(await provider.refund({ ...attempt, refs: {} }, refundOf({ ...attempt, refs: {} }, 3200))).toEqual(
      {
        kind: 'done',
      },
    )
    const unknown = newAttempt()
    expect((await provider.refund(unknown, refundOf(unknown, 3200))).kind).toBe('unknown')
  })

  test('can be refused', async () => {
    const { provider, paid, simulators } = await openBench()
    const attempt = await paid()
    await simulators.arm({ provider: 'alipay', op: 'refund', mode: 'refuse' })
    expect((await provider.refund(attempt, refundOf(attempt, 3200))).kind).toBe('failed')
  })
})

describe('amounts of Alipay (S-7.10)', () => {
  test('a wrong one in the answer to the start gives no page to pay on', async () => {
    const { provider, start, simulators } = await openBench()
    await simulators.arm({ provider: 'alipay', op: 'execute', mode: 'wrong_amount', value: 3300 })
    const { outcome, attempt } = await start(newAttempt())
    expect(outcome).toMatchObject({ kind: 'mismatch', reason: '3300 JPY instead of 3200 JPY' })
    expect(await provider.cancelAuthorization(attempt)).toEqual({ kind: 'done' })
  })

  test('a wrong one in the inquiry is never a success', async () => {
    const { provider, paid, simulators } = await openBench()
    const attempt = await paid()
    await simulators.arm({ provider: 'alipay', op: 'query', mode: 'wrong_amount', value: 32 })
    expect(await provider.resume(attempt)).toMatchObject({ kind: 'mismatch' })
  })
})

describe('answers without Alipay’s signature', () => {
  test('say nothing', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({ result: { resultStatus: 'S', resultCode: 'SUCCESS' }, paymentStatus: 'SUCCESS' }),
      )
    })
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const { provider, start } = await openBench({ ALIPAY_API_URL: `http://127.0.0.1:${port}` })
    const { outcome, attempt } = await start(newAttempt())
    expect(outcome.kind).toBe('unknown')
    expect(await provider.query(attempt)).toEqual({
      kind: 'unknown',
      refs: {},
      reason: 'Alipay inquiryPayment: 200, not signed',
    })
    expect((await provider.cancelAuthorization(attempt)).kind).toBe('unknown')
  })
})

test('nothing of Alipay runs in the browser', async () => {
  const { provider } = await openBench()
  expect(provider.browserSide('alipay')).toEqual({
    scripts: [],
    styles: [],
    config: {},
    isTest: true,
    hosts: [],
    formHosts: [],
  })
  expect(provider.readReturn(new URLSearchParams({ result: 'paid' }))).toEqual({ kept: {}, hint: 'success' })
})
