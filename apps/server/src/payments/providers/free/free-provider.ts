import type { PaymentProvider } from '../../port/port.ts'

/**
 * Pays an order of nothing: no provider is asked, and the attempt takes the same way as any other, so that it is as
 * safe from crashes (payments §7). That the amount is 0 is checked before (D-55).
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
  readReturn: () => ({ kept: {}, hint: 'success' }),
  parseNotification: () => undefined,
}
