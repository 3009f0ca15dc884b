import { ON_ACCOUNT } from '@kippu/domain/payment-method'

import type { PaymentProvider } from '../../port/port.ts'

/**
 * Pays an order of 0 yen: no provider is asked. The attempt goes through the same saga as any other, so it is as safe
 * from crashes. That the amount is 0 is checked earlier.
 */
export const freeProvider: PaymentProvider = {
  id: 'free',
  account: 'nobody',
  methods: ['free'],
  leastAmount: 0,
  lateSeconds: 0,
  browserSide: () => ({ scripts: [], styles: [], config: {}, isTest: false, hosts: [], formHosts: [] }),
  start: async () => ({ kind: 'captured', refs: {} }),
  resume: async () => ({ kind: 'captured', refs: {} }),
  capture: async () => ({ kind: 'done' }),
  cancelAuthorization: async () => ({ kind: 'done' }),
  refund: async () => ({ kind: 'done' }),
  query: async () => ({ kind: 'captured', refs: {} }),
  left: async () => ({ kind: 'left', yen: 0 }),
  readReturn: () => ({ kept: {}, hint: 'success' }),
  parseNotification: () => undefined,
}

/**
 * Books what a reseller owes by contract, and takes it off again: no provider is asked, and its transfers are matched with
 * the books (`payouts match`). Each attempt names the reseller as its account.
 */
export const onAccountProvider: PaymentProvider = {
  ...freeProvider,
  id: ON_ACCOUNT,
  account: ON_ACCOUNT,
  methods: [],
  left: async () => ({ kind: 'cannot be asked' }),
}
