import { readOrder } from '@kippu/contract/orders'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { useLanguage } from '../../i18n/texts.tsx'
import { forgetBoughtOrder } from '../../parts/checkout/complete/complete-purchase.ts'
import { orderKey } from '../../parts/checkout/order/current-order.ts'

/**
 * Whether an order that this page knew is no longer open. The visitor may follow the link and finish the purchase in
 * another window or on another device, and learns that when they come back to this page. An order that is no
 * longer found has become a reservation or was given back: it is forgotten here, and not read again.
 */
export function useOrderWatch(token: string | null): boolean {
  const lang = useLanguage()
  const queryClient = useQueryClient()
  const { data: isOver } = useQuery({
    queryKey: ['order-watch', token],
    queryFn: async () => {
      if (token === null) return false
      const order = await request(readOrder, { params: { token }, query: { lang } }).catch(nullWhenOver)
      if (order !== null) queryClient.setQueryData(orderKey(token), order)
      return order === null
    },
    enabled: token !== null,
    // The page has just read the order itself.
    initialData: false,
    staleTime: Infinity,
    refetchOnWindowFocus: ({ state }) => (state.data === true ? false : 'always'),
  })
  useEffect(() => {
    if (isOver) forgetBoughtOrder()
  }, [isOver])
  return isOver
}

/** @throws the error, unless it says that there is no such order. */
function nullWhenOver(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}
