import { describe, expect, test } from 'vitest'

import {
  type GmoBench,
  openGmoBench,
  type PageAnswer,
  PRICE,
  RETURN_URL,
  returned,
  stepOf,
  visit,
  withRefs,
} from '../../../../test/gmo-bench.ts'
import type { AttemptRef, PaymentOutcome } from '../../port/port.ts'

/** The addresses the browser visits, step by step. */
function acsUrl(outcome: PaymentOutcome): string {
  const step = stepOf(outcome)
  if (step.kind !== 'three_ds') throw new Error(step.kind)
  return step.url
}

async function startedCard(bench: GmoBench, last4: string) {
  const token = await bench.card(last4)
  const { outcome, attempt } = await bench.start(bench.newAttempt('gmo_3ds', { token }))
  return { outcome, attempt }
}

/** Like the store, keeps the resulting references with the attempt. */
async function resume({ provider }: GmoBench, attempt: AttemptRef) {
  const outcome = await provider.resume(attempt)
  return { outcome, attempt: withRefs(attempt, outcome.refs) }
}

/** An attempt whose visitor is on the issuer's challenge page. */
async function challenged(bench: GmoBench, last4 = '3220') {
  const { outcome, attempt } = await startedCard(bench, last4)
  const back = returned(bench.provider, attempt, await visit(acsUrl(outcome)))
  return resume(bench, back)
}

/** The visitor answers the challenge and comes back. */
async function answered(bench: GmoBench, last4: string, answer: PageAnswer) {
  const { outcome, attempt } = await challenged(bench, last4)
  return returned(bench.provider, attempt, await visit(acsUrl(outcome), answer))
}

describe('3-D Secure in two phases (R-7.54)', () => {
  test('passes without a challenge when the issuer does not ask for one', async () => {
    const bench = await openGmoBench()
    const { outcome, attempt } = await startedCard(bench, '1112')
    const md = attempt.refs['access_id']
    expect(outcome).toMatchObject({
      kind: 'action_required',
      threeDSecure: true,
      step: { kind: 'three_ds', md },
    })
    expect(acsUrl(outcome)).toMatch(/\?transId=[^&]+&t=[^&]+$/)
    const sent = await visit(acsUrl(outcome))
    expect(sent?.url).toBe(`${RETURN_URL}?MD=${md}`)
    const back = returned(bench.provider, attempt, sent)
    expect(await bench.provider.query(back)).toMatchObject({ kind: 'ready' })
    expect((await resume(bench, back)).outcome).toMatchObject({ kind: 'authorized' })
    expect(await bench.money(attempt)).toMatchObject({ authorizations: 1, authorized: PRICE })
    expect(await bench.provider.capture(back)).toEqual({ kind: 'done' })
  })

  test('asks for a challenge once, shows it again after a reload, and continues after it', async () => {
    const bench = await openGmoBench()
    const { outcome, attempt } = await challenged(bench)
    expect(outcome).toMatchObject({ kind: 'action_required', threeDSecure: true })
    expect(acsUrl(outcome)).toContain('/acs/challenge?')
    // The page asks before the visitor has answered: nothing happens.
    expect(await bench.provider.query(attempt)).toMatchObject({
      kind: 'action_required',
      step: stepOf(outcome),
    })
    expect((await resume(bench, attempt)).outcome).toMatchObject({ step: stepOf(outcome) })
    const back = returned(bench.provider, attempt, await visit(acsUrl(outcome), 'pay'))
    expect(back.refs).toMatchObject({ return_event: 'AuthResultReady' })
    expect((await resume(bench, back)).outcome.kind).toBe('authorized')
    expect((await resume(bench, back)).outcome.kind).toBe('authorized')
    expect(await bench.money(attempt)).toMatchObject({ authorizations: 1, authorized: PRICE })
  })

  test.each(['fail', 'cancel'] as const)(
    'that ends with %s is a failed authentication, and the visitor may try again',
    async answer => {
      const bench = await openGmoBench()
      const back = await answered(bench, '3220', answer)
      expect((await resume(bench, back)).outcome).toMatchObject({
        kind: 'failed',
        error: { class: 'authentication_failed', retryable: true },
      })
      expect(await bench.money(back)).toMatchObject({ authorizations: 0 })
    },
  )

  test.each(['N', 'U', 'R'])('with the result %s fails without a challenge', async result => {
    const bench = await openGmoBench()
    await bench.contract({ tds2_result: result })
    const { outcome, attempt } = await startedCard(bench, '1112')
    const back = returned(bench.provider, attempt, await visit(acsUrl(outcome)))
    expect((await resume(bench, back)).outcome).toMatchObject({
      kind: 'failed',
      error: { class: 'authentication_failed' },
    })
  })

  test('with the result A, attempted but not authenticated, is charged', async () => {
    const bench = await openGmoBench()
    await bench.contract({ tds2_result: 'A' })
    const { outcome, attempt } = await startedCard(bench, '3220')
    const back = returned(bench.provider, attempt, await visit(acsUrl(outcome)))
    expect((await resume(bench, back)).outcome.kind).toBe('authorized')
  })

  test('with a card that is declined after the challenge is a failure of the card', async () => {
    const bench = await openGmoBench()
    expect((await resume(bench, await answered(bench, '1629', 'pay'))).outcome).toMatchObject({
      kind: 'failed',
      error: { class: 'declined', retryable: true },
    })
  })
})

describe('3-D Secure with one return (R-7.54)', () => {
  test.each([
    ['1112', undefined, 'authorized'],
    ['3220', 'pay', 'authorized'],
    ['3220', 'fail', 'failed'],
    ['3220', 'cancel', 'failed'],
  ] as const)('card %s, answered with %s, is %s', async (last4, answer, kind) => {
    const bench = await openGmoBench()
    await bench.contract({ three_ds_shape: 'simple' })
    const { outcome, attempt } = await startedCard(bench, last4)
    const first = await visit(acsUrl(outcome))
    const sent = answer === undefined ? first : await visit(first?.url ?? '', answer)
    const back = returned(bench.provider, attempt, sent)
    expect(back.refs).toMatchObject({ return_md: attempt.refs['access_id'] })
    expect((await resume(bench, back)).outcome.kind).toBe(kind)
  })
})

describe('without a return', () => {
  test('nothing is charged, however often it is queried, even after the visitor authenticated', async () => {
    const bench = await openGmoBench()
    const { outcome, attempt } = await challenged(bench)
    await visit(acsUrl(outcome), 'pay_no_return')
    expect((await resume(bench, attempt)).outcome.kind).toBe('action_required')
    expect(await bench.money(attempt)).toMatchObject({ authorizations: 0 })
    // Only our own call could charge it, and none is under way.
    expect(await bench.provider.cancelAuthorization(attempt)).toEqual({ kind: 'done' })
  })

  test('a payment whose tab was closed is fenced at once', async () => {
    const bench = await openGmoBench()
    const { attempt } = await startedCard(bench, '3220')
    expect(await bench.provider.cancelAuthorization(attempt)).toEqual({ kind: 'done' })
  })
})

describe('a forged return', () => {
  test('cannot charge what the issuer has not decided, and the page is shown again (D-34)', async () => {
    const bench = await openGmoBench()
    const { attempt } = await challenged(bench)
    const md = attempt.refs['access_id'] ?? ''
    const forged = { url: RETURN_URL, fields: new URLSearchParams({ MD: md, event: 'AuthResultReady' }) }
    const back = returned(bench.provider, attempt, forged)
    expect((await resume(bench, back)).outcome.kind).toBe('action_required')
    expect(await bench.money(attempt)).toMatchObject({ authorizations: 0 })
  })

  test('about another trade, or with an unknown event, is ignored', async () => {
    const bench = await openGmoBench()
    const { attempt } = await startedCard(bench, '1112')
    for (const fields of [{ MD: 'f'.repeat(32), event: 'AuthResultReady' }, { event: 'Paid' }]) {
      const back = returned(bench.provider, attempt, { url: RETURN_URL, fields: new URLSearchParams(fields) })
      expect((await resume(bench, back)).outcome.kind).toBe('action_required')
    }
    expect(await bench.money(attempt)).toMatchObject({ authorizations: 0 })
  })

  test('with an invented parameter charges nothing, and the page is shown again (D-34)', async () => {
    const bench = await openGmoBench()
    const { outcome, attempt } = await startedCard(bench, '1112')
    await visit(acsUrl(outcome))
    const fields = new URLSearchParams({ event: '3DSMethodFinished', param: 'made-up' })
    const back = returned(bench.provider, attempt, { url: RETURN_URL, fields })
    expect((await resume(bench, back)).outcome.kind).toBe('action_required')
    expect(await bench.money(attempt)).toMatchObject({ authorizations: 0 })
  })
})

describe('a lost answer', () => {
  test.each(['drop_before', 'drop_after'])(
    'to the execution (%s): the visitor never gets the page',
    async mode => {
      const bench = await openGmoBench()
      await bench.arm('execute', mode)
      const { outcome, attempt } = await startedCard(bench, '3220')
      expect(outcome.kind).toBe('unknown')
      expect(await bench.provider.query(attempt)).toEqual({ kind: 'not_found' })
      const again = await bench.start(attempt)
      // GMO already has the token when only its answer was lost: the visitor begins anew.
      expect(again.outcome).toMatchObject(
        mode === 'drop_before' ? { kind: 'action_required' } : { kind: 'failed', error: { retryable: true } },
      )
    },
  )

  test.each([1, 2])('to the authentication, %i times, is asked for again', async times => {
    const bench = await openGmoBench()
    const { outcome, attempt } = await startedCard(bench, '3220')
    const back = returned(bench.provider, attempt, await visit(acsUrl(outcome)))
    await bench.arm('confirm', 'drop_after', { value: times })
    for (let time = 0; time < times; time += 1)
      expect((await resume(bench, back)).outcome.kind).toBe('unknown')
    expect((await resume(bench, back)).outcome.kind).toBe('action_required')
  })

  test.each([
    ['drop_before', 1, 'ready'],
    ['drop_after', 1, 'ready'],
    ['drop_before', 2, 'ready'],
    ['drop_after', 2, 'authorized'],
  ])('to what follows the challenge (%s, call %i) leads to one charge', async (mode, nth, found) => {
    const bench = await openGmoBench()
    const back = await answered(bench, '3220', 'pay')
    await bench.arm('confirm', mode, { nth })
    expect((await resume(bench, back)).outcome.kind).toBe('unknown')
    expect((await bench.provider.query(back)).kind).toBe(found)
    expect((await resume(bench, back)).outcome.kind).toBe('authorized')
    expect(await bench.money(back)).toMatchObject({ authorizations: 1, authorized: PRICE })
  })

  test('to the charge delays the fence until the charge can no longer be under way', async () => {
    const bench = await openGmoBench()
    const back = await answered(bench, '3220', 'pay')
    await bench.arm('confirm', 'drop_before', { nth: 2 })
    expect((await resume(bench, back)).outcome.kind).toBe('unknown')
    const cancelled = (secondsLeft: number) => bench.provider.cancelAuthorization({ ...back, secondsLeft })
    expect((await cancelled(500)).kind).toBe('unknown')
    expect((await cancelled(-179)).kind).toBe('unknown')
    expect(await cancelled(-180)).toEqual({ kind: 'done' })
  })

  test('of the paid card whose result GMO does not return is queried', async () => {
    const bench = await openGmoBench()
    const { outcome, attempt } = await startedCard(bench, '0408')
    const back = returned(bench.provider, attempt, await visit(acsUrl(outcome)))
    expect((await resume(bench, back)).outcome.kind).toBe('unknown')
    expect((await bench.provider.query(back)).kind).toBe('authorized')
  })
})

test('two processes that continue at once charge once (S-1.15)', async () => {
  const bench = await openGmoBench()
  const back = await answered(bench, '3220', 'pay')
  const both = await Promise.all([resume(bench, back), resume(bench, back)])
  expect(both.map(({ outcome }) => outcome.kind)).toEqual(['authorized', 'authorized'])
  expect(await bench.money(back)).toMatchObject({ authorizations: 1 })
})

test('a wrong amount after the challenge is not a success, and is released (S-7.10)', async () => {
  const bench = await openGmoBench()
  const back = await answered(bench, '3220', 'pay')
  await bench.arm('confirm', 'wrong_amount', { nth: 2 })
  expect((await resume(bench, back)).outcome.kind).toBe('mismatch')
  expect(await bench.provider.cancelAuthorization(back)).toEqual({ kind: 'done' })
})
