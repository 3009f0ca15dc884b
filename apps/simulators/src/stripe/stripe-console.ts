import type { ProviderConsole, ProviderParts } from '../core/provider-parts.ts'
import { dispute } from './intent-life.ts'
import type { Intent } from './records.ts'
import { createRefund } from './refunds.ts'
import type { StripeStore } from './stripe-store.ts'

/** Stripe's Dashboard: its refunds carry none of the store's metadata. */
export function stripeConsole({
  store,
  now,
  origin,
}: Pick<ProviderParts, 'now' | 'origin'> & { readonly store: StripeStore }): ProviderConsole {
  const captured = (attemptId: string): Intent | undefined =>
    [...store.intents.values()].find(
      ({ metadata, status }) => metadata['attempt_id'] === attemptId && status === 'succeeded',
    )
  return {
    refund(attemptId, yen) {
      const params = { payment_intent: captured(attemptId)?.id ?? '', amount: String(yen) }
      const { changes } = createRefund({ store, params, now: now(), origin: origin() })
      if (changes !== undefined) store.commit(changes)
      return changes !== undefined
    },
    dispute(attemptId) {
      const intent = captured(attemptId)
      if (intent !== undefined) store.commit(dispute(intent, now()))
      return intent !== undefined
    },
  }
}
