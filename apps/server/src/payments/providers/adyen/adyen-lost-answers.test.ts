import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { describe, expect, test } from 'vitest'

import { authorised, faultOf, openDesk, refsOf } from '../../../../test/adyen-desk.ts'

describe('a lost answer to /payments', () => {
  test.each(['drop_after', 'drop_before'])('%s: the same request again is executed once', async mode => {
    const desk = await openDesk()
    const paying = await desk.payByCard('1112')
    await desk.simulators.arm(faultOf('execute', mode))
    expect((await paying.start()).kind).toBe('unknown')
    expect(await paying.start()).toMatchObject({ kind: 'authorized' })
    expect(desk.heard.filter(({ hint }) => hint === 'authorized').length).toBeLessThanOrEqual(1)
  })

  test('while Adyen cannot be reached and has sent nothing, nothing is found', async () => {
    const desk = await openDesk()
    const paying = await desk.payByCard('1112')
    await desk.simulators.arm(faultOf('execute', 'drop_before'))
    await paying.start()
    expect(await desk.provider.query(paying.attempt)).toEqual({ kind: 'not_found' })
  })

  test('the webhook event tells what the answer would have told', async () => {
    const desk = await openDesk()
    const paying = await desk.payByCard('0408')
    expect((await paying.start()).kind).toBe('unknown')
    await paying.untilEvents('AUTHORISATION')
    expect(await desk.provider.query(paying.attempt)).toMatchObject({ kind: 'authorized' })
    expect((await desk.provider.capture(paying.attempt)).kind).toBe('accepted')
    await paying.untilEvents('CAPTURE')
    expect(await desk.provider.capture(paying.attempt)).toEqual({ kind: 'done' })
  })

  test('a fence by our own reference releases what was authorised nevertheless', async () => {
    const desk = await openDesk()
    const paying = await desk.payByCard('0408')
    await paying.start()
    const unheard = { ...paying.attempt, secondsLeft: -5 }
    const sent = await desk.provider.cancelAuthorization(unheard)
    expect(sent.kind).toBe('accepted')
    paying.keep(refsOf(sent))
    await paying.untilEvents('TECHNICAL_CANCEL')
    await paying.untilEvents('AUTHORISATION')
    expect(await desk.provider.cancelAuthorization(paying.attempt)).toEqual({
      kind: 'already',
      state: 'voided',
    })
    expect(await desk.provider.query(paying.attempt)).toMatchObject({ kind: 'voided' })
  })

  test('a fence whose answer is lost is sent again', async () => {
    const desk = await openDesk()
    const paying = await authorised(desk)
    await desk.simulators.arm(faultOf('cancel', 'drop_after'))
    expect((await desk.provider.cancelAuthorization(paying.attempt)).kind).toBe('unknown')
    await paying.untilEvents('CANCELLATION')
    expect(await desk.provider.cancelAuthorization(paying.attempt)).toEqual({
      kind: 'already',
      state: 'voided',
    })
  })

  test('without a connection nothing was sent; after trouble at Adyen the result is unknown', async () => {
    const gone = await openDesk({ ADYEN_API_URL: `${await closedAddress()}/adyen` })
    expect(await (await gone.payByCard('1112')).start()).toMatchObject({
      kind: 'failed',
      refs: {},
      error: { class: 'provider_busy', retryable: true },
    })
    const desk = await openDesk()
    await desk.simulators.arm(faultOf('execute', 'http_500'))
    expect((await (await desk.payByCard('1112')).start()).kind).toBe('unknown')
  })

  test('a rejected key is a configuration error', async () => {
    const desk = await openDesk({ ADYEN_API_KEY: 'wrong' })
    expect(await (await desk.payByCard('1112')).start()).toMatchObject({
      kind: 'failed',
      error: { class: 'configuration', retryable: false },
    })
  })
})

/** An address where nobody listens. */
async function closedAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>(done => {
    server.listen(0, '127.0.0.1', done)
  })
  const { port } = server.address() as AddressInfo
  await new Promise(done => {
    server.close(done)
  })
  return `http://127.0.0.1:${port}`
}
