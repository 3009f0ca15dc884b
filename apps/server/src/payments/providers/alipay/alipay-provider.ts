import type {
  AdapterParts,
  AttemptRef,
  BrowserSide,
  OperationOutcome,
  PaymentProvider,
} from '../../port/port.ts'
import { type AlipayAccount, publicKeyOf } from './alipay-account.ts'
import { createAmsClient, isSandbox } from './ams-client.ts'
import { cancelPayment } from './cancel-payment.ts'
import { type Alipay, inquirePayment, leftOfPayment } from './inquire-payment.ts'
import { readNotification } from './read-notification.ts'
import { refundPayment } from './refund-payment.ts'
import { startPayment } from './start-payment.ts'

/**
 * Alipay through Antom's AMS, cashier payment: the payer goes to Alipay's page, and the payment is captured at once.
 * AMS executes every reference once, so any call may be repeated.
 */
export function createAlipayProvider(account: AlipayAccount, { clock }: AdapterParts): PaymentProvider {
  const alipay: Alipay = { ams: createAmsClient(account, clock), clock, isSimulated: account.apiUrl !== null }
  const sender = { clientId: account.clientId, publicKey: publicKeyOf(account.publicKey) }
  return {
    id: 'alipay',
    account: account.clientId,
    methods: ['alipay'],
    leastAmount: 1,
    // A cancelled payment stays cancelled, and is refunded if it was paid.
    lateSeconds: 0,
    browserSide: () => browserSideOf(account),
    start: (attempt, parts) => startPayment(alipay, attempt, parts),
    resume: async attempt => {
      const outcome = await inquirePayment(alipay, attempt)
      return outcome.kind === 'not_found' ? { kind: 'unknown', refs: {}, reason: 'not found' } : outcome
    },
    capture: attempt => capture(alipay, attempt),
    cancelAuthorization: attempt => cancelPayment(alipay, attempt),
    refund: (attempt, refund) => refundPayment(alipay, attempt, refund),
    query: attempt => inquirePayment(alipay, attempt),
    left: attempt => leftOfPayment(alipay, attempt),
    // The return has no fields; a payer who gave up comes back to the same address.
    readReturn: () => ({ kept: {}, hint: 'success' }),
    parseNotification: raw => readNotification(raw, sender),
  }
}

/** Nothing of Alipay runs on our pages: the browser only leaves for Alipay's page. */
function browserSideOf(account: AlipayAccount): BrowserSide {
  return { scripts: [], styles: [], config: {}, isTest: isSandbox(account), hosts: [], formHosts: [] }
}

/** Alipay has no separate capture. */
async function capture(alipay: Alipay, attempt: AttemptRef): Promise<OperationOutcome> {
  const outcome = await inquirePayment(alipay, attempt)
  switch (outcome.kind) {
    case 'captured':
      return { kind: 'already', state: 'captured' }
    case 'voided':
      return { kind: 'already', state: 'voided' }
    case 'failed':
      return { kind: 'failed', error: outcome.error }
    case 'unknown':
    case 'mismatch':
      return { kind: 'unknown', reason: outcome.reason }
    case 'not_found':
    case 'action_required':
    case 'pending':
    case 'ready':
    case 'authorized':
      return { kind: 'unknown', reason: `nothing is captured: ${outcome.kind}` }
  }
}
