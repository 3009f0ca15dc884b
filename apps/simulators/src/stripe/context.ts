import type { StripeStore } from './stripe-store.ts'

/** What an operation may look at. `params` is the parsed form or query, `origin` the simulator's own. */
export type Context = { store: StripeStore; params: unknown; now: Date; origin: string }
