import type { Failure } from '../../../api/api-error.ts'
import { useSession } from '../../../session/session.ts'
import { forgetCollected } from './payment-data.ts'

/**
 * What a refused payment was made with is good once: the method stays chosen, the card is asked for anew. After a busy
 * moment or a lost answer nothing is known of the payment, and the card stays.
 */
export function forgetRefusedData({ body }: Pick<Failure, 'body'>): void {
  if (body?.error !== 'payment_api_failure') return
  useSession.setState({ payingBy: null })
  forgetCollected()
}
