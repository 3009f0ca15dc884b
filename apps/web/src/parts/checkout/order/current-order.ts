import type { Arguments } from '@kippu/contract/call'
import { readOrder } from '@kippu/contract/orders'
import type { TemporaryOrder } from '@kippu/contract/orders'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'

import { ApiError } from '../../../api/api-error.ts'
import { request } from '../../../api/client.ts'
import { useLanguage } from '../../../i18n/texts.tsx'
import { useSession } from '../../../session/session.ts'
import { openPayment } from './open-payment.ts'

/**
 * Key of an order in the cache of what was read. What it says of the buyer stays in memory. The language is no part of
 * it: a change of that loads the document anew, and the cache begins empty.
 */
export function orderKey(token: string | null): readonly unknown[] {
  return ['order', token]
}

/**
 * The order behind a token as the server has it now, in words of the visitor's language. Nothing is asked
 * without a token.
 */
function useOrder(
  token: string | null,
  refetchOnWindowFocus: 'always' | false = false,
): UseQueryResult<TemporaryOrder> {
  const lang = useLanguage()
  return useQuery({
    queryKey: orderKey(token),
    queryFn: token === null ? skipToken : () => readUnlessBought({ params: { token }, query: { lang } }),
    refetchOnWindowFocus,
  })
}

/**
 * An order that was bought meanwhile is not there to be read: while its payment is known that is nothing to be told, the
 * screen goes and asks what became of it.
 */
async function readUnlessBought(args: Arguments<typeof readOrder>): Promise<TemporaryOrder> {
  try {
    return await request(readOrder, args)
  } catch (error) {
    if (!isGone(error) || openPayment() === null) throw error
    const { call, kind, status, body } = error
    throw new ApiError({ call: { ...call, silent: true }, kind, status, body })
  }
}

/** Whether the order is no longer there to be paid; one whose hold ended says so itself. */
export function isGone(error: unknown): error is ApiError {
  return error instanceof ApiError && error.body?.error === 'record not found'
}

interface CurrentOrder {
  /** Null when no order was begun in this tab. */
  readonly token: string | null
  readonly order: UseQueryResult<TemporaryOrder>
}

/** The order this visitor is buying. */
export function useCurrentOrder(): CurrentOrder {
  const token = useSession(session => session.orderToken)
  return { token, order: useOrder(token) }
}

/** The order as it was read last; nothing is asked for it. Undefined when this document has not read it. */
export function useKnownOrder(): TemporaryOrder | undefined {
  const token = useSession(session => session.orderToken)
  return useQueryClient().getQueryData<TemporaryOrder>(orderKey(token))
}

/**
 * The answers of the buyer form: those of the order, or for a new order those that an earlier one of this document
 * had, so that nobody writes them twice after a failed payment or an ended hold. They are in memory alone.
 */
export function useAnswers(order: TemporaryOrder): TemporaryOrder['customer_info'] {
  const queryClient = useQueryClient()
  if (order.customer_info.length > 0) return order.customer_info
  const known = queryClient.getQueriesData<TemporaryOrder>({ queryKey: ['order'] })
  return known.findLast(([, earlier]) => earlier?.customer_info.length)?.[1]?.customer_info ?? []
}

/** An answer of the buyer form as it was stored; '' when it was not given. */
export function answerOf(order: Pick<TemporaryOrder, 'customer_info'>, key: string): string {
  return order.customer_info.find(answer => answer.key === key)?.value ?? ''
}

/** How many people the order admits. */
export function ticketsOf({ main_product }: Pick<TemporaryOrder, 'main_product'>): number {
  return main_product.quantity
}
