import { describe, expect, test } from 'vitest'

import { faultOf, openDesk, refsOf, YEN } from '../../../../test/adyen-desk.ts'

describe('news (S-7.07)', () => {
  test('that comes twice is the same news', async () => {
    const desk = await openDesk()
    await desk.simulators.arm(faultOf('notice', 'duplicate_notice'))
    const paying = await desk.payByCard('1112')
    await paying.start()
    await paying.news('AUTHORISATION', 2)
    expect(new Set(desk.heard.map(({ dedupeKey }) => dedupeKey)).size).toBe(1)
  })

  test('that comes in the wrong order tells the same', async () => {
    const desk = await openDesk()
    await desk.simulators.arm(faultOf('notice', 'reorder'))
    const paying = await desk.payByCard('1112')
    await paying.start()
    paying.keep(refsOf(await desk.provider.capture(paying.attempt)))
    await Promise.all([paying.news('CAPTURE'), paying.news('AUTHORISATION')])
    expect(desk.heard[0]?.payload['eventCode']).toBe('CAPTURE')
    expect(await desk.provider.query(paying.attempt)).toMatchObject({ kind: 'captured' })
  })

  test('that could not be stored is sent again', async () => {
    const desk = await openDesk()
    desk.refuseNews(2)
    const paying = await desk.payByCard('1112')
    await paying.start()
    await paying.news('AUTHORISATION')
    expect(await desk.provider.query(paying.attempt)).toMatchObject({ kind: 'authorized' })
  })

  test('of a capture alone is enough', async () => {
    const desk = await openDesk()
    const paying = await desk.payByCard('1112')
    paying.keep({ fact_captured: `X ${YEN.minor} JPY` })
    expect(await desk.provider.query(paying.attempt)).toMatchObject({ kind: 'captured' })
    paying.keep({ fact_captured: 'X 1 JPY' })
    expect(await desk.provider.query(paying.attempt)).toMatchObject({ kind: 'mismatch' })
  })
})
