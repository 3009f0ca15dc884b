import { createHash, randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import {
  answerPage,
  type ProviderSimulators,
  startProviderSimulators,
} from '../../../../test/provider-simulators.ts'
import { systemClock } from '../../../platform/clock.ts'
import { providerOrderRefOf } from '../../port/order-ref.ts'
import type { AttemptRef, PaymentOutcome, ProviderRefs } from '../../port/port.ts'
import { createSeal } from '../../port/seal.ts'
import { docomoAccountOf } from './docomo-account.ts'
import { createDocomoProvider, type DocomoProvider, isDocomo } from './docomo-provider.ts'

const SEAL = createSeal('a key that only this test knows, long enough')
const ADDRESSES = {
  returnUrl: 'http://localhost:3000/payment-return/docomo/pay_1/ret_1',
  notifyUrl: 'http://localhost:3000/payment-webhooks/docomo',
}

interface Bench {
  readonly simulators: ProviderSimulators
  readonly provider: DocomoProvider
  readonly start: (
    attempt: AttemptRef,
  ) => Promise<{ readonly outcome: PaymentOutcome; readonly attempt: AttemptRef }>
  /** Opens the form as the browser does after the login, and answers on the page of d払い. */
  readonly answer: (attempt: AttemptRef, answer: 'pay' | 'fail' | 'cancel') => Promise<string | null>
}

async function openBench(): Promise<Bench> {
  const simulators = await startProviderSimulators()
  const { DOCOMO_REQUEST_HOSTS: hosts = '', ...variables } = simulators.variablesOf('docomo')
  const account = docomoAccountOf({
    ...variables,
    DOCOMO_GATEWAY: 'simulator-contract',
    DOCOMO_AUTHIF: '1',
    DOCOMO_ID_TOKEN_ALG: 'RS256',
    DOCOMO_REQUEST_HOSTS: [hosts],
  })!
  const provider = createDocomoProvider(account, { clock: systemClock, seal: SEAL })
  return {
    simulators,
    provider,
    start: async attempt => {
      const kept: ProviderRefs[] = []
      const outcome = await provider.start(attempt, {
        ...ADDRESSES,
        keep: async refs => void kept.push(refs),
      })
      return {
        outcome,
        attempt: { ...attempt, refs: Object.assign({}, attempt.refs, ...kept, outcome.refs) },
      }
    },
    answer: async (attempt, answer) => {
      const expiresAt = new Date(Date.now() + attempt.secondsLeft * 1000 - 120_000).toISOString()
      const issued = await provider.docomo.gateway.issueToken(attempt, { ...ADDRESSES, expiresAt })
      if (issued.kind !== 'issued') throw new Error(issued.kind)
      const { terminalKey: s_terkn, serviceCode: s_spcd, couponToken: s_cptok } = issued
      const body = new URLSearchParams({ s_terkn, s_spcd, s_cptok })
      const opened = await fetch(issued.requestUrl, { method: 'POST', body, redirect: 'manual' })
      return answerPage(opened.headers.get('location') ?? '', answer)
    },
  }
}

function newAttempt(more: Partial<AttemptRef> = {}): AttemptRef {
  const attemptId = randomUUID()
  return {
    attemptId,
    providerOrderRef: providerOrderRefOf(attemptId),
    method: 'd_pay',
    amount: { currency: 'JPY', minor: 3200 },
    taxAmount: 290,
    secondsLeft: 840,
    refs: { merchant: 'Digital Forest' },
    ...more,
  }
}

describe('d払い with docomo directly (R-7.68)', () => {
  test('sends the visitor to log in, and is authorised once they have paid', async () => {
    const { provider, start, answer, simulators } = await openBench()
    const { outcome, attempt } = await start(newAttempt())
    const authorizationUrl = `${simulators.url}/docomo/oidc/authorize`
    const step = { kind: 'd_account', authorizationUrl }
    expect(outcome).toMatchObject({ kind: 'action_required', step, threeDSecure: false })
    expect(await provider.resume(attempt)).toMatchObject({ kind: 'action_required', step })
    expect(await answer(attempt, 'pay')).toBe(`${ADDRESSES.returnUrl}/success`)
    expect(await provider.resume(attempt)).toEqual({ kind: 'authorized', refs: {} })
    expect(await provider.capture(attempt)).toEqual({ kind: 'done' })
    expect(await provider.query(attempt)).toEqual({ kind: 'captured', refs: {} })
    expect(await simulators.moneyOf(attempt.attemptId)).toMatchObject({ captured: 3200, net: 3200 })
  })

  test('can be refused by the wallet, given up, or time out', async () => {
    const { provider, start, answer, simulators } = await openBench()
    const failed = (await start(newAttempt())).attempt
    expect(await answer(failed, 'fail')).toBe(`${ADDRESSES.returnUrl}/failure`)
    expect(await provider.query(failed)).toMatchObject({
      kind: 'failed',
      refs: { result: 'declined' },
      error: { class: 'declined', retryable: true },
    })
    const given = (await start(newAttempt())).attempt
    expect(await answer(given, 'cancel')).toBe(`${ADDRESSES.returnUrl}/cancel`)
    expect(await provider.resume(given)).toMatchObject({ kind: 'action_required' })
    await simulators.setAhead(725)
    expect(await provider.resume(given)).toMatchObject({ kind: 'failed', error: { class: 'expired' } })
    const late = await start(newAttempt({ secondsLeft: 100 }))
    expect(late.outcome).toMatchObject({ kind: 'failed', refs: {}, error: { class: 'expired' } })
  })

  test('is begun again when its start was lost: nothing was opened', async () => {
    const { provider } = await openBench()
    expect(await provider.query(newAttempt())).toEqual({ kind: 'not_found' })
  })

  test('is not begun while d ACCOUNT is unreachable', async () => {
    const { start, simulators } = await openBench()
    await simulators.close()
    expect((await start(newAttempt())).outcome).toMatchObject({
      kind: 'failed',
      refs: {},
      error: { codes: ['d_account'], class: 'provider_busy', retryable: true },
    })
  })

  test('of another amount is never a success (S-7.10)', async () => {
    const { provider, start, answer, simulators } = await openBench()
    const { attempt } = await start(newAttempt())
    await simulators.arm({ provider: 'docomo', op: 'register', mode: 'wrong_amount', value: 3300 })
    await answer(attempt, 'pay')
    expect(await provider.resume(attempt)).toMatchObject({
      kind: 'mismatch',
      reason: '3300 yen instead of 3200',
    })
    expect(await provider.cancelAuthorization(attempt)).toEqual({ kind: 'done' })
    expect(await simulators.moneyOf(attempt.attemptId)).toMatchObject({ captured: 0 })
  })

  test('has PKCE in its address when d ACCOUNT announces it, the same at each repeat', async () => {
    const { start, simulators } = await openBench()
    await simulators.turn('docomo', 'd-account', { pkce: true })
    const first = await start(newAttempt())
    const second = await start(first.attempt)
    expect(second.outcome).toEqual(first.outcome)
    const url = new URL(first.attempt.refs['authorization_url'] ?? '')
    const verifier = SEAL.open(first.attempt.refs['login_verifier'] ?? '')
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    expect(url.searchParams.get('code_challenge')).toBe(
      createHash('sha256').update(verifier).digest('base64url'),
    )
  })

  test('lets the page send its form only to the configured hosts', async () => {
    const { provider, simulators } = await openBench()
    expect(provider.browserSide('d_pay')).toEqual({
      scripts: [],
      styles: [],
      config: {},
      isTest: true,
      hosts: [],
      formHosts: [simulators.url],
    })
    expect(isDocomo(provider)).toBe(true)
    expect(isDocomo(undefined)).toBe(false)
  })
})
