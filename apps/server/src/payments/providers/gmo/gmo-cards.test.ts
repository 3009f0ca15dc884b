import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { jstDateOf } from '@kippu/domain/jst-date'
import { describe, expect, test } from 'vitest'

import { openGmoBench, PRICE, refundOf, withRefs } from '../../../../test/gmo-bench.ts'

const BEFORE = { authorizations: 0, authorized: 0, captured: 0, refunded: 0, voided: 0 }

/** Seconds until noon in Japan of a day that is followed by more than a week of the same month. */
function untilTenthOfMonth(): number {
  const DAY = 86_400_000
  const noon = Math.floor((Date.now() + 9 * 3_600_000) / DAY) * DAY + 3 * 3_600_000 + DAY
  const days = Array.from({ length: 62 }, (_, day) => noon + day * DAY)
  const tenth = days.find(time => jstDateOf(time).endsWith('-10')) ?? noon
  return Math.round((tenth - Date.now()) / 1000)
}

/** An address where nobody listens. */
async function closedAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise<void>(done => server.close(() => done()))
  return `http://127.0.0.1:${port}`
}

describe('a card (R-7.53)', () => {
  test('is authorised at once, captured, and refunded', async () => {
    const { provider, start, card, newAttempt, money } = await openGmoBench()
    const { outcome, attempt } = await start(newAttempt('gmo', { token: await card('1112') }))
    expect(outcome).toMatchObject({ kind: 'authorized' })
    expect(await money(attempt)).toEqual({ ...BEFORE, authorizations: 1, authorized: PRICE })
    expect(await provider.query(attempt)).toMatchObject({ kind: 'authorized' })
    expect(await provider.capture(attempt)).toEqual({ kind: 'done' })
    expect(await provider.query(attempt)).toMatchObject({ kind: 'captured' })
    expect(await provider.capture(attempt)).toEqual({ kind: 'already', state: 'captured' })
    expect(await provider.refund(attempt, refundOf(PRICE))).toEqual({ kind: 'done' })
    expect(await money(attempt)).toMatchObject({ captured: PRICE, refunded: PRICE })
  })

  test.each([
    ['0002', 'declined'],
    ['0119', 'provider_busy'],
  ])('%s fails as %s, and the visitor may try again (S-7.08)', async (last4, errorClass) => {
    const { start, card, newAttempt, money } = await openGmoBench()
    const { outcome, attempt } = await start(newAttempt('gmo', { token: await card(last4) }))
    expect(outcome).toMatchObject({ kind: 'failed', error: { class: errorClass, retryable: true } })
    expect(await money(attempt)).toEqual(BEFORE)
  })

  test('with an invented token has to be entered again', async () => {
    const { start, newAttempt } = await openGmoBench()
    expect((await start(newAttempt('gmo', { token: 'made-up' }))).outcome).toMatchObject({
      kind: 'failed',
      error: { class: 'invalid_input', retryable: true },
    })
  })

  test('with a wrong key is a configuration error', async () => {
    const { start, card, newAttempt } = await openGmoBench({ GMO_SHOP_PASS: 'wrong' })
    expect((await start(newAttempt('gmo', { token: await card('1112') }))).outcome).toMatchObject({
      kind: 'failed',
      refs: {},
      error: { class: 'configuration', retryable: false },
    })
  })

  test('keeps the pass to its trade sealed', async () => {
    const { authorized } = await openGmoBench()
    const { refs } = await authorized()
    expect(refs['access_id']).toMatch(/^[0-9a-f]{32}$/)
    expect(refs['access_pass']).not.toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('a lost answer', () => {
  test.each(['drop_before', 'drop_after'])('to the registration (%s) costs nothing', async mode => {
    const { provider, start, card, newAttempt, money, arm } = await openGmoBench()
    await arm('register', mode)
    const lost = await start(newAttempt('gmo', { token: await card('1112') }))
    expect(lost.outcome.kind).toBe('unknown')
    expect(await provider.query(lost.attempt)).toEqual({ kind: 'not_found' })
    const again = await start(lost.attempt)
    expect(again.outcome.kind).toBe('authorized')
    expect(await money(again.attempt)).toEqual({ ...BEFORE, authorizations: 1, authorized: PRICE })
  })

  test.each([
    ['drop_before', 'not_found'],
    ['drop_after', 'authorized'],
  ])('to the execution (%s) leads to one authorisation', async (mode, found) => {
    const { provider, start, card, newAttempt, money, arm } = await openGmoBench()
    await arm('execute', mode)
    const lost = await start(newAttempt('gmo', { token: await card('1112') }))
    expect(lost.outcome).toMatchObject({ kind: 'unknown', refs: {} })
    expect((await provider.query(lost.attempt)).kind).toBe(found)
    const again = await start(lost.attempt)
    expect(again.outcome.kind).toBe('authorized')
    expect(await money(again.attempt)).toEqual({ ...BEFORE, authorizations: 1, authorized: PRICE })
  })

  test('of a card whose result GMO does not return is queried', async () => {
    const { provider, start, card, newAttempt } = await openGmoBench()
    const { outcome, attempt } = await start(newAttempt('gmo', { token: await card('0408') }))
    expect(outcome.kind).toBe('unknown')
    expect((await provider.query(attempt)).kind).toBe('authorized')
  })

  test('of the declined card ends as a failure nevertheless', async () => {
    const { provider, start, card, newAttempt, money, arm } = await openGmoBench()
    await arm('execute', 'drop_after')
    const lost = await start(newAttempt('gmo', { token: await card('0002') }))
    expect(await provider.query(lost.attempt)).toEqual({ kind: 'not_found' })
    const again = await start(lost.attempt)
    expect(again.outcome).toMatchObject({ kind: 'failed', error: { retryable: true } })
    expect(again.outcome.refs).not.toEqual({})
    expect(await money(again.attempt)).toEqual(BEFORE)
  })

  test('after a crash behind the registration, or before it, is repeated with one authorisation', async () => {
    const { start, card, newAttempt, money, authorized } = await openGmoBench()
    const done = await authorized()
    expect((await start(done)).outcome.kind).toBe('authorized')
    // All kept references are lost: GMO knows the order reference, and returns the keys again.
    const forgotten = withRefs({ ...done, refs: {} }, { token: await card('1112') })
    expect((await start(forgotten)).outcome.kind).toBe('authorized')
    expect(await money(done)).toMatchObject({ authorizations: 1 })
    expect((await start(newAttempt('gmo', { token: await card('1112') }))).outcome.kind).toBe('authorized')
  })

  test('to a query, or trouble at GMO, says nothing', async () => {
    const { provider, authorized, start, card, newAttempt, arm } = await openGmoBench()
    const attempt = await authorized()
    for (const mode of ['drop_before', 'http_500', 'refuse']) {
      await arm('query', mode)
      expect((await provider.query(attempt)).kind).toBe('unknown')
      await arm('query', mode)
      expect((await provider.cancelAuthorization(attempt)).kind).toBe('unknown')
    }
    await arm('execute', 'http_500')
    expect((await start(newAttempt('gmo', { token: await card('1112') }))).outcome.kind).toBe('unknown')
  })

  test('without a connection means that the request was never received, but says nothing about the attempt', async () => {
    const attempt = await (await openGmoBench()).authorized()
    const { provider, start, newAttempt } = await openGmoBench({ GMO_API_URL: await closedAddress() })
    const { outcome } = await start(newAttempt('gmo', { token: 'any' }))
    expect(outcome).toMatchObject({ kind: 'failed', refs: {}, error: { class: 'provider_busy' } })
    expect((await provider.query(attempt)).kind).toBe('unknown')
    expect((await provider.capture(attempt)).kind).toBe('unknown')
    expect((await provider.cancelAuthorization(attempt)).kind).toBe('unknown')
    expect((await provider.refund(attempt, refundOf(PRICE))).kind).toBe('unknown')
  })
})

describe('a wrong amount (S-7.10)', () => {
  test('is not a success, and is released', async () => {
    const { provider, start, card, newAttempt, money, arm } = await openGmoBench()
    await arm('execute', 'wrong_amount')
    const { outcome, attempt } = await start(newAttempt('gmo', { token: await card('1112') }))
    expect(outcome.kind).toBe('mismatch')
    expect(await provider.cancelAuthorization(attempt)).toEqual({ kind: 'done' })
    expect(await money(attempt)).toMatchObject({ authorized: PRICE + 1, voided: PRICE + 1 })
  })

  test('in the answer to a query is not a success', async () => {
    const { provider, authorized, arm } = await openGmoBench()
    const attempt = await authorized()
    await arm('query', 'wrong_amount', { value: 1 })
    expect(await provider.query(attempt)).toMatchObject({ kind: 'mismatch' })
  })

  test('that was captured is reported, and refunded in full', async () => {
    const { provider, authorized, arm, money } = await openGmoBench()
    const attempt = await authorized()
    await arm('capture', 'wrong_amount')
    const wrong = { kind: 'failed', error: { class: 'amount_mismatch', retryable: false } }
    expect(await provider.capture(attempt)).toMatchObject(wrong)
    expect(await provider.capture(attempt)).toMatchObject(wrong)
    expect(await provider.refund(attempt, refundOf(PRICE))).toEqual({ kind: 'done' })
    expect(await money(attempt)).toMatchObject({ captured: PRICE + 1, refunded: PRICE + 1 })
  })
})

describe('capturing', () => {
  test.each([
    ['drop_before', { kind: 'done' }],
    ['drop_after', { kind: 'already', state: 'captured' }],
  ])('whose answer is lost (%s) is done once', async (mode, again) => {
    const { provider, authorized, arm, money } = await openGmoBench()
    const attempt = await authorized()
    await arm('capture', mode)
    expect((await provider.capture(attempt)).kind).toBe('unknown')
    expect(await provider.capture(attempt)).toEqual(again)
    expect(await money(attempt)).toMatchObject({ captured: PRICE })
  })

  test('a released trade reports that it is released', async () => {
    const { provider, authorized } = await openGmoBench()
    const attempt = await authorized()
    expect(await provider.cancelAuthorization(attempt)).toEqual({ kind: 'done' })
    expect(await provider.capture(attempt)).toEqual({ kind: 'already', state: 'voided' })
    expect((await provider.query(attempt)).kind).toBe('voided')
  })
})

describe('cancelling', () => {
  test('releases what is reserved, once', async () => {
    const { provider, authorized, money } = await openGmoBench()
    const attempt = await authorized()
    expect(await provider.cancelAuthorization(attempt)).toEqual({ kind: 'done' })
    expect(await provider.cancelAuthorization(attempt)).toEqual({ kind: 'already', state: 'voided' })
    expect(await money(attempt)).toMatchObject({ voided: PRICE })
  })

  test('a captured trade reports that it is captured', async () => {
    const { provider, captured } = await openGmoBench()
    expect(await provider.cancelAuthorization(await captured())).toEqual({
      kind: 'already',
      state: 'captured',
    })
  })

  test.each(['drop_before', 'drop_after'])('whose answer is lost (%s) is done once', async mode => {
    const { provider, authorized, arm, money } = await openGmoBench()
    const attempt = await authorized()
    await arm('cancel', mode)
    expect((await provider.cancelAuthorization(attempt)).kind).toBe('unknown')
    const again = await provider.cancelAuthorization(attempt)
    expect(['done', 'already']).toContain(again.kind)
    expect(await money(attempt)).toMatchObject({ voided: PRICE })
  })

  test('a trade that GMO has never received is done at once: nobody has the keys to execute it', async () => {
    const { provider, newAttempt } = await openGmoBench()
    expect(await provider.cancelAuthorization(newAttempt('gmo'))).toEqual({ kind: 'done' })
  })

  test('an execution that may still be under way is waited for', async () => {
    const { provider, start, card, newAttempt, arm } = await openGmoBench()
    await arm('execute', 'drop_before')
    const { attempt } = await start(newAttempt('gmo', { token: await card('1112') }))
    expect((await provider.cancelAuthorization(attempt)).kind).toBe('unknown')
    expect((await provider.cancelAuthorization({ ...attempt, secondsLeft: 661 })).kind).toBe('unknown')
    expect(await provider.cancelAuthorization({ ...attempt, secondsLeft: 660 })).toEqual({ kind: 'done' })
    // Repeated shortly before the deadline, it is waited for beyond the deadline.
    await arm('execute', 'drop_before')
    const { attempt: repeated } = await start({ ...attempt, secondsLeft: 10 })
    expect((await provider.cancelAuthorization({ ...repeated, secondsLeft: -169 })).kind).toBe('unknown')
    expect(await provider.cancelAuthorization({ ...repeated, secondsLeft: -170 })).toEqual({ kind: 'done' })
  })
})

describe('refunding', () => {
  test('in parts goes up to the total and no further, each part once', async () => {
    const { provider, captured, money } = await openGmoBench()
    const attempt = await captured()
    expect(await provider.refund(attempt, refundOf(1000))).toEqual({ kind: 'done' })
    expect(await provider.refund(attempt, refundOf(1000))).toEqual({ kind: 'already', state: 'refunded' })
    expect(await provider.refund(attempt, refundOf(700, 1000))).toEqual({ kind: 'done' })
    expect(await provider.refund(attempt, refundOf(1501, 1700))).toMatchObject({ kind: 'failed' })
    expect(await provider.refund(attempt, refundOf(1500, 1700))).toEqual({ kind: 'done' })
    expect(await provider.refund(attempt, refundOf(1500, 1700))).toEqual({
      kind: 'already',
      state: 'refunded',
    })
    expect(await money(attempt)).toMatchObject({ captured: PRICE, refunded: PRICE })
  })

  test.each([
    ['drop_before', PRICE],
    ['drop_after', PRICE],
    ['drop_before', 1000],
    ['drop_after', 1000],
  ])('whose answer is lost (%s, %i yen) is done once', async (mode, amount) => {
    const { provider, captured, arm, money } = await openGmoBench()
    const attempt = await captured()
    await arm('refund', mode)
    expect((await provider.refund(attempt, refundOf(amount))).kind).toBe('unknown')
    expect(['done', 'already']).toContain((await provider.refund(attempt, refundOf(amount))).kind)
    expect(await money(attempt)).toMatchObject({ refunded: amount })
  })

  test('a refund made by hand never counts as a refund of ours that was not tried', async () => {
    const { provider, captured, money } = await openGmoBench()
    const attempt = await captured()
    // Somebody refunded 1,000 yen in GMO's own console.
    await provider.refund(attempt, { ...refundOf(1000), key: 'by hand' })
    expect(await provider.refund(attempt, refundOf(1000))).toMatchObject({
      kind: 'failed',
      error: { class: 'other', codes: [`${PRICE - 1000} yen left before its first try`] },
    })
    expect(await money(attempt)).toMatchObject({ refunded: 1000 })
  })

  test('when the ledgers differ is for a person', async () => {
    const { provider, captured, authorized, money } = await openGmoBench()
    const attempt = await captured()
    // Somebody refunded 500 yen in GMO's own console.
    await provider.refund(attempt, refundOf(500))
    expect(await provider.refund(attempt, refundOf(1000))).toMatchObject({
      kind: 'failed',
      error: { class: 'other' },
    })
    expect(await provider.refund(await authorized(), refundOf(1000))).toMatchObject({ kind: 'failed' })
    expect(await money(attempt)).toMatchObject({ refunded: 500 })
  })

  test.each([
    ['the next day', 1],
    ['the next month', 40],
  ])('in full uses the job code %s', async (_when, days) => {
    const { provider, captured, setAhead, money } = await openGmoBench()
    const then = untilTenthOfMonth()
    await setAhead(then)
    const attempt = await captured()
    await setAhead(then + days * 86_400)
    expect(await provider.refund(attempt, refundOf(PRICE))).toEqual({ kind: 'done' })
    expect(await money(attempt)).toMatchObject({ refunded: PRICE })
  })

  test('in full tries the next job code when the card company draws the line elsewhere', async () => {
    const { provider, captured, simulators, money } = await openGmoBench()
    const attempt = await captured()
    // GMO's clock is more than a month ahead of ours.
    await simulators.setAhead(40 * 86_400)
    expect(await provider.refund(attempt, refundOf(PRICE))).toEqual({ kind: 'done' })
    expect(await money(attempt)).toMatchObject({ refunded: PRICE })
  })

  test('an authorisation of last month is released by the job code of today', async () => {
    const { provider, authorized, setAhead, money } = await openGmoBench()
    const attempt = await authorized()
    await setAhead(40 * 86_400)
    expect(await provider.cancelAuthorization(attempt)).toEqual({ kind: 'done' })
    expect(await money(attempt)).toMatchObject({ voided: PRICE })
  })

  test.each([PRICE, 1000])('%i yen after 180 days is for a person (R-8.69)', async amount => {
    const { provider, captured, setAhead } = await openGmoBench()
    const attempt = await captured()
    await setAhead(181 * 86_400)
    expect(await provider.refund(attempt, refundOf(amount))).toMatchObject({
      kind: 'failed',
      error: { class: 'expired', retryable: false },
    })
  })

  test.each([PRICE, 1000])('that GMO refuses (%i yen) is for a person (R-8.69)', async amount => {
    const { provider, captured, arm } = await openGmoBench()
    const attempt = await captured()
    await arm('refund', 'refuse', { value: 3 })
    expect(await provider.refund(attempt, refundOf(amount))).toMatchObject({
      kind: 'failed',
      error: { class: 'other', retryable: false },
    })
  })
})
