import { randomUUID } from 'node:crypto'

import { answerPage, type ProviderSimulators, startProviderSimulators } from './provider-simulators.ts'
import { systemClock } from '../src/platform/clock.ts'
import { providerOrderRefOf } from '../src/payments/port/order-ref.ts'
import type {
  AttemptRef,
  PaymentOutcome,
  PaymentProvider,
  ProviderRefs,
  Refund,
  StartParts,
} from '../src/payments/port/port.ts'
import { createSeal } from '../src/payments/port/seal.ts'
import { alipayAccountOf } from '../src/payments/providers/alipay/alipay-account.ts'
import { createAlipayProvider } from '../src/payments/providers/alipay/alipay-provider.ts'

export const RETURN_URL = 'http://localhost:3000/payment-return/alipay/pay_1/ret_1'
const KEY = 'a key that only this test knows, long enough'

/** A new attempt at 3,200 yen. */
export function newAttempt(more: Partial<AttemptRef> = {}): AttemptRef {
  const attemptId = randomUUID()
  return {
    attemptId,
    providerOrderRef: providerOrderRefOf(attemptId),
    method: 'alipay',
    amount: { currency: 'JPY', minor: 3200 },
    taxAmount: 290,
    secondsLeft: 840,
    refs: { merchant: 'Digital Forest' },
    ...more,
  }
}

/** The adapter in front of the simulator, for tests. */
export interface Bench {
  readonly simulators: ProviderSimulators
  readonly provider: PaymentProvider
  /** Calls `start` as the store does; the returned attempt has the kept references. */
  readonly start: (
    attempt: AttemptRef,
  ) => Promise<{ readonly outcome: PaymentOutcome; readonly attempt: AttemptRef }>
  /** An attempt whose payer has paid. */
  readonly paid: () => Promise<AttemptRef>
}

/** @param more variables that replace the simulator's. */
export async function openBench(more: Readonly<Record<string, string>> = {}): Promise<Bench> {
  const simulators = await startProviderSimulators()
  const account = alipayAccountOf({ ...simulators.variablesOf('alipay'), ...more })
  if (account === null) throw new Error('no account of Alipay')
  const provider = createAlipayProvider(account, { clock: systemClock, seal: createSeal(KEY) })
  const start: Bench['start'] = async attempt => {
    const kept: ProviderRefs[] = []
    const parts: StartParts = {
      returnUrl: RETURN_URL,
      notifyUrl: 'http://localhost:3000/payment-webhooks/alipay',
      keep: async refs => void kept.push(refs),
    }
    const outcome = await provider.start(attempt, parts)
    return { outcome, attempt: { ...attempt, refs: Object.assign({}, attempt.refs, ...kept, outcome.refs) } }
  }
  return {
    simulators,
    provider,
    start,
    paid: async () => {
      const { outcome, attempt } = await start(newAttempt())
      await answerPage(pageOf(outcome), 'pay')
      return attempt
    },
  }
}

/** Address of the page that the payer is sent to. */
export function pageOf(outcome: PaymentOutcome): string {
  if (outcome.kind !== 'action_required' || outcome.step.kind !== 'redirect') throw new Error(outcome.kind)
  return outcome.step.url
}

export function refundOf(attempt: AttemptRef, minor: number, key = `${attempt.attemptId}:refund`): Refund {
  return { key, amount: { currency: 'JPY', minor }, refundedBefore: 0 }
}

/** An address where nobody listens. */
export async function closedAddress(): Promise<Readonly<Record<string, string>>> {
  const { url, close } = await startProviderSimulators()
  await close()
  return { ALIPAY_API_URL: `${url}/alipay` }
}
