import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { describe, expect, onTestFinished, test } from 'vitest'

import { answerPage, startProviderSimulators } from '../../../../test/provider-simulators.ts'
import { systemClock } from '../../../platform/clock.ts'
import { providerOrderRefOf } from '../../port/order-ref.ts'
import type { Notification, RawNotification } from '../../port/port.ts'
import { createSeal } from '../../port/seal.ts'
import { alipayAccountOf } from './alipay-account.ts'
import { createAlipayProvider } from './alipay-provider.ts'
import { signatureOf } from './ams-signature.ts'
import { readNotification } from './read-notification.ts'

const theirs = generateKeyPairSync('rsa', { modulusLength: 2048 })
const forged = generateKeyPairSync('rsa', { modulusLength: 2048 })
const SENDER = { clientId: 'TEST_1', publicKey: theirs.publicKey }
const ATTEMPT_ID = randomUUID()
const PATH = '/payment-webhooks/alipay'
const RESULT = {
  notifyType: 'PAYMENT_RESULT',
  result: { resultCode: 'SUCCESS', resultStatus: 'S', resultMessage: 'success' },
  paymentRequestId: providerOrderRefOf(ATTEMPT_ID),
  paymentId: '2026112100001',
}

interface NoticeOptions {
  readonly key?: typeof theirs.privateKey
  readonly clientId?: string
  readonly path?: string
}

function noticeOf(
  event: unknown,
  { key = theirs.privateKey, clientId = 'TEST_1', path = PATH }: NoticeOptions = {},
): Notification | undefined {
  const body = Buffer.from(JSON.stringify(event))
  const time = '2026-11-21T17:00:00+09:00'
  const headers = new Map([
    ['client-id', clientId],
    ['request-time', time],
    ['signature', signatureOf({ path, clientId, time, body }, key)],
  ])
  const raw: RawNotification = { header: name => headers.get(name), body, path: PATH, key: undefined }
  return readNotification(raw, SENDER)
}

describe('webhook events of Alipay (S-7.07)', () => {
  test('are hints, and are acknowledged as documented', () => {
    expect(noticeOf(RESULT)).toEqual({
      events: [
        {
          dedupeKey: 'PAYMENT_RESULT:2026112100001:S:SUCCESS',
          attemptId: ATTEMPT_ID,
          refs: { payment_id: '2026112100001' },
          hint: 'captured',
          payload: {
            notifyType: 'PAYMENT_RESULT',
            resultStatus: 'S',
            resultCode: 'SUCCESS',
            paymentId: '2026112100001',
          },
        },
      ],
      stored: {
        status: 200,
        contentType: 'application/json; charset=utf-8',
        body: '{"result":{"resultCode":"SUCCESS","resultStatus":"S","resultMessage":"success"}}',
      },
      failed: expect.objectContaining({ status: 500 }),
    } satisfies Notification)
  })

  test.each([
    ['failed', { ...RESULT, result: { resultCode: 'ORDER_IS_CLOSED', resultStatus: 'F' } }],
    ['other', { ...RESULT, notifyType: 'PAYMENT_PENDING' }],
    ['other', { ...RESULT, result: { resultCode: 'PAYMENT_IN_PROCESS', resultStatus: 'U' } }],
  ])('are %s', (hint, event) => {
    expect(noticeOf(event)?.events).toMatchObject([{ hint, attemptId: ATTEMPT_ID }])
  })

  test('of a payment that is not ours are accepted, and concern no attempt', () => {
    expect(noticeOf({ ...RESULT, paymentRequestId: 'shop-42' })?.events).toMatchObject([
      { attemptId: undefined },
    ])
    expect(noticeOf({ hello: 'world' })?.events).toEqual([])
  })

  test.each([
    ['unsigned or signed by another key', { key: forged.privateKey }],
    ['for another client', { clientId: 'TEST_2' }],
    ['signed for another address', { path: '/payment-webhooks/other' }],
  ])('are refused when %s', (_, sending) => {
    expect(noticeOf(RESULT, sending)).toBeUndefined()
  })

  test('arrive from the simulator as we read them, until they are acknowledged', async () => {
    const received: Array<RawNotification> = []
    const taken = Promise.withResolvers<void>()
    const store = createServer((request, response) => {
      void request.toArray().then(parts => {
        const body = Buffer.concat(parts)
        const header = (name: string): string | undefined => request.headersDistinct[name]?.[0]
        received.push({ header, body, path: request.url ?? '', key: undefined })
        const notification = received.length === 1 ? undefined : provider.parseNotification(received.at(-1)!)
        response.writeHead(200, { 'content-type': 'application/json' }).end(notification?.stored.body ?? '{}')
        if (received.length === 2) taken.resolve()
      })
    })
    await new Promise<void>(done => store.listen(0, '127.0.0.1', done))
    onTestFinished(() => void store.close())
    const storeUrl = `http://127.0.0.1:${(store.address() as AddressInfo).port}`
    const simulators = await startProviderSimulators(storeUrl)
    const account = alipayAccountOf(simulators.variablesOf('alipay'))!
    const provider = createAlipayProvider(account, { clock: systemClock, seal: createSeal('x'.repeat(32)) })
    const attempt = {
      attemptId: ATTEMPT_ID,
      providerOrderRef: providerOrderRefOf(ATTEMPT_ID),
      method: 'alipay',
      amount: { currency: 'JPY', minor: 3200 },
      taxAmount: 290,
      secondsLeft: 840,
      refs: {},
    } as const
    const parts = { returnUrl: storeUrl, notifyUrl: `${storeUrl}${PATH}`, keep: async () => undefined }
    const outcome = await provider.start(attempt, parts)
    if (outcome.kind !== 'action_required' || outcome.step.kind !== 'redirect') throw new Error(outcome.kind)
    await answerPage(outcome.step.url, 'pay')
    await taken.promise
    expect(provider.parseNotification(received.at(-1)!)?.events).toMatchObject([
      { attemptId: ATTEMPT_ID, hint: 'captured' },
    ])
  })
})
