import { describe, expect, test } from 'vitest'

import { answerPage } from '../../../../test/provider-simulators.ts'
import {
  authorised,
  type Desk,
  faultOf,
  openDesk,
  pageOf,
  type DeskPayment,
  refsOf,
  RETURN_URL,
} from '../../../../test/adyen-desk.ts'

describe('a card (R-7.58)', () => {
  test('is authorised, and captured once the webhook says so', async () => {
    const desk = await openDesk()
    const paying = await authorised(desk)
    expect(await desk.simulators.moneyOf(paying.attempt.attemptId)).toMatchObject({ captured: 0 })
    expect(await desk.provider.query(paying.attempt)).toMatchObject({ kind: 'authorized' })
    const { provider } = desk
    const first = await provider.capture(paying.attempt)
    expect(first.kind).toBe('accepted')
    paying.keep(refsOf(first))
    await paying.untilEvents('CAPTURE')
    expect(await provider.capture(paying.attempt)).toEqual({ kind: 'done' })
    expect(await provider.query(paying.attempt)).toMatchObject({ kind: 'captured' })
    expect(await provider.cancelAuthorization(paying.attempt)).toEqual({ kind: 'already', state: 'captured' })
    expect(await desk.simulators.moneyOf(paying.attempt.attemptId)).toMatchObject({
      captured: 3200,
      net: 3200,
    })
  })

  test('leaves no card data in the references once Adyen has answered (S-7.11)', async () => {
    const desk = await openDesk()
    for (const last4 of ['1112', '3220', '0002']) {
      const paying = await desk.payByCard(last4)
      const outcome = await paying.start()
      expect(JSON.stringify(paying.attempt.refs)).not.toContain('adyenjs_')
      expect((await paying.start()).kind).toBe(outcome.kind)
    }
  })

  test.each([
    ['0002', 'declined'],
    ['0119', 'provider_busy'],
  ])('%s fails as %s, and may be tried again (S-7.08, R-8.11)', async (last4, errorClass) => {
    const desk = await openDesk()
    const paying = await desk.payByCard(last4)
    expect(await paying.start()).toMatchObject({
      kind: 'failed',
      error: { class: errorClass, retryable: true },
    })
  })

  test('stays refused when it is queried', async () => {
    const desk = await openDesk()
    const paying = await desk.payByCard('0002')
    await paying.start()
    expect(await desk.provider.query(paying.attempt)).toMatchObject({
      kind: 'failed',
      error: { class: 'declined' },
    })
    expect(await desk.provider.cancelAuthorization(paying.attempt)).toEqual({ kind: 'done' })
  })

  test('that Adyen does not know is an input error', async () => {
    const desk = await openDesk()
    const paying = await desk.payByCard('1112')
    const card = JSON.parse(paying.attempt.refs['payment_method']!) as object
    paying.keep({ payment_method: JSON.stringify({ ...card, encryptedCardNumber: 'adyenjs_unknown' }) })
    expect(await paying.start()).toMatchObject({
      kind: 'failed',
      refs: {},
      error: { class: 'invalid_input', codes: ['http_422', '101'], retryable: true },
    })
  })
})

describe('3-D Secure by redirect (R-2.31)', () => {
  async function challenged(desk: Desk, last4: string): Promise<{ paying: DeskPayment; page: string }> {
    const paying = await desk.payByCard(last4)
    const outcome = await paying.start()
    expect(outcome).toMatchObject({ kind: 'action_required', threeDSecure: true, step: { kind: 'redirect' } })
    return { paying, page: pageOf(outcome) }
  }

  test('is paid once the visitor has authenticated', async () => {
    const desk = await openDesk()
    const { paying, page } = await challenged(desk, '3220')
    expect(await paying.resume()).toMatchObject({ kind: 'action_required' })
    paying.comeBack(await answerPage(page, 'pay'))
    expect(paying.attempt.refs['return_redirectResult']!.length).toBeGreaterThan(2000)
    expect(await desk.provider.query(paying.attempt)).toMatchObject({ kind: 'ready' })
    expect(await paying.resume()).toMatchObject({ kind: 'authorized' })
    expect(await paying.resume()).toMatchObject({ kind: 'authorized' })
  })

  test.each([
    ['3220', 'fail', 'authentication_failed'],
    ['3220', 'cancel', 'cancelled'],
    ['1629', 'pay', 'declined'],
  ] as const)('card %s, answer %s: %s', async (last4, answer, errorClass) => {
    const desk = await openDesk()
    const { paying, page } = await challenged(desk, last4)
    paying.comeBack(await answerPage(page, answer))
    expect(await paying.resume()).toMatchObject({
      kind: 'failed',
      error: { class: errorClass, retryable: true },
    })
  })

  test('a return that is not of this payment changes nothing (D-34)', async () => {
    const desk = await openDesk()
    const { paying, page } = await challenged(desk, '3220')
    paying.comeBack(`${RETURN_URL}?redirectResult=forged`)
    expect(await paying.resume()).toMatchObject({
      kind: 'action_required',
      step: { kind: 'redirect', url: page },
    })
    expect(await desk.provider.query(paying.attempt)).toMatchObject({ kind: 'action_required' })
    paying.comeBack(await answerPage(page, 'pay'))
    expect(await paying.resume()).toMatchObject({ kind: 'authorized' })
  })

  test('the return of another payment pays only that one', async () => {
    const desk = await openDesk()
    const { paying } = await challenged(desk, '3220')
    const other = await challenged(desk, '3220')
    paying.comeBack(await answerPage(other.page, 'pay'))
    expect(await paying.resume()).toMatchObject({ kind: 'action_required' })
    await other.paying.untilEvents('AUTHORISATION')
    expect(await desk.provider.query(other.paying.attempt)).toMatchObject({ kind: 'authorized' })
    expect(await desk.provider.query(paying.attempt)).toMatchObject({ kind: 'action_required' })
  })

  test('a lost answer to the return is recovered by the same request', async () => {
    const desk = await openDesk()
    const { paying, page } = await challenged(desk, '3220')
    paying.comeBack(await answerPage(page, 'pay'))
    await desk.simulators.arm(faultOf('confirm', 'drop_after'))
    expect((await paying.resume()).kind).toBe('unknown')
    expect(await paying.resume()).toMatchObject({ kind: 'authorized' })
  })

  test('a refused query says nothing about the payment', async () => {
    const desk = await openDesk()
    const { paying, page } = await challenged(desk, '3220')
    paying.comeBack(await answerPage(page, 'pay'))
    await desk.simulators.arm(faultOf('confirm', 'http_500'))
    expect((await paying.resume()).kind).toBe('unknown')
    expect(await desk.provider.query(paying.attempt)).toMatchObject({ kind: 'ready' })
  })

  test('a payment whose tab was closed is fenced, and the fence holds', async () => {
    const desk = await openDesk()
    const { paying } = await challenged(desk, '3220')
    const sent = await desk.provider.cancelAuthorization(paying.attempt)
    expect(sent.kind).toBe('accepted')
    paying.keep(refsOf(sent))
    await paying.untilEvents('TECHNICAL_CANCEL')
    expect(await desk.provider.cancelAuthorization(paying.attempt)).toEqual({ kind: 'done' })
    expect(await desk.simulators.moneyOf(paying.attempt.attemptId)).toMatchObject({ net: 0 })
  })
})
