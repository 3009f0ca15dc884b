import { createOrder, deleteOrder } from '@kippu/contract/orders'
import type { TemporaryOrder } from '@kippu/contract/orders'
import type { Language } from '@kippu/domain/language'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { mainOrder } from '../../page/redirects.ts'
import { useSession } from '../../session/session.ts'
import type { Choice } from '../../parts/choosing/choice/order-choice.ts'
import { orderToMake } from '../../parts/choosing/choice/order-request.ts'
import { isBeingPaid, isSameOrder, nullWhenEnded } from './saved-order.ts'
import type { SavedState } from './saved-order.ts'

/**
 * Holds the chosen tickets and saves the order page. If the visitor already holds an order that matches the choices,
 * the purchase continues with that one: after a failed payment nobody has to prove the address again. If that order is
 * being paid, or was paid, its payment comes first, whatever is chosen now: nobody pays twice without knowing.
 *
 * @param saved the result of `readSavedOrder` just before.
 * @returns the route to continue at.
 * @throws ApiError when the order is refused; the previous order is then given back already.
 */
export async function placeOrder(choice: Choice, lang: Language, saved: SavedState): Promise<string> {
  if (saved === 'bought') return routeOfBought()
  if (saved !== null && (isBeingPaid(saved) || isSameOrder(saved, choice))) return routeOnwards(saved)
  if (!(await releaseSavedOrder())) return routeOfPayment()
  return (await holdOrder(choice, lang)) ? '/sign-in' : mainOrder()
}

/** @returns false when a choice is still missing. */
async function holdOrder(choice: Choice, lang: Language): Promise<boolean> {
  const order = orderToMake(choice, lang)
  if (order === null) return false
  const {
    order_token: orderToken,
    expires_at: expiresAt,
    places,
  } = await request(createOrder, { body: order.request })
  useSession.setState({
    orderToken,
    // The payment of the previous order says nothing about this one.
    paymentNumber: null,
    savedOrder: { ...order.saved, expiresAt, isHeld: places === 'held' },
  })
  return true
}

/**
 * The route at which an order continues. If the confirmation mail is on its way, its address may be wrong or refused,
 * so the form opens again with the previous answers.
 */
function routeOnwards({ status }: TemporaryOrder): string {
  switch (status) {
    case 'temporary':
    case 'mail_sent':
      return '/sign-in'
    case 'ready_checkout':
      return '/payment'
    case 'payment_pending':
    case 'payment_3ds':
      return routeOfPayment()
  }
}

/**
 * The page that finds out how the payment ended. If its number never arrived, it is the confirmation page: pressing
 * there asks for the same payment.
 */
function routeOfPayment(): string {
  const { payingBy, paymentNumber, savedPayment } = useSession.getState()
  const method = payingBy ?? savedPayment?.paymentMethodType
  if (paymentNumber === null || method === undefined) return '/confirm'
  const query = new URLSearchParams({ payment_number: paymentNumber })
  return `/payment-callback/${method}/success?${query}`
}

/** As {@link routeOfPayment}, once: a visitor who comes back from there wants another order. */
function routeOfBought(): string {
  const route = routeOfPayment()
  useSession.setState({ paymentNumber: null })
  return route
}

/**
 * Gives back the saved order, so that the visitor's own old hold does not block them. If it has ended already, there is
 * nothing left to do.
 *
 * @returns false when another tab began to pay it since it was read: then it stays.
 */
async function releaseSavedOrder(): Promise<boolean> {
  const { orderToken } = useSession.getState()
  if (orderToken === null) return true
  try {
    await request(deleteOrder, { params: { token: orderToken } })
  } catch (error) {
    if (error instanceof ApiError && error.body?.error === 'invalid order status') return false
    nullWhenEnded(error)
  }
  useSession.setState({ orderToken: null })
  return true
}
