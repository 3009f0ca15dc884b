import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { openGmoBench, PRICE, refundOf } from '../../../../test/gmo-bench.ts'

/** A token as the simulated sheet returns it: base64 of `paymentData`, valid for one charge of its amount. */
function appleToken(last4: string, amount = PRICE): string {
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64')
  const data = base64({ simulated: true, last4, amount, currency: 'JPY' })
  return base64({ version: 'EC_v1', data, signature: '', header: { transactionId: randomUUID() } })
}

describe('Apple Pay (R-7.57)', () => {
  test('is authorised without a challenge, captured, and refunded in parts', async () => {
    const { provider, start, newAttempt, money } = await openGmoBench()
    const { outcome, attempt } = await start(newAttempt('gmo_apple_pay', { token: appleToken('1112') }))
    expect(outcome.kind).toBe('authorized')
    expect(await provider.capture(attempt)).toEqual({ kind: 'done' })
    expect(await provider.capture(attempt)).toEqual({ kind: 'already', state: 'captured' })
    expect(await provider.refund(attempt, refundOf(1000))).toEqual({ kind: 'done' })
    expect(await provider.refund(attempt, refundOf(1000))).toEqual({ kind: 'already', state: 'refunded' })
    expect(await provider.refund(attempt, refundOf(PRICE - 1000, 1000))).toEqual({ kind: 'done' })
    expect(await provider.refund(attempt, refundOf(PRICE - 1000, 1000))).toMatchObject({ kind: 'already' })
    expect(await money(attempt)).toMatchObject({ captured: PRICE, refunded: PRICE })
  })

  test.each([
    ['0002', 'declined'],
    ['0119', 'provider_busy'],
  ])('with card %s fails as %s', async (last4, errorClass) => {
    const { start, newAttempt } = await openGmoBench()
    expect((await start(newAttempt('gmo_apple_pay', { token: appleToken(last4) }))).outcome).toMatchObject({
      kind: 'failed',
      error: { class: errorClass, retryable: true },
    })
  })

  test('approved for another amount is refused', async () => {
    const { start, newAttempt, money } = await openGmoBench()
    const { outcome, attempt } = await start(newAttempt('gmo_apple_pay', { token: appleToken('1112', 1) }))
    expect(outcome.kind).toBe('failed')
    expect(await money(attempt)).toMatchObject({ authorizations: 0 })
  })

  test.each([
    ['register', 'drop_before', 'not_found'],
    ['register', 'drop_after', 'not_found'],
    ['execute', 'drop_before', 'not_found'],
    ['execute', 'drop_after', 'authorized'],
  ])('is charged once although an answer was lost (%s %s)', async (op, mode, found) => {
    const { provider, start, newAttempt, money, arm } = await openGmoBench()
    await arm(op, mode)
    const lost = await start(newAttempt('gmo_apple_pay', { token: appleToken('1112') }))
    expect(lost.outcome.kind).toBe('unknown')
    expect((await provider.query(lost.attempt)).kind).toBe(found)
    const again = await start(lost.attempt)
    expect(again.outcome.kind).toBe('authorized')
    expect(await money(again.attempt)).toMatchObject({ authorizations: 1, authorized: PRICE })
  })

  test.each(['drop_before', 'drop_after'])(
    'is released once although the answer was lost (%s)',
    async mode => {
      const { provider, start, newAttempt, money, arm } = await openGmoBench()
      const { attempt } = await start(newAttempt('gmo_apple_pay', { token: appleToken('1112') }))
      await arm('cancel', mode)
      expect((await provider.cancelAuthorization(attempt)).kind).toBe('unknown')
      expect(['done', 'already']).toContain((await provider.cancelAuthorization(attempt)).kind)
      expect(await money(attempt)).toMatchObject({ voided: PRICE })
    },
  )

  test.each(['drop_before', 'drop_after'])(
    'is refunded once although the answer was lost (%s)',
    async mode => {
      const { provider, start, newAttempt, money, arm } = await openGmoBench()
      const { attempt } = await start(newAttempt('gmo_apple_pay', { token: appleToken('1112') }))
      await provider.capture(attempt)
      await arm('refund', mode)
      expect((await provider.refund(attempt, refundOf(PRICE))).kind).toBe('unknown')
      expect(['done', 'already']).toContain((await provider.refund(attempt, refundOf(PRICE))).kind)
      expect(await money(attempt)).toMatchObject({ refunded: PRICE })
    },
  )

  test('is not offered while its payments cannot be queried (S-7.14)', async () => {
    const { provider } = await openGmoBench()
    expect(provider.methods).toContain('gmo_apple_pay')
    const { provider: without } = await openGmoBench({ GMO_BRAND_TOKEN_PAY_TYPE: '' })
    expect(without.methods).not.toContain('gmo_apple_pay')
  })
})
