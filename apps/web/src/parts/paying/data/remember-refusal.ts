import type { Failure } from '../../../api/api-error.ts'
import type { RefusedPayment } from '../../../session/pieces.ts'
import { useSession } from '../../../session/session.ts'
import type { Paid } from '../../payable/payable.ts'
import { tokenOf } from './use-refusal.ts'

/** Keeps that a payment of this tab's order or change of time was refused, for the note on the page that the visitor is led back to. */
export function rememberRefusal(failure: Failure, paid: Paid): void {
  const token = tokenOf(useSession.getState(), paid)
  const reason = reasonOf(failure)
  if (token !== null && reason !== null) useSession.setState({ refusedPayment: { paid, token, reason } })
}

/** Null where it was not a payment that was refused. */
function reasonOf({ body, retryableError }: Failure): RefusedPayment['reason'] | null {
  if (body?.error === 'coupon limit reached') return 'coupon'
  // A card that is declined at once, a challenge that failed or a wallet that was left, or Adyen's refusal.
  const isRefused = body?.error === 'payment_api_failure' || body?.can_retry === true
  return isRefused || retryableError === true ? 'payment' : null
}
