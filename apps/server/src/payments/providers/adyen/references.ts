import { attemptIdOf } from '../../port/order-ref.ts'
import type { AttemptRef } from '../../port/port.ts'

/** An operation on a payment, as part of its own reference at Adyen. */
export type OperationName = 'capture' | 'cancel' | 'fence' | `refund-${string}`

/**
 * The reference of an operation: that of the payment, and which operation it is, so that the news of several refunds are
 * told apart. At most 80 characters.
 */
export function operationReference({ providerOrderRef }: AttemptRef, operation: OperationName): string {
  return `${providerOrderRef}-${operation}`
}

/** The part of a refund's reference that is its own. A colon would be read as a separator of the signed text. */
export function refundName(key: string): OperationName {
  return `refund-${key.replaceAll(':', '-')}`
}

/** What a `merchantReference` of Adyen is about; without `operation`, the payment itself. */
export function readReference(
  reference: string,
): { readonly attemptId: string; readonly operation: string } | undefined {
  const [orderRef = '', ...rest] = reference.split('-')
  const attemptId = attemptIdOf(orderRef)
  return attemptId === undefined ? undefined : { attemptId, operation: rest.join('-') }
}
