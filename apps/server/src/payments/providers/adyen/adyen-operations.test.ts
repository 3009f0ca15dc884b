import { describe, expect, test } from 'vitest'

import type { Refund } from '../../port/port.ts'
import {
  authorised,
  type Desk,
  faultOf,
  openDesk,
  type DeskPayment,
  refsOf,
} from '../../../../test/adyen-desk.ts'

async function captured(desk: Desk): Promise<DeskPayment> {
  const paying = await authorised(desk)
  paying.keep(refsOf(await desk.provider.capture(paying.attempt)))
  await paying.untilEvents('CAPTURE')
  return paying
}

const refundOf = (key: string, minor: number): Refund => ({
  key,
  amount: { currency: 'JPY', minor },
  refundedBefore: 0,
})

describe('a wrong amount (S-7.10)', () => {
  test('is never a success, and is cancelled', async () => {
    const desk = await openDesk()
    const paying = await desk.payByCard('1112')
    await desk.simulators.arm(faultOf('execute', 'wrong_amount'))
    expect(await paying.start()).toMatchObject({ kind: 'mismatch' })
    expect(await desk.provider.query(paying.attempt)).toMatchObject({ kind: 'mismatch' })
    paying.keep(refsOf(await desk.provider.cancelAuthorization(paying.attempt)))
    await paying.untilEvents('CANCELLATION')
    expect(await desk.provider.cancelAuthorization(paying.attempt)).toEqual({
      kind: 'already',
      state: 'voided',
    })
  })

  test('of a capture needs a person', async () => {
    const desk = await openDesk()
    const paying = await authorised(desk)
    await desk.simulators.arm(faultOf('capture', 'wrong_amount', { value: 100 }))
    paying.keep(refsOf(await desk.provider.capture(paying.attempt)))
    await paying.untilEvents('CAPTURE')
    expect((await desk.provider.capture(paying.attempt)).kind).toBe('unknown')
  })
})

describe('each operation has its own reference, and its result is read once', () => {
  test('a lost answer to a capture takes the money once', async () => {
    const desk = await openDesk()
    const paying = await authorised(desk)
    await desk.simulators.arm(faultOf('capture', 'drop_after'))
    expect((await desk.provider.capture(paying.attempt)).kind).toBe('unknown')
    const again = await desk.provider.capture({ ...paying.attempt, refs: withoutFacts(paying) })
    expect(again.kind).toBe('accepted')
    await paying.untilEvents('CAPTURE')
    expect(await desk.provider.capture(paying.attempt)).toEqual({ kind: 'done' })
    expect(await desk.simulators.moneyOf(paying.attempt.attemptId)).toMatchObject({ captured: 3200 })
  })

  test('a capture that fails is reported as failed', async () => {
    const desk = await openDesk()
    const paying = await authorised(desk)
    await desk.simulators.arm(faultOf('capture', 'refuse'))
    paying.keep(refsOf(await desk.provider.capture(paying.attempt)))
    await paying.untilEvents('CAPTURE')
    expect(await desk.provider.capture(paying.attempt)).toMatchObject({ kind: 'failed' })
  })

  test('refunds go back in parts, up to the whole amount and no further', async () => {
    const desk = await openDesk()
    const paying = await captured(desk)
    const { provider } = desk
    const parts = [refundOf('first', 1200), refundOf('second', 2000), refundOf('third', 1)]
    for (const part of parts) {
      const sent = await provider.refund(paying.attempt, part)
      expect(sent.kind).toBe('accepted')
      paying.keep(refsOf(sent))
    }
    await paying.untilEvents('REFUND', 3)
    const [first, second, third] = await Promise.all(parts.map(part => provider.refund(paying.attempt, part)))
    expect([first, second]).toEqual([{ kind: 'done' }, { kind: 'done' }])
    expect(third).toMatchObject({ kind: 'failed' })
    expect(await desk.simulators.moneyOf(paying.attempt.attemptId)).toMatchObject({ refunded: 3200, net: 0 })
  })

  test('a lost answer to a refund refunds once', async () => {
    const desk = await openDesk()
    const paying = await captured(desk)
    const whole = refundOf(`${paying.attempt.attemptId}:refund`, 3200)
    await desk.simulators.arm(faultOf('refund', 'drop_after'))
    const unheard = { ...paying.attempt }
    expect((await desk.provider.refund(unheard, whole)).kind).toBe('unknown')
    expect((await desk.provider.refund(unheard, whole)).kind).toBe('accepted')
    await paying.untilEvents('REFUND')
    expect(await desk.provider.refund(paying.attempt, whole)).toEqual({ kind: 'done' })
    expect(await desk.simulators.moneyOf(paying.attempt.attemptId)).toMatchObject({ refunded: 3200 })
  })

  test('a refund of another amount than requested is not done', async () => {
    const desk = await openDesk()
    const paying = await captured(desk)
    await desk.simulators.arm(faultOf('refund', 'wrong_amount', { value: 5 }))
    paying.keep(refsOf(await desk.provider.refund(paying.attempt, refundOf('one', 100))))
    await paying.untilEvents('REFUND')
    expect((await desk.provider.refund(paying.attempt, refundOf('one', 100))).kind).toBe('unknown')
  })

  test('nothing is captured before the PSP reference of the payment is known', async () => {
    const desk = await openDesk()
    const paying = await desk.payByCard('1112')
    expect((await desk.provider.capture(paying.attempt)).kind).toBe('unknown')
    expect((await desk.provider.refund(paying.attempt, refundOf('one', 1))).kind).toBe('unknown')
  })
})

function withoutFacts({ attempt }: DeskPayment) {
  return Object.fromEntries(
    Object.entries(attempt.refs).filter(([name]) => !name.startsWith('fact_captured')),
  )
}
