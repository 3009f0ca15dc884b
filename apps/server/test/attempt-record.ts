import type { Attempt } from '../src/payments/attempts/attempt.ts'

/** A payment of 3,200 yen by Stripe that was begun and has time left. */
export const ATTEMPT: Attempt = {
  id: '00000000-0000-4000-8000-000000000001',
  siteKey: 'demo',
  orderId: '00000000-0000-4000-8000-00000000000a',
  provider: 'stripe',
  account: 'pk_1',
  method: 'stripe',
  orderKind: 'visit',
  orderChannel: 'web',
  providerOrderRef: 'ref',
  paymentNumberHash: '00'.repeat(32),
  amount: { currency: 'JPY', minor: 3200 },
  taxAmount: 290,
  methodDiscount: 0,
  state: 'executing',
  operation: null,
  refs: {},
  step: null,
  failure: null,
  checks: 0,
  isDue: false,
  secondsLeft: 800,
  isPastDeadline: false,
  isOld: false,
}
