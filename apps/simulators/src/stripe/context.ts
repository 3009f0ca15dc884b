import type { StripeStore } from './stripe-store.ts'

/** The input of an operation. `params` is the parsed form or query, `origin` the simulator's own. */
export interface Context {
  readonly store: StripeStore
  readonly params: unknown
  readonly now: Date
  readonly origin: string
}
