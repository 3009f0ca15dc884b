import { attemptIdOf } from '../../port/order-ref.ts'
import type { AttemptRef } from '../../port/port.ts'

/** An operation on a payment, as part of the operation's own reference at Adyen. */
export type OperationName = 'capture' | 'cancel' | 'fence' | `refund-${string}`

/**
 * The reference of an operation: the payment's reference and the operation's name, so that webhook events of several
 * refunds can be told apart. At most 80 characters.
 */
export function operationReference({ providerOrderRef }: AttemptRef, operation: OperationName): string {
  return `${providerOrderRef}-${operation}`
}

/** The part of a refund's reference that identifies it. A colon would separate fields of the signed text. */
export function refundName(key: string): OperationName {
  return `refund-${key.replaceAll(':', '-')}`
}

/** Reads the target of a `merchantReference` of Adyen; without `operation`, it is the payment itself. */
export function readReference(
  reference: string,
): { readonly attemptId: string; readonly operation: string } | undefined {
  const [orderRef = '', ...rest] = reference.split('-')
  const attemptId = attemptIdOf(orderRef)
  return attemptId === undefined ? undefined : { attemptId, operation: rest.join('-') }
}
