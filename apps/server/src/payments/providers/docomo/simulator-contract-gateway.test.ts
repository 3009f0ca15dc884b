import { createHmac, randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import {
  answerPage,
  type ProviderSimulators,
  startProviderSimulators,
} from '../../../../test/provider-simulators.ts'
import { providerOrderRefOf } from '../../port/order-ref.ts'
import type { AttemptRef, RawNotification } from '../../port/port.ts'
import {
  describeDocomoGateway,
  type Form,
  type GatewayBench,
} from '../../../../test/docomo-gateway-conformance.ts'
import { createSimulatorContractGateway } from './simulator-contract-gateway.ts'

async function openForm({ requestUrl, terminalKey, serviceCode, couponToken }: Form): Promise<string | null> {
  const body = new URLSearchParams({ s_terkn: terminalKey, s_spcd: serviceCode, s_cptok: couponToken })
  const response = await fetch(requestUrl, { method: 'POST', body, redirect: 'manual' })
  return response.headers.get('location')
}

async function openBench(key?: string): Promise<GatewayBench & { readonly simulators: ProviderSimulators }> {
  const simulators = await startProviderSimulators()
  const { DOCOMO_GATEWAY_URL = '', DOCOMO_GATEWAY_KEY = '' } = simulators.variablesOf('docomo')
  return {
    simulators,
    gateway: createSimulatorContractGateway({
      kind: 'simulator-contract',
      url: DOCOMO_GATEWAY_URL,
      key: key ?? DOCOMO_GATEWAY_KEY,
    }),
    addresses: {
      returnUrl: 'http://localhost:3000/payment-return/docomo/pay_1/ret_1',
      notifyUrl: 'http://localhost:3000/payment-webhooks/docomo',
      expiresAt: new Date(Date.now() + 600_000).toISOString(),
    },
    answer: async (form, answer) => {
      await answerPage((await openForm(form)) ?? '', answer)
    },
    isTaken: async form => (await openForm(form)) !== null,
  }
}

describeDocomoGateway('the contract of the simulator', openBench)

const ATTEMPT_ID = randomUUID()
const ATTEMPT: AttemptRef = {
  attemptId: ATTEMPT_ID,
  providerOrderRef: providerOrderRefOf(ATTEMPT_ID),
  method: 'd_pay',
  amount: { currency: 'JPY', minor: 3200 },
  taxAmount: 290,
  secondsLeft: 840,
  refs: {},
}
const REFUND = { key: randomUUID(), amount: { currency: 'JPY', minor: 3200 }, refundedBefore: 0 } as const

describe('lost answers of the contract (S-7.09)', () => {
  test.each(['drop_before', 'drop_after', 'http_500'])(
    'are unknown, and done when asked again: %s',
    async mode => {
      const { gateway, addresses, answer, simulators } = await openBench()
      const arm = (op: string): Promise<void> => simulators.arm({ provider: 'docomo', op, mode })
      await arm('register')
      expect((await gateway.issueToken(ATTEMPT, addresses)).kind).toBe('unknown')
      const issued = await gateway.issueToken(ATTEMPT, addresses)
      if (issued.kind !== 'issued') throw new Error(issued.kind)
      await answer(issued, 'pay')
      await arm('query')
      expect((await gateway.query(ATTEMPT)).kind).toBe('unknown')
      await arm('capture')
      expect((await gateway.capture(ATTEMPT)).kind).toBe('unknown')
      expect(await gateway.capture(ATTEMPT)).toEqual({ kind: 'done' })
      await arm('refund')
      expect((await gateway.refund(ATTEMPT, REFUND)).kind).toBe('unknown')
      expect(await gateway.refund(ATTEMPT, REFUND)).toEqual({ kind: 'done' })
      expect(await simulators.moneyOf(ATTEMPT_ID)).toMatchObject({ captured: 3200, refunded: 3200, net: 0 })
    },
  )

  test('of a cancellation', async () => {
    const { gateway, addresses, simulators } = await openBench()
    await gateway.issueToken(ATTEMPT, addresses)
    await simulators.arm({ provider: 'docomo', op: 'cancel', mode: 'drop_after' })
    expect((await gateway.cancel(ATTEMPT)).kind).toBe('unknown')
    expect(await gateway.cancel(ATTEMPT)).toEqual({ kind: 'done' })
  })
})

test('a key that the other side does not know is a configuration error', async () => {
  const { gateway, addresses } = await openBench('another')
  expect(await gateway.issueToken(ATTEMPT, addresses)).toEqual({ kind: 'refused', code: 'unauthorized' })
  expect((await gateway.query(ATTEMPT)).kind).toBe('unknown')
  expect(await gateway.capture(ATTEMPT)).toMatchObject({ kind: 'failed', error: { class: 'configuration' } })
})

test('a refused connection is recognised', async () => {
  const { gateway, addresses, simulators } = await openBench()
  await simulators.close()
  expect(await gateway.issueToken(ATTEMPT, addresses)).toEqual({ kind: 'refused', code: 'not_reached' })
  expect(await gateway.cancel(ATTEMPT)).toMatchObject({ kind: 'failed', error: { class: 'provider_busy' } })
})

describe('webhook events of the contract (S-7.07)', () => {
  const notice = JSON.stringify({
    notice_id: 'n1',
    order_ref: ATTEMPT.providerOrderRef,
    state: 'authorized',
    refunded: 0,
  })
  const rawOf = (body: string, signature: string): RawNotification => ({
    header: name => (name === 'x-signature' ? signature : undefined),
    body: Buffer.from(body),
    path: '/payment-webhooks/docomo',
    key: undefined,
  })
  const signatureOf = (body: string, key: string): string =>
    createHmac('sha256', key).update(body).digest('hex')

  test('are hints about one attempt, acknowledged with OK', async () => {
    const { gateway } = await openBench('shared')
    expect(gateway.readNotice(rawOf(notice, signatureOf(notice, 'shared')))).toEqual({
      events: [
        {
          dedupeKey: 'n1',
          attemptId: ATTEMPT_ID,
          refs: {},
          hint: 'authorized',
          payload: { notice_id: 'n1', state: 'authorized' },
        },
      ],
      stored: { status: 200, contentType: 'text/plain', body: 'OK' },
      failed: { status: 500, contentType: 'text/plain', body: 'NG' },
    })
  })

  test('are refused with another key, without a signature, or when changed on the way', async () => {
    const { gateway } = await openBench('shared')
    expect(gateway.readNotice(rawOf(notice, signatureOf(notice, 'other')))).toBeUndefined()
    expect(gateway.readNotice(rawOf(notice, ''))).toBeUndefined()
    expect(gateway.readNotice(rawOf(`${notice} `, signatureOf(notice, 'shared')))).toBeUndefined()
  })
})
