import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

import { describe, expect, test } from 'vitest'

import {
  keptRefundOf,
  NO_MONEY,
  openSoftbankBench,
  PRICE,
  refundOf,
  RETURN_URL,
  urlOf,
  visit,
} from '../../../../test/softbank-bench.ts'
import { systemClock } from '../../../platform/clock.ts'
import { createSoftbankProvider } from './softbank-provider.ts'

const AUTHORIZED = { ...NO_MONEY, authorizations: 1, authorized: PRICE }
const CAPTURED = { ...AUTHORIZED, captured: PRICE }

describe('a card without 3-D Secure (R-7.64)', () => {
  test('is authorised and committed, captured, and refunded', async () => {
    const { provider, attempt } = await openSoftbankBench()
    const one = await attempt('softbank_credit')
    expect(await one.start()).toMatchObject({ kind: 'authorized' })
    expect(await one.money()).toEqual(AUTHORIZED)
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'authorized' })
    expect(await provider.capture(one.ref)).toEqual({ kind: 'done' })
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'captured' })
    expect(await provider.refund(one.ref, refundOf(PRICE))).toEqual({ kind: 'done' })
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'voided' })
    expect(await one.money()).toEqual({ ...CAPTURED, refunded: PRICE })
  })

  test('has its references kept before the commit that binds it', async () => {
    const { attempt } = await openSoftbankBench()
    const one = await attempt('softbank_credit')
    await one.start()
    expect(one.kept).toEqual([
      { tracking_id: expect.stringMatching(/^\d{14}$/), transaction_id: expect.stringMatching(/^B30199001/) },
    ])
  })

  test.each([
    ['0002', 'declined'],
    ['0119', 'provider_busy'],
  ])('%s fails as %s, and the visitor may try again (S-7.08)', async (last4, errorClass) => {
    const { attempt } = await openSoftbankBench()
    const one = await attempt('softbank_credit', last4)
    expect(await one.start()).toMatchObject({ kind: 'failed', error: { class: errorClass, retryable: true } })
    expect(await one.money()).toEqual(NO_MONEY)
  })

  test('with an invented token has to be entered again', async () => {
    const { attempt } = await openSoftbankBench()
    const one = await attempt('softbank_credit')
    one.ref = { ...one.ref, refs: { token: 'made-up', token_key: 'made-up' } }
    expect(await one.start()).toMatchObject({
      kind: 'failed',
      error: { class: 'invalid_input', retryable: true },
    })
  })

  test.each([
    ['SOFTBANK_HASH_KEY', 'another key'],
    ['SOFTBANK_BASIC_PASSWORD', 'another password'],
    ['SOFTBANK_SERVICE_ID', '999'],
  ])('with a wrong %s is a configuration error', async (name, value) => {
    const { attempt } = await openSoftbankBench({ [name]: value })
    const one = await attempt('softbank_credit')
    expect(await one.start()).toMatchObject({
      kind: 'failed',
      refs: {},
      error: { class: 'configuration', retryable: false },
    })
  })

  test('is captured by its commit where the contract says so', async () => {
    const { provider, attempt, contract } = await openSoftbankBench({ SOFTBANK_CARD_SALES: 'with_commit' })
    await contract({ card_sales: 'with_commit' })
    const one = await attempt('softbank_credit')
    expect(await one.start()).toMatchObject({ kind: 'captured' })
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'captured' })
    expect(await provider.capture(one.ref)).toEqual({ kind: 'already', state: 'captured' })
    expect(await provider.cancelAuthorization(one.ref)).toEqual({ kind: 'already', state: 'captured' })
    expect(await provider.refund(one.ref, refundOf(PRICE))).toEqual({ kind: 'done' })
    expect(await one.money()).toEqual({ ...CAPTURED, refunded: PRICE })
  })

  test('is authorised only once by two starts at the same time', async () => {
    const { attempt } = await openSoftbankBench()
    const one = await attempt('softbank_credit')
    await Promise.all([one.start(), one.start()])
    expect(await one.money()).toEqual(AUTHORIZED)
  })
})

describe('a lost answer', () => {
  test('to the authorisation leaves it uncommitted, so that nothing can be captured', async () => {
    const { provider, attempt, arm } = await openSoftbankBench()
    const one = await attempt('softbank_credit')
    await arm('execute', 'drop_after')
    expect(await one.start()).toMatchObject({ kind: 'unknown' })
    expect(await provider.query(one.ref)).toEqual({ kind: 'not_found' })
    expect(await one.start()).toMatchObject({
      kind: 'failed',
      refs: { left_uncommitted: expect.stringMatching(/^10196/) },
      error: { retryable: true },
    })
    expect(await one.money()).toEqual(NO_MONEY)
  })

  test('to an authorisation that never arrived is followed by another start', async () => {
    const { provider, attempt, arm } = await openSoftbankBench()
    const one = await attempt('softbank_credit')
    await arm('execute', 'drop_before')
    expect(await one.start()).toMatchObject({ kind: 'unknown' })
    expect(await provider.query(one.ref)).toEqual({ kind: 'not_found' })
    expect(await one.start()).toMatchObject({ kind: 'authorized' })
    expect(await one.money()).toEqual(AUTHORIZED)
  })

  test('to the commit is found by the inquiry', async () => {
    const { provider, attempt, arm } = await openSoftbankBench()
    const one = await attempt('softbank_credit')
    await arm('confirm', 'drop_after')
    expect(await one.start()).toMatchObject({ kind: 'unknown', refs: { tracking_id: expect.any(String) } })
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'authorized' })
    expect(await one.resume()).toMatchObject({ kind: 'authorized' })
    expect(await one.money()).toEqual(AUTHORIZED)
  })

  test('to a card whose first answer is always lost is found as well', async () => {
    const { provider, attempt } = await openSoftbankBench()
    const one = await attempt('softbank_credit', '0408')
    expect(await one.start()).toMatchObject({ kind: 'unknown' })
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'authorized' })
  })

  test('to a commit that never arrived lets it be sent again', async () => {
    const { provider, attempt, arm } = await openSoftbankBench()
    const one = await attempt('softbank_credit')
    await arm('confirm', 'drop_before')
    await one.start()
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'ready' })
    expect(await one.resume()).toMatchObject({ kind: 'authorized' })
    expect(await one.money()).toEqual(AUTHORIZED)
  })

  test.each(['drop_before', 'drop_after', 'http_500'])(
    'to the sales request (%s) is asked for again',
    async mode => {
      const { provider, paid, arm } = await openSoftbankBench()
      const one = await paid('softbank_credit')
      await arm('capture', mode)
      expect(await provider.capture(one.ref)).toMatchObject({ kind: 'unknown' })
      const again = await provider.capture(one.ref)
      expect(again).toEqual(mode === 'drop_after' ? { kind: 'already', state: 'captured' } : { kind: 'done' })
      expect(await one.money()).toEqual(CAPTURED)
    },
  )

  test.each(['drop_before', 'drop_after'])('to a cancellation (%s) is asked for again', async mode => {
    const { provider, paid, arm } = await openSoftbankBench()
    const one = await paid('softbank_credit')
    await arm('cancel', mode)
    expect(await provider.cancelAuthorization(one.ref)).toMatchObject({ kind: 'unknown' })
    const again = await provider.cancelAuthorization(one.ref)
    expect(again).toEqual(mode === 'drop_after' ? { kind: 'already', state: 'voided' } : { kind: 'done' })
    expect(await one.money()).toEqual({ ...AUTHORIZED, voided: PRICE })
  })

  test.each(['drop_before', 'drop_after'])('to a whole refund (%s) is asked for again', async mode => {
    const { provider, captured, arm } = await openSoftbankBench()
    const one = await captured('softbank_credit')
    await arm('refund', mode)
    expect(await provider.refund(one.ref, refundOf(PRICE))).toMatchObject({ kind: 'unknown' })
    const again = await provider.refund(one.ref, refundOf(PRICE))
    expect(again).toEqual(mode === 'drop_after' ? { kind: 'already', state: 'refunded' } : { kind: 'done' })
    expect(await one.money()).toEqual({ ...CAPTURED, refunded: PRICE })
  })

  test('to the inquiry says nothing of the payment', async () => {
    const { provider, paid, arm } = await openSoftbankBench()
    const one = await paid('softbank_credit')
    for (const mode of ['drop_before', 'http_500', 'refuse']) {
      await arm('query', mode)
      expect(await provider.query(one.ref)).toMatchObject({ kind: 'unknown' })
    }
    await arm('query', 'drop_after')
    expect(await provider.cancelAuthorization(one.ref)).toMatchObject({ kind: 'unknown' })
    expect(await one.money()).toEqual(AUTHORIZED)
  })
})

test('a gateway that accepts no connection has executed nothing', async () => {
  const { provider, attempt } = await openSoftbankBench({ SOFTBANK_API_URL: await addressOfNobody() })
  const one = await attempt('softbank_credit')
  expect(await one.start()).toMatchObject({ kind: 'failed', refs: {}, error: { class: 'provider_busy' } })
  one.ref = { ...one.ref, refs: { tracking_id: '00000000000001' } }
  expect(await provider.query(one.ref)).toMatchObject({ kind: 'unknown' })
  expect(await provider.capture(one.ref)).toMatchObject({ kind: 'unknown' })
  expect(await provider.cancelAuthorization(one.ref)).toMatchObject({ kind: 'unknown' })
})

/** A port that was released before. */
async function addressOfNobody(): Promise<string> {
  const server = createServer()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise(done => server.close(done))
  return `http://127.0.0.1:${port}/api/xmlapi.do`
}

describe('a card that must not be charged', () => {
  test('is fenced without a query when no authorisation was answered', async () => {
    const { provider, attempt } = await openSoftbankBench()
    const one = await attempt('softbank_credit')
    expect(await provider.cancelAuthorization(one.ref)).toEqual({ kind: 'done' })
  })

  test('is released before its commit', async () => {
    const { provider, attempt, arm } = await openSoftbankBench()
    const one = await attempt('softbank_credit')
    await arm('confirm', 'drop_before')
    await one.start()
    expect(await provider.cancelAuthorization(one.ref)).toEqual({ kind: 'done' })
    expect(await one.resume()).toMatchObject({ kind: 'voided' })
    expect(await one.money()).toEqual(NO_MONEY)
  })

  test('is not committed after the deadline', async () => {
    const { attempt, arm } = await openSoftbankBench()
    const one = await attempt('softbank_credit')
    await arm('confirm', 'drop_before')
    await one.start()
    one.ref = { ...one.ref, secondsLeft: -1 }
    expect(await one.resume()).toMatchObject({ kind: 'ready' })
    expect(await one.money()).toEqual(NO_MONEY)
  })

  test('is released once, and cannot be captured afterwards', async () => {
    const { provider, paid } = await openSoftbankBench()
    const one = await paid('softbank_credit')
    expect(await provider.cancelAuthorization(one.ref)).toEqual({ kind: 'done' })
    expect(await provider.cancelAuthorization(one.ref)).toEqual({ kind: 'already', state: 'voided' })
    expect(await provider.capture(one.ref)).toEqual({ kind: 'already', state: 'voided' })
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'voided' })
    expect(await one.money()).toEqual({ ...AUTHORIZED, voided: PRICE })
  })

  test('and was captured is refunded instead', async () => {
    const { provider, captured } = await openSoftbankBench()
    const one = await captured('softbank_credit')
    expect(await provider.cancelAuthorization(one.ref)).toEqual({ kind: 'already', state: 'captured' })
  })

  test('is released at once when its commit is refused', async () => {
    const { provider, attempt, arm } = await openSoftbankBench()
    const one = await attempt('softbank_credit')
    await arm('confirm', 'refuse')
    expect(await one.start()).toMatchObject({ kind: 'failed', refs: { tracking_id: expect.any(String) } })
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'voided' })
  })
})

describe('a partial refund of a card', () => {
  test('is added to the earlier ones, and never exceeds what was taken', async () => {
    const { provider, captured } = await openSoftbankBench()
    const one = await captured('softbank_credit')
    expect(await provider.refund(one.ref, keptRefundOf(one, 1000))).toEqual({ kind: 'done' })
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'captured' })
    expect(await provider.refund(one.ref, keptRefundOf(one, 2201, 1000))).toMatchObject({
      kind: 'failed',
      error: { class: 'limit', retryable: false },
    })
    expect(await one.money()).toEqual({ ...CAPTURED, refunded: 1000 })
  })

  test('and the refund of the rest make the whole', async () => {
    const { provider, captured } = await openSoftbankBench()
    const one = await captured('softbank_credit')
    await provider.refund(one.ref, keptRefundOf(one, 1000))
    expect(await provider.refund(one.ref, keptRefundOf(one, 2200, 1000))).toEqual({ kind: 'done' })
    expect(await provider.refund(one.ref, keptRefundOf(one, 2200, 1000))).toEqual({
      kind: 'already',
      state: 'refunded',
    })
    expect(await one.money()).toEqual({ ...CAPTURED, refunded: PRICE })
  })

  test('whose answer was lost was done, as the status shows for the first one', async () => {
    const { provider, captured, arm } = await openSoftbankBench()
    const one = await captured('softbank_credit')
    await arm('refund', 'drop_after')
    expect(await provider.refund(one.ref, keptRefundOf(one, 1000))).toMatchObject({ kind: 'unknown' })
    expect(await provider.refund(one.ref, keptRefundOf(one, 1000))).toEqual({
      kind: 'already',
      state: 'refunded',
    })
    expect(await one.money()).toEqual({ ...CAPTURED, refunded: 1000 })
  })

  test('that never arrived is sent again, once no request can be on its way', async () => {
    const { provider, captured, arm, setAhead } = await openSoftbankBench()
    const one = await captured('softbank_credit')
    await arm('refund', 'drop_before')
    await provider.refund(one.ref, keptRefundOf(one, 1000))
    expect(await provider.refund(one.ref, keptRefundOf(one, 1000))).toMatchObject({ kind: 'unknown' })
    await setAhead(180)
    expect(await provider.refund(one.ref, keptRefundOf(one, 1000))).toEqual({ kind: 'done' })
    expect(await one.money()).toEqual({ ...CAPTURED, refunded: 1000 })
  })

  test('that was never sent goes out when there is a connection again', async () => {
    const { provider, captured, account } = await openSoftbankBench()
    const one = await captured('softbank_credit')
    await provider.refund(one.ref, keptRefundOf(one, 1000))
    const deaf = createSoftbankProvider(
      { ...account, apiUrl: await addressOfNobody() },
      { clock: systemClock },
    )
    expect(await deaf.refund(one.ref, keptRefundOf(one, 500, 1000))).toMatchObject({ kind: 'unknown' })
    expect(await provider.refund(one.ref, keptRefundOf(one, 500, 1000))).toEqual({ kind: 'done' })
    expect(await one.money()).toEqual({ ...CAPTURED, refunded: 1500 })
  })

  test('whose result cannot be found out stays unknown for a person, and is never sent twice', async () => {
    const { provider, captured, arm, setAhead } = await openSoftbankBench()
    const one = await captured('softbank_credit')
    await provider.refund(one.ref, keptRefundOf(one, 1000))
    await arm('refund', 'drop_after')
    await provider.refund(one.ref, keptRefundOf(one, 500, 1000))
    await setAhead(180)
    for (let tries = 0; tries < 3; tries += 1)
      expect(await provider.refund(one.ref, keptRefundOf(one, 500, 1000))).toMatchObject({
        kind: 'unknown',
        needsPerson: true,
      })
    expect(await one.money()).toEqual({ ...CAPTURED, refunded: 1500 })
  })

  test('that cannot be recorded counts as one that may have been sent', async () => {
    const { provider, captured } = await openSoftbankBench()
    const one = await captured('softbank_credit')
    expect(await provider.refund(one.ref, refundOf(1000))).toEqual({ kind: 'done' })
    expect(await provider.refund(one.ref, refundOf(500, 1000))).toMatchObject({ kind: 'unknown' })
    expect(await one.money()).toEqual({ ...CAPTURED, refunded: 1000 })
  })
})

test('a refund that the gateway refuses is a failure, and the money stays (S-7.15)', async () => {
  const { provider, captured, arm } = await openSoftbankBench()
  const one = await captured('softbank_credit')
  await arm('refund', 'refuse')
  expect(await provider.refund(one.ref, refundOf(PRICE))).toMatchObject({ kind: 'failed' })
  expect(await one.money()).toEqual(CAPTURED)
})

test('at most the price is captured of a larger authorisation, and nothing of a smaller one (S-7.10)', async () => {
  const { provider, attempt, arm } = await openSoftbankBench()
  await arm('execute', 'wrong_amount')
  const larger = await attempt('softbank_credit')
  await larger.start()
  expect(await provider.capture(larger.ref)).toEqual({ kind: 'done' })
  expect(await larger.money()).toMatchObject({ captured: PRICE, voided: 1 })
  await arm('execute', 'wrong_amount', { value: 1 })
  const smaller = await attempt('softbank_credit')
  await smaller.start()
  expect(await provider.capture(smaller.ref)).toMatchObject({ kind: 'failed' })
  expect(await smaller.money()).toMatchObject({ captured: 0 })
})

describe('a card with 3-D Secure (R-7.65)', () => {
  test.each(['1112', '3220'])('%s is authorised after the issuer’s page', async last4 => {
    const { provider, attempt } = await openSoftbankBench()
    const one = await attempt('softbank_3ds', last4)
    const page = urlOf(await one.start())
    expect(await one.resume()).toMatchObject({
      kind: 'action_required',
      step: { url: page },
      threeDSecure: true,
    })
    one.comeBack(await visit(page, last4 === '3220' ? 'pay' : undefined))
    expect(one.ref.refs).toMatchObject({ return_hint: 'success' })
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'ready' })
    expect(await one.resume()).toMatchObject({ kind: 'authorized' })
    expect(await one.resume()).toMatchObject({ kind: 'authorized' })
    expect(await provider.capture(one.ref)).toEqual({ kind: 'done' })
    expect(await one.money()).toEqual(CAPTURED)
  })

  test.each(['fail', 'cancel'] as const)(
    'fails when the visitor answers with %s, and may be tried again',
    async answer => {
      const { attempt } = await openSoftbankBench()
      const one = await attempt('softbank_3ds', '3220')
      one.comeBack(await visit(urlOf(await one.start()), answer))
      expect(await one.resume()).toMatchObject({
        kind: 'failed',
        error: { class: 'authentication_failed', retryable: true },
      })
      expect(await one.money()).toEqual(NO_MONEY)
    },
  )

  test('is not paid by a return that the visitor forged: the gateway decides', async () => {
    const { attempt } = await openSoftbankBench()
    const one = await attempt('softbank_3ds', '3220')
    await one.start()
    one.comeBack({ url: `${RETURN_URL}/success`, fields: new URLSearchParams() })
    expect(await one.resume()).toMatchObject({ kind: 'failed' })
    expect(await one.money()).toEqual(NO_MONEY)
  })

  test('is not ended by an address that says failure: the gateway decides', async () => {
    const { provider, attempt } = await openSoftbankBench()
    const one = await attempt('softbank_3ds', '1112')
    await visit(urlOf(await one.start()))
    one.comeBack({ url: `${RETURN_URL}/failure`, fields: new URLSearchParams() })
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'ready' })
    expect(await one.resume()).toMatchObject({ kind: 'authorized' })
    expect(await one.money()).toEqual(AUTHORIZED)
  })

  test.each(['separate', 'with_commit'])(
    'whose process dies after the commit is found by its tracking id (sales %s, S-1.14)',
    async sales => {
      const { provider, attempt, contract } = await openSoftbankBench({ SOFTBANK_CARD_SALES: sales })
      await contract({ card_sales: sales })
      const one = await attempt('softbank_3ds')
      one.comeBack(await visit(urlOf(await one.start())))
      let stored = one.ref
      const keep = async (refs: Readonly<Record<string, string>>): Promise<void> => {
        stored = { ...stored, refs: { ...stored.refs, ...refs } }
      }
      // The answer dies with the process; only what was kept exists afterwards.
      const state = sales === 'separate' ? 'authorized' : 'captured'
      expect(await provider.resume(one.ref, { keep })).toMatchObject({ kind: state })
      expect(stored.refs['tracking_id']).toMatch(/^\d{14}$/)
      expect(await provider.query(stored)).toMatchObject({ kind: state })
      expect(await provider.cancelAuthorization(stored)).toEqual(
        sales === 'separate' ? { kind: 'done' } : { kind: 'already', state: 'captured' },
      )
    },
  )

  test('is not committed in a step that nothing records, nor in one that would outlast its lease', async () => {
    const { provider, attempt, setAhead } = await openSoftbankBench()
    const one = await attempt('softbank_3ds')
    one.comeBack(await visit(urlOf(await one.start())))
    expect(await provider.resume(one.ref)).toMatchObject({ kind: 'ready' })
    expect(await one.money()).toEqual(NO_MONEY)
    const other = await attempt('softbank_3ds')
    other.comeBack(await visit(urlOf(await other.start())))
    const slow = { keep: () => setAhead(61) }
    expect(await provider.resume(other.ref, slow)).toMatchObject({ kind: 'ready' })
    expect(await other.money()).toEqual(NO_MONEY)
  })

  test('1629 is authenticated, then declined', async () => {
    const { attempt } = await openSoftbankBench()
    const one = await attempt('softbank_3ds', '1629')
    one.comeBack(await visit(urlOf(await one.start()), 'pay'))
    expect(await one.resume()).toMatchObject({ kind: 'failed', error: { class: 'declined' } })
  })

  test('is not charged when its registration is lost: the next start tells what became of the token', async () => {
    const { provider, attempt, arm } = await openSoftbankBench()
    const one = await attempt('softbank_3ds')
    await arm('register', 'drop_after')
    expect(await one.start()).toMatchObject({ kind: 'unknown' })
    expect(await provider.query(one.ref)).toEqual({ kind: 'not_found' })
    expect(await one.start()).toMatchObject({
      kind: 'failed',
      error: { class: 'invalid_input', retryable: true },
    })
  })

  test('keeps its tracking id when the answer to the commit is lost', async () => {
    const { provider, attempt, arm } = await openSoftbankBench()
    const one = await attempt('softbank_3ds')
    one.comeBack(await visit(urlOf(await one.start())))
    await arm('confirm', 'drop_after')
    expect(await one.resume()).toMatchObject({ kind: 'unknown', refs: { tracking_id: expect.any(String) } })
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'authorized' })
  })

  test('leaves an authorisation uncommitted whose answer is lost', async () => {
    const { provider, attempt, arm } = await openSoftbankBench()
    const one = await attempt('softbank_3ds')
    one.comeBack(await visit(urlOf(await one.start())))
    await arm('execute', 'drop_after')
    expect(await one.resume()).toMatchObject({ kind: 'unknown' })
    expect(await provider.query(one.ref)).toMatchObject({ kind: 'ready' })
    expect(await one.resume()).toMatchObject({ kind: 'failed', error: { retryable: true } })
    expect(await one.money()).toEqual(NO_MONEY)
  })

  test('whose visitor never comes back is fenced', async () => {
    const { provider, attempt } = await openSoftbankBench()
    const one = await attempt('softbank_3ds', '3220')
    await one.start()
    expect(await provider.cancelAuthorization(one.ref)).toEqual({ kind: 'done' })
  })
})
