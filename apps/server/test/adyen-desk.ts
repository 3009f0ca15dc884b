import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

import type { PaymentMethod } from '@kippu/domain/payment-method'
import { expect, onTestFinished } from 'vitest'

import { encryptTestCard } from '../../simulators/src/adyen/encrypt-test-card.ts'
import { type ProviderSimulators, startProviderSimulators } from './provider-simulators.ts'
import { systemClock } from '../src/platform/clock.ts'
import { providerOrderRefOf } from '../src/payments/port/order-ref.ts'
import type {
  AttemptRef,
  OperationOutcome,
  PaymentOutcome,
  PaymentProvider,
  ProviderEvent,
  ProviderRefs,
} from '../src/payments/port/port.ts'
import { createSeal } from '../src/payments/port/seal.ts'
import { adyenAccountOf } from '../src/payments/providers/adyen/adyen-account.ts'
import { createAdyenProvider } from '../src/payments/providers/adyen/adyen-provider.ts'

export const RETURN_URL = 'http://localhost:3000/payment-return/adyen/pay_1/ret_1'
export const YEN = { currency: 'JPY', minor: 3200 } as const

/**
 * For tests: the adapter in front of the real simulator, with an address in place of the store that receives its
 * webhook events.
 */
export interface Desk {
  readonly simulators: ProviderSimulators
  readonly provider: PaymentProvider
  /** All webhook events so far, each delivery of them. */
  readonly heard: readonly ProviderEvent[]
  /** From now on this many deliveries are answered with 500 before they are accepted. */
  refuseDeliveries(times: number): void
  /** A payment that has not begun. */
  pay(method: PaymentMethod, more?: Partial<AttemptRef>): DeskPayment
  /** A payment with a test card. */
  payByCard(last4: string, more?: Partial<AttemptRef>): Promise<DeskPayment>
}

/** One attempt, with the references that the store would have by now. */
export interface DeskPayment {
  readonly attempt: AttemptRef
  /** Begins the payment, and keeps the references of its outcome. */
  start(): Promise<PaymentOutcome>
  resume(): Promise<PaymentOutcome>
  /** Keeps the fields of the browser's return. */
  comeBack(url: string | null): void
  keep(refs: ProviderRefs | undefined): void
  /** Resolves once such events of this attempt have arrived and are kept. */
  untilEvents(eventCode: string, times?: number): Promise<void>
  /** From now on its deadline is this many seconds away. */
  setSecondsLeft(secondsLeft: number): void
}

export async function openDesk(more: Readonly<Record<string, string>> = {}): Promise<Desk> {
  const heard: ProviderEvent[] = []
  const payings = new Map<string, { take: (event: ProviderEvent) => void }>()
  let refusals = 0
  const take = (body: Buffer): { status: number; body: string } => {
    const notification = provider.parseNotification({
      header: () => undefined,
      body,
      path: '/payment-webhooks/adyen',
      key: undefined,
    })
    if (notification === undefined) return { status: 401, body: '' }
    if (refusals > 0) {
      refusals -= 1
      return notification.failed
    }
    for (const event of notification.events) {
      heard.push(event)
      payings.get(event.attemptId ?? '')?.take(event)
    }
    return notification.stored
  }
  const storeUrl = await openStore(take)
  const simulators = await startProviderSimulators(storeUrl)
  const account = adyenAccountOf({ ...simulators.variablesOf('adyen'), ADYEN_ENVIRONMENT: 'test', ...more })
  if (account === null) throw new Error('the simulated account is missing')
  const provider = createAdyenProvider(account, {
    clock: systemClock,
    seal: createSeal('a key that only this test knows, long enough'),
  })
  const pay: Desk['pay'] = (method, overrides) => {
    const paying = openPaying(provider, method, overrides)
    payings.set(paying.attempt.attemptId, paying)
    return paying
  }
  return {
    simulators,
    provider,
    heard,
    refuseDeliveries: times => void (refusals = times),
    pay,
    payByCard: async (last4, overrides) => {
      const card = JSON.stringify(await encryptTestCard(simulators.url, last4))
      const paying = pay('adyen_credit', overrides)
      paying.keep({ payment_method: card })
      return paying
    },
  }
}

/** The address that stands in for the store. */
async function openStore(take: (body: Buffer) => { status: number; body: string }): Promise<string> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { status, body } = take(Buffer.concat(pieces))
      response.writeHead(status, { connection: 'close' }).end(body)
    })
  })
  await new Promise<void>(done => {
    server.listen(0, '127.0.0.1', done)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the store has no port')
  return `http://127.0.0.1:${address.port}`
}

interface EventWaiter {
  readonly eventCode: string
  readonly times: number
  readonly done: () => void
}

function openPaying(
  provider: PaymentProvider,
  method: PaymentMethod,
  overrides: Partial<AttemptRef> = {},
): DeskPayment & { take: (event: ProviderEvent) => void } {
  const attemptId = randomUUID()
  let attempt: AttemptRef = {
    attemptId,
    providerOrderRef: providerOrderRefOf(attemptId),
    method,
    amount: YEN,
    taxAmount: 290,
    secondsLeft: 840,
    refs: { merchant: 'Digital Forest', lang: 'ja', browser_ip: '192.0.2.1', browser_user_agent: 'test' },
    ...overrides,
  }
  const codes: string[] = []
  const waiting: EventWaiter[] = []
  const keep = (refs: ProviderRefs = {}): void => {
    attempt = { ...attempt, refs: { ...attempt.refs, ...refs } }
  }
  const kept = async (outcome: Promise<PaymentOutcome>): Promise<PaymentOutcome> => {
    const read = await outcome
    keep(read.refs)
    return read
  }
  const count = (code: string): number => codes.filter(one => one === code).length
  return {
    get attempt() {
      return attempt
    },
    start: () =>
      kept(
        provider.start(attempt, {
          returnUrl: RETURN_URL,
          notifyUrl: 'http://localhost:3000/payment-webhooks/adyen',
          keep: async refs => keep(refs),
        }),
      ),
    resume: () => kept(provider.resume(attempt)),
    comeBack: url => {
      const returned = provider.readReturn(new URL(url ?? RETURN_URL).searchParams).kept
      keep(Object.fromEntries(Object.entries(returned).map(([name, value]) => [`return_${name}`, value])))
    },
    keep,
    setSecondsLeft: secondsLeft => {
      attempt = { ...attempt, secondsLeft }
    },
    take: ({ refs, payload }) => {
      // Known references are not overwritten, as in the store.
      attempt = { ...attempt, refs: { ...refs, ...attempt.refs } }
      const eventCode = payload['eventCode'] ?? ''
      codes.push(eventCode)
      for (const one of waiting) if (one.eventCode === eventCode && count(eventCode) >= one.times) one.done()
    },
    untilEvents: (eventCode, times = 1) =>
      new Promise(done => {
        if (count(eventCode) >= times) done()
        else waiting.push({ eventCode, times, done })
      }),
  }
}

/** The address that the visitor is sent to. */
export function pageOf(outcome: PaymentOutcome): string {
  const step = outcome.kind === 'action_required' ? outcome.step : undefined
  if (step?.kind === 'redirect') return step.url
  if (step?.kind === 'qr') return step.code
  throw new Error(`no page in ${JSON.stringify(outcome)}`)
}

/** The references that an operation asks to keep. */
export function refsOf(outcome: OperationOutcome): ProviderRefs | undefined {
  return 'refs' in outcome ? outcome.refs : undefined
}

/** A fault of the simulated Adyen. */
export function faultOf(op: string, mode: string, more: object = {}): Readonly<Record<string, unknown>> {
  return { provider: 'adyen', op, mode, ...more }
}

/** An authorised card payment whose webhook event has arrived. */
export async function authorised(desk: Desk): Promise<DeskPayment> {
  const paying = await desk.payByCard('1112')
  expect(await paying.start()).toMatchObject({ kind: 'authorized' })
  await paying.untilEvents('AUTHORISATION')
  return paying
}
