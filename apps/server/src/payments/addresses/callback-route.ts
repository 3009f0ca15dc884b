import type { Attempt } from '../attempts/attempt.ts'
import type { ReturnHint } from '../port/port.ts'

/** The values that decide the app's route after the browser came back from a provider. */
export interface CallbackRoute {
  readonly attempt: Pick<Attempt, 'method' | 'orderKind' | 'step'>
  readonly paymentNumber: string
  readonly hint: ReturnHint
}

/**
 * The hash route of the return (R-2.25–31), made only of our own values: the provider's fields are stored already. Spot
 * sales and date changes differ only in the query (D-64).
 */
export function callbackRouteOf({ attempt, paymentNumber, hint }: CallbackRoute): string {
  const { method, orderKind, step } = attempt
  const query = new URLSearchParams({
    time_change: String(orderKind === 'time_change'),
    payment_number: paymentNumber,
  })
  switch (method) {
    case 'gmo_3ds':
      if (step?.kind === 'three_ds') query.set('md', step.md)
      return `/#/payment-callback/gmo3ds?${query.toString()}`
    case 'softbank_3ds':
      query.set('status', hint)
      return `/#/payment-callback/sbps3ds?${query.toString()}`
    case 'adyen_credit':
    case 'adyen_alipay':
    case 'adyen_we_chat_pay':
      query.set('payment_method_type', method)
      return `/#/adyen-callback?${query.toString()}`
    case 'gmo':
    case 'gmo_paypay':
    case 'gmo_d_pay':
    case 'gmo_apple_pay':
    case 'alipay':
    case 'stripe':
    case 'stripe_secure':
    case 'softbank_credit':
    case 'softbank_alipay':
    case 'softbank_paypay':
    case 'd_pay':
    case 'free':
      return `/#/payment-callback/${method}/${hint}?${query.toString()}`
  }
}
