import { describe, expect, test } from 'vitest'

import {
  keptRefundOf,
  NO_MONEY,
  openSoftbankBench,
  PRICE,
  refundOf,
  RETURN_URL,
  stepOf,
  visit,
} from '../../../../test/softbank-bench.ts'
import { refundAlipay } from './alipay.ts'

const AUTHORIZED = { ...NO_MONEY, authorizations: 1, authorized: PRICE }
const CAPTURED = { ...AUTHORIZED, captured: PRICE }

describe.each(['softbank_paypay', 'softbank_alipay'] as const)('the page of %s (R-7.66, R-7.67)', method => {
  test('is a form in Shift_JIS in which no element is missing', async () => {
    const { attempt } = await openSoftbankBench()
    const one = await attempt(method)
    const step = stepOf(await one.start())
    expect(step).toMatchObject({ kind: 'form', charset: 'Shift_JIS' })
    const fields = new Map(step.kind === 'form' ? step.fields : [])
    expect([...fields.keys()]).toHaveLength(31)
    expect(fields.get('pay_method')).toBe(method === 'softbank_paypay' ? 'paypay' : 'alipay')
    expect(fields.get('order_id')).toBe(one.ref.providerOrderRef)
    expect(fields.get('limit_second')).toBe('600')
    expect(fields.get('success_url')).toBe(`${RETURN_URL}/success`)
    expect(fields.get('free_csv')).toBe('')
  })

  test('is closed by the gateway two minutes before our own deadline', async () => {
    const { attempt } = await openSoftbankBench()
    const one = await attempt(method)
    one.ref = { ...one.ref, secondsLeft: 400 }
    const step = stepOf(await one.start())
    expect(step.kind === 'form' && new Map(step.fields).get('limit_second')).toBe('280')
  })

  test('is shown again, unchanged, as long as nothing was paid on it', async () => {
    const { provider, attempt } = await openSoftbankBench()
    const one = await attempt(method)
    const step = stepOf(await one.start())
    expect(await one.resume()).toMatchObject({ kind: 'action_required', step, threeDSecure: false })
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'action_required', step })
  })

  test('is made anew when nobody can have seen it', async () => {
    const { provider, attempt } = await openSoftbankBench()
    const one = await attempt(method)
    expect(await provider.query(one.ref)).toEqual({ kind: 'not_found' })
  })

  test('that failed may be tried again (S-7.08)', async () => {
    const { provider, attempt, openPage, notices, events } = await openSoftbankBench()
    const one = await attempt(method)
    one.comeBack(await visit(await openPage(stepOf(await one.start())), 'fail'))
    await notices(1)
    expect(events).toMatchObject([{ attemptId: one.ref.attemptId, hint: 'failed' }])
    expect(await provider.query(one.ref)).toMatchObject({
      kind: 'failed',
      error: { class: 'declined', retryable: true },
    })
    expect(await one.money()).toEqual(NO_MONEY)
  })

  test('that the visitor left is fenced at once, because the gateway says so with its hash', async () => {
    const { provider, attempt, openPage } = await openSoftbankBench()
    const one = await attempt(method)
    one.comeBack(await visit(await openPage(stepOf(await one.start())), 'cancel'))
    expect(one.ref.refs).toMatchObject({
      return_hint: 'cancel',
      [`return_ended_${one.ref.providerOrderRef}`]: 'NG',
    })
    expect(await provider.cancelAuthorization(one.ref)).toEqual({ kind: 'done' })
  })

  test('is not paid by a return that the visitor forged', async () => {
    const { provider, attempt } = await openSoftbankBench()
    const one = await attempt(method)
    await one.start()
    const forged = {
      res_result: 'OK',
      order_id: one.ref.providerOrderRef,
      res_tracking_id: '00000000000001',
      sps_hashcode: '0'.repeat(40),
    }
    one.comeBack({ url: `${RETURN_URL}/success`, fields: new URLSearchParams(forged) })
    expect(Object.keys(one.ref.refs).filter(name => /return_(?!hint)/.test(name))).toEqual([])
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'action_required' })
  })

  test('with a wrong amount is found out by the notice (S-7.10)', async () => {
    const { provider, attempt, openPage, notices, arm } = await openSoftbankBench()
    const one = await attempt(method)
    await arm('execute', 'wrong_amount')
    await visit(await openPage(stepOf(await one.start())), 'pay')
    await notices(1)
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'mismatch' })
    expect(await provider.cancelAuthorization(one.ref)).toEqual(
      method === 'softbank_paypay' ? { kind: 'done' } : { kind: 'already', state: 'captured' },
    )
  })

  test('that is paid in a second window is paid once', async () => {
    const { attempt, openPage } = await openSoftbankBench()
    const one = await attempt(method)
    const step = stepOf(await one.start())
    const [first, second] = [await openPage(step), await openPage(step)]
    await visit(first, 'pay')
    await visit(second, 'pay')
    expect(await one.money()).toMatchObject({ authorizations: 1 })
  })

  test('cannot begin with a free_csv that is not base64', async () => {
    const name = method === 'softbank_paypay' ? 'SOFTBANK_PAYPAY_FREE_CSV' : 'SOFTBANK_ALIPAY_FREE_CSV'
    const { attempt, openPage } = await openSoftbankBench({ [name]: 'QUJD' })
    const one = await attempt(method)
    const step = stepOf(await one.start())
    expect(step.kind === 'form' && new Map(step.fields).get('free_csv')).toBe('QUJD')
    expect(await openPage(step)).toContain('/f01/pay/')
  })
})

describe('PayPay (R-7.67)', () => {
  test('that the visitor gave up is fenced at once, since nobody else captures an authorisation', async () => {
    const { provider, attempt } = await openSoftbankBench()
    const one = await attempt('softbank_paypay')
    await one.start()
    expect(await provider.cancelAuthorization(one.ref)).toMatchObject({ kind: 'unknown' })
    one.comeBack({ url: `${RETURN_URL}/cancel`, fields: new URLSearchParams() })
    expect(await provider.cancelAuthorization(one.ref)).toEqual({ kind: 'done' })
  })

  test('that the visitor left open is fenced when the gateway no longer accepts its form', async () => {
    const { provider, attempt, setAhead } = await openSoftbankBench()
    const one = await attempt('softbank_paypay')
    await one.start()
    await setAhead(601)
    expect(await provider.cancelAuthorization(one.ref)).toEqual({ kind: 'done' })
  })

  test('is authorised on the page, then captured, then refunded', async () => {
    const { provider, paid, events } = await openSoftbankBench()
    const one = await paid('softbank_paypay')
    expect(events).toMatchObject([{ attemptId: one.ref.attemptId, hint: 'authorized' }])
    expect(await one.money()).toEqual(AUTHORIZED)
    expect(await provider.capture(one.ref)).toEqual({ kind: 'done' })
    expect(await provider.capture(one.ref)).toEqual({ kind: 'already', state: 'captured' })
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'captured' })
    expect(await provider.refund(one.ref, refundOf(PRICE))).toEqual({ kind: 'done' })
    expect(await provider.refund(one.ref, refundOf(PRICE))).toEqual({ kind: 'already', state: 'refunded' })
    expect(await one.money()).toEqual({ ...CAPTURED, refunded: PRICE })
  })

  test('is authorised only once a notice names our amount: before, it is pending (S-7.10)', async () => {
    const { provider, attempt, openPage, arm, notices } = await openSoftbankBench()
    const one = await attempt('softbank_paypay')
    await arm('notice', 'late_notice', { value: 2_000 })
    one.comeBack(await visit(await openPage(stepOf(await one.start())), 'pay'))
    expect(await one.resume()).toMatchObject({ kind: 'pending', refs: { tracking_id: expect.any(String) } })
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'pending' })
    await notices(1)
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'authorized' })
    expect(await provider.capture(one.ref)).toEqual({ kind: 'done' })
    expect(await one.money()).toEqual(CAPTURED)
  })

  test('for which no notice ever comes is released at the deadline (S-1.09, S-7.10)', async () => {
    const { provider, attempt, openPage, arm } = await openSoftbankBench()
    const one = await attempt('softbank_paypay')
    await arm('notice', 'late_notice', { value: 600_000 })
    expect(await visit(await openPage(stepOf(await one.start())), 'pay_no_return')).toBeNull()
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'pending' })
    one.ref = { ...one.ref, secondsLeft: -1 }
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'mismatch' })
    expect(await provider.cancelAuthorization(one.ref)).toEqual({ kind: 'done' })
    expect(await one.money()).toEqual({ ...AUTHORIZED, voided: PRICE })
  })

  test('that is captured later is accepted until it is', async () => {
    const { provider, paid, contract } = await openSoftbankBench()
    const one = await paid('softbank_paypay')
    await contract({ accept_sales: 1 })
    expect(await provider.capture(one.ref)).toEqual({ kind: 'accepted' })
    expect(await one.money()).toEqual(AUTHORIZED)
    expect(await provider.cancelAuthorization(one.ref)).toMatchObject({ kind: 'unknown' })
    expect(await provider.capture(one.ref)).toEqual({ kind: 'already', state: 'captured' })
    expect(await one.money()).toEqual(CAPTURED)
  })

  test.each(['drop_before', 'drop_after', 'http_500'])(
    'whose sale is lost (%s) is queried first',
    async mode => {
      const { provider, paid, arm } = await openSoftbankBench()
      const one = await paid('softbank_paypay')
      await arm('capture', mode)
      expect(await provider.capture(one.ref)).toMatchObject({ kind: 'unknown' })
      const again = await provider.capture(one.ref)
      expect(again).toEqual(mode === 'drop_after' ? { kind: 'already', state: 'captured' } : { kind: 'done' })
      expect(await one.money()).toEqual(CAPTURED)
    },
  )

  test.each(['drop_before', 'drop_after'])('whose release is lost (%s) is queried first', async mode => {
    const { provider, paid, arm } = await openSoftbankBench()
    const one = await paid('softbank_paypay')
    await arm('cancel', mode)
    expect(await provider.cancelAuthorization(one.ref)).toMatchObject({ kind: 'unknown' })
    const again = await provider.cancelAuthorization(one.ref)
    expect(again).toEqual(mode === 'drop_after' ? { kind: 'already', state: 'voided' } : { kind: 'done' })
    expect(await one.money()).toEqual({ ...AUTHORIZED, voided: PRICE })
  })

  test('whose inquiry is lost is unknown, whatever is asked', async () => {
    const { provider, paid, arm } = await openSoftbankBench()
    const one = await paid('softbank_paypay')
    await arm('query', 'drop_after', { value: 4 })
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'unknown' })
    expect(await provider.capture(one.ref)).toMatchObject({ kind: 'unknown' })
    expect(await provider.cancelAuthorization(one.ref)).toMatchObject({ kind: 'unknown' })
    expect(await provider.refund(one.ref, refundOf(PRICE))).toMatchObject({ kind: 'unknown' })
    expect(await one.money()).toEqual(AUTHORIZED)
  })

  test('that was captured is not released but refunded', async () => {
    const { provider, captured } = await openSoftbankBench()
    const one = await captured('softbank_paypay')
    expect(await provider.cancelAuthorization(one.ref)).toEqual({ kind: 'already', state: 'captured' })
  })

  test('is refunded in parts up to what was taken', async () => {
    const { provider, captured } = await openSoftbankBench()
    const one = await captured('softbank_paypay')
    expect(await provider.refund(one.ref, keptRefundOf(one, 1000))).toEqual({ kind: 'done' })
    expect(await provider.refund(one.ref, keptRefundOf(one, 500, 1000))).toEqual({ kind: 'done' })
    expect(await provider.refund(one.ref, keptRefundOf(one, 1701, 1500))).toMatchObject({
      kind: 'failed',
      error: { class: 'limit' },
    })
    expect(await one.money()).toEqual({ ...CAPTURED, refunded: 1500 })
  })

  test('never sends a partial refund twice, because nobody can tell whether it was done', async () => {
    const { provider, captured, arm, setAhead } = await openSoftbankBench()
    const one = await captured('softbank_paypay')
    await arm('refund', 'drop_after')
    const lost = { kind: 'unknown', needsPerson: true }
    expect(await provider.refund(one.ref, keptRefundOf(one, 1000))).toMatchObject(lost)
    await setAhead(180)
    expect(await provider.refund(one.ref, keptRefundOf(one, 1000))).toMatchObject(lost)
    expect(await one.money()).toEqual({ ...CAPTURED, refunded: 1000 })
  })

  test('paid after the visitor had left is found by the notice, and released', async () => {
    const { provider, attempt, openPage, notices } = await openSoftbankBench()
    const one = await attempt('softbank_paypay')
    const step = stepOf(await one.start())
    one.comeBack(await visit(await openPage(step), 'cancel'))
    expect(await provider.cancelAuthorization(one.ref)).toEqual({ kind: 'done' })
    await visit(await openPage(step), 'pay')
    await notices(1)
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'authorized' })
    expect(await provider.cancelAuthorization(one.ref)).toEqual({ kind: 'done' })
    expect(await one.money()).toEqual({ ...AUTHORIZED, voided: PRICE })
  })
})

describe('Alipay (R-7.66)', () => {
  test('is fenced by a cancellation without a hash only when the gateway no longer accepts the form', async () => {
    const { provider, attempt, setAhead } = await openSoftbankBench()
    const one = await attempt('softbank_alipay')
    await one.start()
    one.comeBack({ url: `${RETURN_URL}/cancel`, fields: new URLSearchParams({ order_id: 'x' }) })
    expect(await provider.cancelAuthorization(one.ref)).toMatchObject({ kind: 'unknown' })
    await setAhead(601)
    expect(await provider.cancelAuthorization(one.ref)).toEqual({ kind: 'done' })
  })

  test('is paid at once, and refunded', async () => {
    const { provider, paid, events } = await openSoftbankBench()
    const one = await paid('softbank_alipay')
    expect(events).toMatchObject([{ attemptId: one.ref.attemptId, hint: 'captured' }])
    expect(await one.money()).toEqual(CAPTURED)
    expect(await provider.capture(one.ref)).toEqual({ kind: 'already', state: 'captured' })
    expect(await provider.cancelAuthorization(one.ref)).toEqual({ kind: 'already', state: 'captured' })
    expect(await provider.refund(one.ref, refundOf(PRICE))).toEqual({ kind: 'done' })
    expect(await provider.refund(one.ref, refundOf(PRICE))).toEqual({ kind: 'already', state: 'refunded' })
    expect(await one.money()).toEqual({ ...CAPTURED, refunded: PRICE })
  })

  test('is pending while the browser says with the gateway’s hash that it was paid, and the notice is late', async () => {
    const { provider, attempt, openPage, arm, setAhead } = await openSoftbankBench()
    const one = await attempt('softbank_alipay')
    await arm('notice', 'late_notice', { value: 60_000 })
    one.comeBack(await visit(await openPage(stepOf(await one.start())), 'pay'))
    expect(await one.resume()).toMatchObject({ kind: 'pending' })
    await setAhead(900)
    one.ref = { ...one.ref, secondsLeft: -60 }
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'mismatch' })
    expect(await provider.cancelAuthorization(one.ref)).toMatchObject({ kind: 'unknown', needsPerson: true })
    expect(await provider.refund(one.ref, refundOf(PRICE))).toMatchObject({ kind: 'done' })
  })

  test('is known to be paid only from the notice', async () => {
    const { provider, attempt, openPage, arm, notices } = await openSoftbankBench()
    const one = await attempt('softbank_alipay')
    await arm('notice', 'late_notice', { value: 500 })
    await visit(await openPage(stepOf(await one.start())), 'pay_no_return')
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'action_required' })
    await notices(1)
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'captured' })
  })

  test.each(['drop_before', 'drop_after'])(
    'is refunded in full once, though an answer is lost (%s)',
    async mode => {
      const { provider, paid, arm } = await openSoftbankBench()
      const one = await paid('softbank_alipay')
      await arm('refund', mode)
      expect(await provider.refund(one.ref, refundOf(PRICE))).toMatchObject({ kind: 'unknown' })
      await provider.refund(one.ref, refundOf(PRICE))
      expect(await one.money()).toEqual({ ...CAPTURED, refunded: PRICE })
    },
  )

  test('that was reported as paid stays paid, whatever the browser brings afterwards', async () => {
    const { provider, attempt, openPage, arm, setAhead } = await openSoftbankBench()
    const one = await attempt('softbank_alipay')
    await arm('notice', 'late_notice', { value: 600_000 })
    const step = stepOf(await one.start())
    const [first, second] = [await openPage(step), await openPage(step)]
    const left = await visit(second, 'cancel')
    one.comeBack(await visit(first, 'pay'))
    one.comeBack(left)
    one.comeBack({ url: `${RETURN_URL}/cancel`, fields: new URLSearchParams() })
    await setAhead(601)
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'pending' })
    expect(await provider.cancelAuthorization(one.ref)).toMatchObject({ kind: 'unknown' })
  })

  test.each([
    ['46', { kind: 'already', state: 'refunded' }],
    ['52', { kind: 'already', state: 'refunded' }],
    ...['37', '40', '41', '60', '96'].map(type => [type, { kind: 'unknown', needsPerson: true }] as const),
  ] as const)('whose refund is refused with type %s', async (type, outcome) => {
    const { paid, account } = await openSoftbankBench()
    const one = await paid('softbank_alipay')
    const answer = { kind: 'refused', code: `510${type}999` } as const
    const parts = {
      account,
      clock: { now: () => 0, monotonicMs: () => 0 },
      sps: { call: async () => answer, now: () => '' },
    }
    expect(await refundAlipay(parts, one.ref, refundOf(PRICE))).toMatchObject(outcome)
  })

  test('never sends a partial refund twice', async () => {
    const { provider, paid, arm } = await openSoftbankBench()
    const one = await paid('softbank_alipay')
    expect(await provider.refund(one.ref, keptRefundOf(one, 1000))).toEqual({ kind: 'done' })
    await arm('refund', 'drop_after')
    const lost = { kind: 'unknown', needsPerson: true }
    expect(await provider.refund(one.ref, keptRefundOf(one, 500, 1000))).toMatchObject(lost)
    expect(await provider.refund(one.ref, keptRefundOf(one, 500, 1000))).toMatchObject(lost)
    expect(await one.money()).toEqual({ ...CAPTURED, refunded: 1500 })
  })
})

describe('notices', () => {
  test('that come twice and out of order are the same event', async () => {
    const { paid, attempt, openPage, notices, events, arm } = await openSoftbankBench()
    await arm('notice', 'duplicate_notice')
    const one = await paid('softbank_paypay')
    await notices(2)
    expect(events[0]?.dedupeKey).toBe(events[1]?.dedupeKey)
    const other = await attempt('softbank_alipay')
    await visit(await openPage(stepOf(await other.start())), 'pay')
    await notices(3)
    expect(events[2]?.dedupeKey).not.toBe(events[0]?.dedupeKey)
    expect(events[2]?.attemptId).toBe(other.ref.attemptId)
    expect(one.ref.refs['notice_paid']).toBe(String(PRICE))
  })

  test('hold no personal data and no secret', async () => {
    const { paid, events, account } = await openSoftbankBench()
    await paid('softbank_paypay')
    expect(Object.keys(events[0]?.payload ?? {})).toEqual([
      'type',
      'reading',
      'result',
      'amount',
      'pay_method',
      'tracking_id',
      'code',
    ])
    expect(JSON.stringify(events)).not.toContain(account.hashKey)
  })
})
