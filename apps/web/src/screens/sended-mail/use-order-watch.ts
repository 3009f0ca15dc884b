import { readOrder } from '@kippu/contract/orders'
import type { TemporaryOrder } from '@kippu/contract/orders'
import { epochMsOf } from '@kippu/domain/jst-date'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { serverNow } from '../../api/server-clock.ts'
import { useLanguage } from '../../i18n/texts.tsx'
import { forgetBoughtOrder } from '../../parts/checkout/complete/complete-purchase.ts'
import { orderKey } from '../../parts/checkout/order/current-order.ts'

/** How often the order is read, in ms, and for how long: most mails are opened within minutes. */
const ASK_EVERY = 5_000
const ASK_SELDOM = 15_000
const OFTEN_FOR = 180_000

/**
 * Whether an order that this page knew is no longer open. The visitor may follow the link in another window or on
 * another device: the page asks for its order while it is seen, and at once when it comes back, so that it goes on by
 * itself (decision 63). A page that nobody sees asks nothing, and so does one whose hold has ended. An order that is no
 * longer found has become a reservation or was given back: it is forgotten here, and not read again.
 */
export function useOrderWatch(token: string | null): boolean {
  const lang = useLanguage()
  const queryClient = useQueryClient()
  const [since] = useState(serverNow)
  const { data: isOver } = useQuery({
    queryKey: ['order-watch', token],
    queryFn: async () => {
      if (token === null) return false
      const asked = { params: { token }, query: { lang } }
      const order = await request(readOrder, asked, { isBackground: true }).catch(whatItSays)
      if (order !== null && order !== undefined) queryClient.setQueryData(orderKey(token), order)
      return order === null
    },
    enabled: token !== null,
    // The page has just read the order itself.
    initialData: false,
    staleTime: Infinity,
    refetchOnWindowFocus: ({ state }) => (state.data === true ? false : 'always'),
    // The library pauses it while the page is hidden.
    refetchInterval: ({ state }) => {
      const order = queryClient.getQueryData<TemporaryOrder>(orderKey(token))
      const hasEnded = order !== undefined && epochMsOf(order.expires_at) <= serverNow()
      if (state.data === true || hasEnded) return false
      return serverNow() - since < OFTEN_FOR ? ASK_EVERY : ASK_SELDOM
    },
  })
  useEffect(() => {
    if (isOver) forgetBoughtOrder()
  }, [isOver])
  return isOver
}

/**
 * Null when there is no such order any more, undefined when nothing was learned: a question that the visitor did not ask shows no
 * dialog because the connection is gone for a moment.
 * @throws any other answer: the end of the hold is said.
 */
function whatItSays(error: unknown): null | undefined {
  if (!(error instanceof ApiError)) throw error
  if (error.status === 404) return null
  if (error.body?.error === 'session_timeout') throw error
  return undefined
}
