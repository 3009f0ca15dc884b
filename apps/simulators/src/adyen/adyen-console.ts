import { attemptIdOf } from '../core/order-ref.ts'
import type { ProviderConsole, ProviderParts } from '../core/provider-parts.ts'
import { MERCHANT_ACCOUNT } from './account.ts'
import type { AdyenStore } from './adyen-store.ts'
import { modifyPayment } from './modify-payment.ts'
import { withWebhook } from './payment-life.ts'
import { pspReference } from './psp-reference.ts'
import type { Payment } from './records.ts'

/** Adyen's Customer Area: its refunds have the payment's own reference. */
export function adyenConsole({
  store,
  now,
  origin,
}: Pick<ProviderParts, 'now' | 'origin'> & { readonly store: AdyenStore }): ProviderConsole {
  const captured = (attemptId: string): Payment | undefined =>
    [...store.payments.values()].find(
      ({ reference, status }) => attemptIdOf(reference) === attemptId && status === 'captured',
    )
  return {
    refund(attemptId, yen) {
      const { changes } = modifyPayment('refunds', {
        store,
        body: { merchantAccount: MERCHANT_ACCOUNT, amount: { currency: 'JPY', value: yen } },
        psp: captured(attemptId)?.psp ?? '',
        now: now(),
        origin: origin(),
        amountOf: asked => asked,
        isRefused: false,
      })
      if (changes !== undefined) store.commit(changes)
      return changes !== undefined
    },
    dispute(attemptId) {
      const payment = captured(attemptId)
      if (payment === undefined) return false
      const { reference, amount } = payment
      const psp = pspReference()
      const event = { eventCode: 'CHARGEBACK', success: true, psp, reference, amount, isOperation: true }
      store.commit({ outbox: withWebhook(payment, { event, now: now() }).changes.outbox ?? [] })
      return true
    },
  }
}
