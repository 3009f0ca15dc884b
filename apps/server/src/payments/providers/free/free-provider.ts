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
