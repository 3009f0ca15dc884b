import { describe, expect, test } from 'vitest'

import { faultOf, openDesk, refsOf, YEN } from '../../../../test/adyen-desk.ts'

describe('webhook events (S-7.07)', () => {
  test('that come twice are the same event', async () => {
    const desk = await openDesk()
    await desk.simulators.arm(faultOf('notice', 'duplicate_notice'))
    const paying = await desk.payByCard('1112')
    await paying.start()
    await paying.untilEvents('AUTHORISATION', 2)
    expect(new Set(desk.heard.map(({ dedupeKey }) => dedupeKey)).size).toBe(1)
  })

  test('that come in the wrong order have the same effect', async () => {
    const desk = await openDesk()
    await desk.simulators.arm(faultOf('notice', 'reorder'))
    const paying = await desk.payByCard('1112')
    await paying.start()
    paying.keep(refsOf(await desk.provider.capture(paying.attempt)))
    await Promise.all([paying.untilEvents('CAPTURE'), paying.untilEvents('AUTHORISATION')])
    expect(desk.heard[0]?.payload['eventCode']).toBe('CAPTURE')
    expect(await desk.provider.query(paying.attempt)).toMatchObject({ kind: 'captured' })
  })

  test('that could not be stored are sent again', async () => {
    const desk = await openDesk()
    desk.refuseDeliveries(2)
    const paying = await desk.payByCard('1112')
    await paying.start()
    await paying.untilEvents('AUTHORISATION')
    expect(await desk.provider.query(paying.attempt)).toMatchObject({ kind: 'authorized' })
  })

  test('of a capture alone are enough', async () => {
    const desk = await openDesk()
    const paying = await desk.payByCard('1112')
    paying.keep({ fact_captured: `X ${YEN.minor} JPY` })
    expect(await desk.provider.query(paying.attempt)).toMatchObject({ kind: 'captured' })
    paying.keep({ fact_captured: 'X 1 JPY' })
    expect(await desk.provider.query(paying.attempt)).toMatchObject({ kind: 'mismatch' })
  })
})
