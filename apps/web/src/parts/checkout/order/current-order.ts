import type { Arguments } from '@kippu/contract/call'
import { readOrder } from '@kippu/contract/orders'
import { readSpotOrder } from '@kippu/contract/spot'
import type { TemporaryOrder } from '@kippu/contract/orders'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient, UseQueryResult } from '@tanstack/react-query'

import { ApiError } from '../../../api/api-error.ts'
import { request } from '../../../api/client.ts'
import { useLanguage } from '../../../i18n/texts.tsx'
import { useSession } from '../../../session/session.ts'
import type { PaidOrder } from '../../payable/payable.ts'
import { CHECKOUT, openPayment } from './open-payment.ts'

/** The piece of the session that has the token of an order: the sale at the door has its own. */
export const TOKEN_OF = { order: 'orderToken', spot: 'spotOrderToken' } as const satisfies Record<
  PaidOrder,
  string
>

/** The call that reads it. */
export const READ_OF = { order: readOrder, spot: readSpotOrder } as const

/**
 * Key of an order in the cache of answers. The buyer's data in it stays in memory. The language is not part of the key:
 * changing it loads a new document, and the cache begins empty.
 */
export function orderKey(token: string | null): readonly unknown[] {
  return ['order', token]
}

/**
 * The order behind a token as the server has it now, in words of the visitor's language. Without a token it makes no
 * call.
 */
function useOrder(token: string | null, paid: PaidOrder): UseQueryResult<TemporaryOrder> {
  const lang = useLanguage()
  return useQuery({
    queryKey: orderKey(token),
    queryFn:
      token === null
        ? skipToken
        : ({ client, signal }) =>
            readUnlessBought(paid, { args: { params: { token }, query: { lang } }, client, signal }),
    // A payment that this tab began may have been made elsewhere, while this page lay behind another one.
    refetchOnWindowFocus: () => (openPayment(paid) === null ? false : 'always'),
  })
}

interface Read {
  readonly args: Arguments<typeof readOrder>
  readonly client: QueryClient
  /** A page that the visitor has left, or that is paying, does not wait for it. */
  readonly signal: AbortSignal
}

/**
 * An order that was bought meanwhile can no longer be read. While it is being paid here, or its payment is known, that is not an error to
 * show: the answer to the press tells how the payment ended, or the screen asks.
 */
async function readUnlessBought(paid: PaidOrder, { args, client, signal }: Read): Promise<TemporaryOrder> {
  try {
    return await request(READ_OF[paid], args, { signal })
  } catch (error) {
    const isPaying = openPayment(paid) !== null || client.isMutating({ mutationKey: CHECKOUT }) > 0
    if (!isGone(error) || !isPaying) throw error
    const { call, kind, status, body } = error
    throw new ApiError({ call: { ...call, silent: true }, kind, status, body })
  }
}

/** Whether the order can no longer be paid; an order whose hold ended answers with an error of its own. */
export function isGone(error: unknown): error is ApiError {
  return error instanceof ApiError && error.body?.error === 'record not found'
}

interface CurrentOrder {
  /** Null when no order began in this tab. */
  readonly token: string | null
  readonly order: UseQueryResult<TemporaryOrder>
}

/** The order this visitor is buying. */
export function useCurrentOrder(paid: PaidOrder = 'order'): CurrentOrder {
  const token = useSession(session => session[TOKEN_OF[paid]])
  return { token, order: useOrder(token, paid) }
}

/** The order as it was last read, without a call. Undefined when this document has not read it. */
export function useKnownOrder(paid: PaidOrder): TemporaryOrder | undefined {
  const token = useSession(session => session[TOKEN_OF[paid]])
  return useQueryClient().getQueryData<TemporaryOrder>(orderKey(token))
}

/**
 * The answers of the buyer form: those of the order, or for a new order those of an earlier one in this document, so
 * that nobody types them twice after a failed payment or an ended hold. They are in memory alone.
 */
export function useAnswers(order: TemporaryOrder): TemporaryOrder['customer_info'] {
  const queryClient = useQueryClient()
  if (order.customer_info.length > 0) return order.customer_info
  const known = queryClient.getQueriesData<TemporaryOrder>({ queryKey: ['order'] })
  return known.findLast(([, earlier]) => earlier?.customer_info.length)?.[1]?.customer_info ?? []
}

/** A stored answer of the buyer form; '' when the buyer gave none. */
export function answerOf(order: Pick<TemporaryOrder, 'customer_info'>, key: string): string {
  return order.customer_info.find(answer => answer.key === key)?.value ?? ''
}

/** The number of people the order admits. */
export function ticketsOf({ main_product }: Pick<TemporaryOrder, 'main_product'>): number {
  return main_product.quantity
}
