import { METHOD_KINDS, methodAsAsked } from '@kippu/domain/payment-method'

import { type Attempt, placeOf } from '../attempts/attempt.ts'
import { isReference, type PaymentName } from '../attempts/payment-name.ts'
import type { ReturnHint } from '../port/port.ts'

/** The values that decide the app's route after the browser came back from a provider. */
export interface CallbackRoute {
  readonly attempt: Pick<Attempt, 'method' | 'orderKind' | 'orderChannel' | 'refs' | 'step'>
  /** As the browser has it: the reference that the provider was given, or the number of the browser's own. */
  readonly name: PaymentName
  readonly hint: ReturnHint
}

/**
 * The hash route of the return, made only of our own values: the provider's fields are stored already. Spot sales and
 * date changes differ only in the query. A reference stands for the MD of the bank as well: a browser that brings back
 * the MD itself gets tokens.
 */
export function callbackRouteOf({ attempt, name, hint }: CallbackRoute): string {
  const { method, refs, step } = attempt
  const { time_change: isChange, spot: isSpot } = placeOf(attempt)
  const query = new URLSearchParams({
    time_change: String(isChange),
    ...(isSpot && { spot: 'true' }),
    payment_number: name,
    // Another browser has no language of this visit.
    ...(refs['lang'] !== undefined && { lang: refs['lang'] }),
  })
  switch (METHOD_KINDS[methodAsAsked(method)].callback) {
    case 'gmo3ds':
      if (isReference(name)) query.set('md', name)
      else if (step?.kind === 'three_ds') query.set('md', step.md)
      return `/#/payment-callback/gmo3ds?${query.toString()}`
    case 'sbps3ds':
      query.set('status', hint)
      return `/#/payment-callback/sbps3ds?${query.toString()}`
    case 'adyen_callback':
      query.set('payment_method_type', method)
      return `/#/adyen-callback?${query.toString()}`
    case 'payment_callback':
      return `/#/payment-callback/${method}/${hint}?${query.toString()}`
  }
}
