import { describe, expect, test } from 'vitest'

import { answerPage } from '../../../../test/provider-simulators.ts'
import { faultOf, openDesk, pageOf, refsOf, YEN } from '../../../../test/adyen-desk.ts'

const WHOLE = { key: 'whole', amount: YEN, refundedBefore: 0 } as const

describe('Alipay (R-7.59)', () => {
  test('is captured when the visitor has paid and come back', async () => {
    const desk = await openDesk()
    const paying = desk.pay('adyen_alipay')
    const outcome = await paying.start()
    expect(outcome).toMatchObject({
      kind: 'action_required',
      threeDSecure: false,
      step: { kind: 'redirect' },
    })
    paying.comeBack(await answerPage(pageOf(outcome), 'pay'))
    expect(await paying.resume()).toMatchObject({ kind: 'captured' })
    expect(await desk.provider.capture(paying.attempt)).toEqual({ kind: 'already', state: 'captured' })
    expect(await desk.provider.cancelAuthorization(paying.attempt)).toEqual({
      kind: 'already',
      state: 'captured',
    })
    paying.keep(refsOf(await desk.provider.refund(paying.attempt, WHOLE)))
    await paying.untilEvents('REFUND')
    expect(await desk.provider.refund(paying.attempt, WHOLE)).toEqual({ kind: 'done' })
    expect(await desk.simulators.moneyOf(paying.attempt.attemptId)).toMatchObject({ captured: 3200, net: 0 })
  })

  test('is captured when the visitor has paid and never comes back (S-7.07)', async () => {
    const desk = await openDesk()
    const paying = desk.pay('adyen_alipay')
    expect(await answerPage(pageOf(await paying.start()), 'pay_no_return')).toBeNull()
    await paying.untilEvents('AUTHORISATION')
    expect(await desk.provider.query(paying.attempt)).toMatchObject({ kind: 'captured' })
    expect(desk.heard[0]).toMatchObject({ hint: 'captured' })
  })

  test.each([
    ['fail', 'declined'],
    ['cancel', 'cancelled'],
  ] as const)('%s on its page: %s', async (answer, errorClass) => {
    const desk = await openDesk()
    const paying = desk.pay('adyen_alipay')
    paying.comeBack(await answerPage(pageOf(await paying.start()), answer))
    expect(await paying.resume()).toMatchObject({ kind: 'failed', error: { class: errorClass } })
  })

  test('may still be paid after a fence that found nothing, and says so', async () => {
    const desk = await openDesk()
    const paying = desk.pay('adyen_alipay')
    const page = pageOf(await paying.start())
    paying.keep(refsOf(await desk.provider.cancelAuthorization(paying.attempt)))
    await paying.untilEvents('TECHNICAL_CANCEL')
    expect((await desk.provider.cancelAuthorization(paying.attempt)).kind).toBe('unknown')
    await answerPage(page, 'pay')
    await paying.untilEvents('AUTHORISATION')
    expect(await desk.provider.cancelAuthorization(paying.attempt)).toEqual({
      kind: 'already',
      state: 'captured',
    })
  })

  test('has ended when Adyen closes the offer, and cannot be paid then', async () => {
    const desk = await openDesk()
    const paying = desk.pay('adyen_alipay')
    const page = pageOf(await paying.start())
    await desk.simulators.setAhead(721)
    expect(await answerPage(page, 'pay')).not.toBeNull()
    await paying.untilEvents('OFFER_CLOSED')
    expect(await desk.provider.query(paying.attempt)).toMatchObject({
      kind: 'failed',
      error: { class: 'expired' },
    })
    expect(await desk.provider.cancelAuthorization(paying.attempt)).toEqual({ kind: 'done' })
    expect(await desk.simulators.moneyOf(paying.attempt.attemptId)).toMatchObject({ captured: 0 })
  })

  test('is ended long after the deadline, even when Adyen sends nothing', async () => {
    const desk = await openDesk()
    const paying = desk.pay('adyen_alipay')
    await paying.start()
    paying.keep({ fact_fence_failed: 'X 3200 JPY' })
    paying.setSecondsLeft(-1)
    expect((await desk.provider.cancelAuthorization(paying.attempt)).kind).toBe('unknown')
    paying.setSecondsLeft(-901)
    expect(await desk.provider.cancelAuthorization(paying.attempt)).toEqual({ kind: 'done' })
  })
})

describe('WeChat Pay (R-7.60, S-7.13)', () => {
  test('shows a code that expires before the deadline, and is captured when it is paid', async () => {
    const desk = await openDesk()
    const paying = desk.pay('adyen_we_chat_pay')
    const before = Date.now()
    const outcome = await paying.start()
    const step = outcome.kind === 'action_required' && outcome.step.kind === 'qr' ? outcome.step : undefined
    expect(step?.expiresAt).toMatch(/\+09:00$/)
    expect(Date.parse(step!.expiresAt!) - before).toBeLessThanOrEqual(720_000)
    expect(await paying.resume()).toMatchObject({ kind: 'action_required', step })
    await answerPage(pageOf(outcome), 'pay')
    await paying.untilEvents('AUTHORISATION')
    expect(await paying.resume()).toMatchObject({ kind: 'captured' })
  })

  test('can be cancelled on the phone', async () => {
    const desk = await openDesk()
    const paying = desk.pay('adyen_we_chat_pay')
    await answerPage(pageOf(await paying.start()), 'cancel')
    await paying.untilEvents('AUTHORISATION')
    expect(await desk.provider.query(paying.attempt)).toMatchObject({
      kind: 'failed',
      error: { class: 'cancelled' },
    })
  })

  test('the same request again after a lost answer shows the same code', async () => {
    const desk = await openDesk()
    const paying = desk.pay('adyen_we_chat_pay')
    await desk.simulators.arm(faultOf('execute', 'drop_after'))
    expect((await paying.start()).kind).toBe('unknown')
    paying.setSecondsLeft(800)
    const second = await paying.start()
    const third = await paying.start()
    expect(pageOf(third)).toBe(pageOf(second))
  })
})
