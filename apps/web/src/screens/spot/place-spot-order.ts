import type { TemporaryOrder } from '@kippu/contract/orders'
import { createSpotOrder, deleteSpotOrder, readSpotOrder } from '@kippu/contract/spot'
import type { Language } from '@kippu/domain/language'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { spotPayment } from '../../page/spot-redirects.ts'
import { openPayment, waitingPage } from '../../parts/checkout/order/open-payment.ts'
import type { Choice } from '../../parts/choosing/choice/order-choice.ts'
import { isOrderOf, orderToMake } from '../../parts/choosing/choice/order-request.ts'
import { useSession } from '../../session/session.ts'
import { dropSpotOrder, keepSpotOrder } from '../../session/spot-orders.ts'

interface Door {
  readonly lang: Language
  readonly qrToken: string
}

/**
 * Holds the chosen tickets at the door. An order that matches the choices goes on with the same hold; another one is
 * given back first, so that the visitor's own hold does not block them. One that is being paid, or was, comes before
 * anything else: nobody pays twice without knowing.
 *
 * @returns the route to continue at; null while something is missing.
 * @throws ApiError when the order is refused.
 */
export async function placeSpotOrder(choice: Choice, { lang, qrToken }: Door): Promise<string | null> {
  const saved = await readSaved(lang)
  if (saved === 'bought' || isBeingPaid(saved)) return routeOfPayment()
  const { savedSpotOrder, spotOrderToken } = useSession.getState()
  if (saved !== null && isOrderOf(saved, choice, savedSpotOrder)) return spotPayment()
  if (saved !== null && spotOrderToken !== null && !(await isGivenBack(spotOrderToken)))
    return routeOfPayment()
  const order = orderToMake(choice, lang)
  if (order === null) return null
  const { order_token: orderToken, expires_at: expiresAt } = await request(createSpotOrder, {
    query: { qr_token: qrToken },
    body: order.request,
  })
  keepSpotOrder(orderToken)
  useSession.setState({
    spotOrderToken: orderToken,
    spotPayment: null,
    savedSpotOrder: { ...order.saved, expiresAt, isHeld: true },
    spotTagData: { options: order.saved.productOptions, timeSpanId: order.saved.productTimespanID },
  })
  // The payment of an earlier order at the door says nothing about this one; that of a web order stays.
  if (useSession.getState().payingFor === 'spot')
    useSession.setState({ paymentNumber: null, payingBy: null, payingFor: null, dPayState: null })
  return spotPayment()
}

/** The order that this tab made before; null when there is none, or when it has ended. */
async function readSaved(lang: Language): Promise<TemporaryOrder | 'bought' | null> {
  const { spotOrderToken: token } = useSession.getState()
  if (token === null) return null
  try {
    return await request(readSpotOrder, { params: { token }, query: { lang } })
  } catch (error) {
    if (!isRefused(error)) throw error
    return error.status === 404 && openPayment('spot') !== null ? 'bought' : null
  }
}

function isBeingPaid(order: TemporaryOrder | null): boolean {
  return order?.status === 'payment_pending' || order?.status === 'payment_3ds'
}

/**
 * The page that finds out how the payment ended; where its number never arrived, pressing again asks for the same one.
 */
function routeOfPayment(): string {
  const payment = openPayment('spot')
  return payment === null ? spotPayment() : waitingPage(payment, 'spot')
}

/** @returns false when another tab began to pay it since it was read: then it stays. */
async function isGivenBack(token: string): Promise<boolean> {
  try {
    await request(deleteSpotOrder, { params: { token } })
  } catch (error) {
    if (!isRefused(error)) throw error
    if (error.body?.error === 'invalid order status') return false
  }
  dropSpotOrder(token)
  useSession.setState({ spotOrderToken: null })
  return true
}

/** Whether the store says that the order has ended, or is no longer there. */
function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 400 || error.status === 404)
}
