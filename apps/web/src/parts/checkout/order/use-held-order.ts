import type { TemporaryOrder } from '@kippu/contract/orders'
import { skipToken, useQuery } from '@tanstack/react-query'

import { request } from '../../../api/client.ts'
import { useLanguage } from '../../../i18n/texts.tsx'
import { PIECE_OF } from '../../paying/data/payment-data.ts'
import { useSession } from '../../../session/session.ts'
import type { PaidOrder } from '../../payable/payable.ts'
import { useRefusal } from '../../paying/data/use-refusal.ts'
import { orderKey, READ_OF, TOKEN_OF } from './current-order.ts'

/**
 * The order that this tab still holds, for a page that is not about paying it: with its coupons and their price. It is only asked for
 * where the visitor has been at the payment, and silently: on such a page nobody waits for it. Undefined while it is not known.
 */
export function useHeldOrder(paid: PaidOrder = 'order'): TemporaryOrder | undefined {
  const lang = useLanguage()
  const token = useSession(session => session[TOKEN_OF[paid]])
  const hasPaymentPage = useSession(session => session[PIECE_OF[paid]] !== null)
  const isRefused = useRefusal(paid) !== null
  const call = READ_OF[paid]
  const { data } = useQuery({
    queryKey: orderKey(token),
    queryFn:
      token === null || !(isRefused || hasPaymentPage)
        ? skipToken
        : () => request({ ...call, silent: true }, { params: { token }, query: { lang } }),
    refetchOnWindowFocus: false,
  })
  return data
}
