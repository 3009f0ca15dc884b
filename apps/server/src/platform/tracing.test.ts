import { type Attributes, type Span, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api'
import { afterEach, describe, expect, test } from 'vitest'

import { startMailbox } from '../../test/mailbox.ts'
import { createShop } from '../../test/shop/shop.ts'
import { createFirstTry } from '../mail/smtp-first-try.ts'
import { traced } from './tracing.ts'

interface RecordedSpan {
  readonly name: string
  readonly attributes: Attributes | undefined
  status: unknown
  isEnded: boolean
}

/** Acts as an operator's SDK: registered through the API, it records the spans. */
function recordSpans(): RecordedSpan[] {
  const spans: RecordedSpan[] = []
  const startActiveSpan = (
    name: string,
    { attributes }: { attributes?: Attributes },
    work: (span: Span) => unknown,
  ) => {
    const recorded: RecordedSpan = { name, attributes, status: undefined, isEnded: false }
    spans.push(recorded)
    return work({
      setStatus: (status: unknown) => {
        recorded.status = status
      },
      end: () => {
        recorded.isEnded = true
      },
    } as unknown as Span)
  }
  trace.setGlobalTracerProvider({ getTracer: () => ({ startActiveSpan }) as unknown as Tracer })
  return spans
}

afterEach(() => trace.disable())

describe('without an SDK', () => {
  test('work returns and fails as it would without a span', async () => {
    const failure = new Error('as it is')
    expect(await traced('holds.batch', { orders: 1 }, async () => 'done')).toBe('done')
    await expect(traced('holds.batch', {}, () => Promise.reject(failure))).rejects.toBe(failure)
  })

  test('work begins at once', () => {
    const begun: string[] = []
    void traced('payment.call', { step: 'start' }, async () => void begun.push('here'))
    expect(begun).toEqual(['here'])
  })
})

test('a span ends with its work, and records the kind of a failure, never its message', async () => {
  const spans = recordSpans()
  await traced('mail.send', { site: 'demo' }, async () => undefined)
  const failing = traced('mail.send', {}, () => Promise.reject(new TypeError('no mailbox hana@example.com')))
  await expect(failing).rejects.toThrow('hana')
  expect(spans).toEqual([
    { name: 'mail.send', attributes: { site: 'demo' }, status: undefined, isEnded: true },
    {
      name: 'mail.send',
      attributes: {},
      status: { code: SpanStatusCode.ERROR, message: 'TypeError' },
      isEnded: true,
    },
  ])
})

test('a purchase leaves spans without a token, a name or an address (S-15.02)', async () => {
  const mailbox = await startMailbox()
  const shop = await createShop({
    payments: 'stripe',
    variables: { SMTP_URL: mailbox.smtpUrl },
    replace: deps => ({ firstTry: createFirstTry(deps) }),
  })
  const spans = recordSpans()
  await shop.db.read(tx => tx.updateTable('field_templates').set({ is_require: false }).execute())
  const order = await shop.orderToken()
  const contents = [{ key: 'email', value: 'hana@example.com' }]
  await shop.call('POST', `/api/v1/ordermails/${order.token}`, { contents })
  const mailToken = shop.deps.tokens.derive('mail', `${order.id}.1`)
  await shop.call('GET', `/api/v1/ordermails/${mailToken}`)
  const paid = await shop.pay(order, '1112')
  shop.deps.firstTry.close()
  await shop.close()
  await mailbox.close()

  expect(paid.body).toMatchObject({ result: 'completed' })
  expect(spans.map(({ name, attributes }) => ({ name, ...attributes }))).toEqual([
    { name: 'holds.batch', orders: 1 },
    { name: 'mail.send', site: 'demo', lang: 'ja' },
    { name: 'payment.call', step: 'start' },
    { name: 'payment.call', step: 'capture' },
  ])
  expect(spans.every(({ isEnded }) => isEnded)).toBe(true)
})
