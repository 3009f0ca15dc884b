import { createOrder, deleteOrder } from '@kippu/contract/orders'
import type { TemporaryOrder } from '@kippu/contract/orders'
import type { Language } from '@kippu/domain/language'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { mainOrder } from '../../page/redirects.ts'
import { useSession } from '../../session/session.ts'
import { linesOf } from './order-choice.ts'
import type { Choice } from './order-choice.ts'
import { isBeingPaid, isSameOrder, nullWhenEnded } from './saved-order.ts'
import type { SavedState } from './saved-order.ts'
import { partyOf } from './ticket-kinds.ts'

/**
 * Holds the chosen tickets and saves the order page. An order that is held already and says the same is gone
 * on with instead: after a failed payment nobody has to prove the address again. One that is being paid, or
 * was, is looked at first, whatever is chosen now: nobody pays twice without knowing (S-1.04).
 *
 * @param saved what `readSavedOrder` has just found.
 * @returns the route to go on at.
 * @throws ApiError when the order is refused; what was saved before is then given back already (S-1.17).
 */
export async function placeOrder(choice: Choice, lang: Language, saved: SavedState): Promise<string> {
  if (saved === 'bought') return routeOfBought()
  if (saved !== null && (isBeingPaid(saved) || isSameOrder(saved, choice))) return routeOnwards(saved)
  if (!(await releaseSavedOrder())) return routeOfPayment()
  return (await holdOrder(choice, lang)) ? '/sign-in' : mainOrder()
}

/** @returns false when something is still to be chosen. */
async function holdOrder(choice: Choice, lang: Language): Promise<boolean> {
  const { product, date, span } = choice
  if (product === undefined || date === null || span === undefined) return false
  const lines = linesOf(choice)
  const options = lines.filter(line => line.kind !== 'set')
  const sets = lines.filter(line => line.kind === 'set')
  const { order_token: orderToken, expires_at: expiresAt } = await request(createOrder, {
    body: {
      lang,
      product_uuid: product.uuid,
      time_span_id: span.time_span_id,
      quantity: partyOf(product, choice.counts),
      option_values: options.map(({ optionValueId, count }) => ({
        option_value_id: optionValueId,
        quantity: count,
      })),
      set_products: sets.map(({ uuid, timeSpanId, count }) => ({
        uuid,
        time_span_id: timeSpanId,
        quantity: count,
      })),
      ...(choice.promotion !== null && {
        membership_key: choice.promotion.membership_key,
        membership_value: choice.promotion.membership_value,
      }),
    },
  })
  useSession.setState({
    orderToken,
    // That of the order before says nothing of this one.
    paymentNumber: null,
    savedOrder: {
      productUuid: product.uuid,
      productName: product.name,
      saleType: product.sale_type,
      date,
      productTimespanID: span.time_span_id,
      from: span.from,
      to: span.to,
      expiresAt,
      productOptions: options.map(({ kind, optionValueId, name, price, count }) => ({
        option_value_id: optionValueId,
        type: kind === 'extra' ? 'extra' : 'ticket_type',
        name,
        price,
        count,
      })),
      setProducts: sets.map(({ uuid, timeSpanId, name, price, count }) => ({
        uuid,
        timeSpanId,
        name,
        price,
        count,
      })),
    },
  })
  return true
}

/**
 * Where an order goes on. A mail that is on its way may have an address that is wrong or was refused, so the
 * form comes again, as it was filled in.
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
 * The page that finds out what became of the payment. When its number never arrived, the confirmation: pressing there
 * asks for the same payment (S-1.13).
 */
function routeOfPayment(): string {
  const { payingBy, paymentNumber, savedPayment } = useSession.getState()
  const method = payingBy ?? savedPayment?.paymentMethodType
  if (paymentNumber === null || method === undefined) return '/confirm'
  const query = new URLSearchParams({ payment_number: paymentNumber })
  return `/payment-callback/${method}/success?${query}`
}

/** As {@link routeOfPayment}, once: whoever comes back from there wants another order. */
function routeOfBought(): string {
  const route = routeOfPayment()
  useSession.setState({ paymentNumber: null })
  return route
}

/**
 * Gives back the order that is still saved, so that a visitor is not blocked by the own old hold. That it has ended
 * already is all that was wanted.
 *
 * @returns false when it is being paid since it was read, in another tab: then it stays.
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
