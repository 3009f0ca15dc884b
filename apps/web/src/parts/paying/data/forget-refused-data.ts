import type { Failure } from '../../../api/api-error.ts'
import { useSession } from '../../../session/session.ts'
import type { Paid } from '../../payable/payable.ts'
import { forgetCollected } from './payment-data.ts'

/**
 * The data of a payment is valid once. After a refusal the method stays chosen, and the visitor enters the card again.
 * After a busy moment or a lost answer nothing is known of the payment, and the card stays.
 */
export function forgetRefusedData({ body }: Pick<Failure, 'body'>, paid: Paid): void {
  if (body?.error !== 'payment_api_failure') return
  useSession.setState({ payingBy: null, payingFor: null })
  forgetCollected(paid)
}
