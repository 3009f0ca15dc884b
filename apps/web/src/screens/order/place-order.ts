import { createOrder, deleteOrder, readOrder } from '@kippu/contract/orders'
import type { TemporaryOrder } from '@kippu/contract/orders'
import type { Language } from '@kippu/domain/language'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { mainOrder } from '../../app/redirects.ts'
import { useSession } from '../../session/session.ts'
import { linesOf, priceOf } from './order-choice.ts'
import type { Choice, ChosenLine } from './order-choice.ts'
import { partyOf } from './ticket-kinds.ts'

/**
 * Holds the chosen tickets and saves the order page. An order that is held already and says the same is gone
 * on with instead: after a failed payment nobody has to prove the address again. One that is being paid, or
 * was, is looked at first, whatever is chosen now: nobody pays twice without knowing (S-1.04).
 *
 * @returns the route to go on at.
 * @throws ApiError when the order is refused; what was saved before is then given back already (S-1.17).
 */
export async function placeOrder(choice: Choice, lang: Language): Promise<string> {
  const saved = await readSavedOrder(lang)
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
 * The order begun before as the server has it, null when there is none or its hold has ended. One that this tab was
 * paying and that is no longer found has become a reservation.
 */
async function readSavedOrder(lang: Language): Promise<TemporaryOrder | 'bought' | null> {
  const { orderToken, paymentNumber } = useSession.getState()
  if (orderToken === null) return null
  return request(readOrder, { params: { token: orderToken }, query: { lang } }).catch((error: unknown) => {
    if (paymentNumber !== null && error instanceof ApiError && error.status === 404) return 'bought'
    return nullWhenEnded(error)
  })
}

/**
 * Whether an order is what the page shows. The price counts, as an order keeps that of its beginning (S-1.16) and what
 * was shown is what is charged. The language does not: an order is read, and its buyer form sent, in any.
 */
function isSameOrder(order: TemporaryOrder, choice: Choice): boolean {
  const { product_uuid: uuid, product_time_span_id: spanId } = order.main_product
  const price = priceOf(choice)
  const discount = order.membership_promotion?.membership_discount
  return (
    uuid === choice.product?.uuid &&
    spanId === choice.span?.time_span_id &&
    order.subtotal === price?.subtotal &&
    // A member who logged in to the order has a promotion that the page does not know of.
    (choice.promotion === null || discount === price.membershipDiscount) &&
    hasSameLines(order, linesOf(choice))
  )
}

/** An order does not say which units of a set product it holds; the session of this tab does. */
function hasSameLines({ main_product: product }: TemporaryOrder, lines: readonly ChosenLine[]): boolean {
  const { savedOrder } = useSession.getState()
  const held = [
    ...product.order_options.map(option => `${option.option_value_id} ${option.quantity}`),
    ...(savedOrder?.setProducts ?? []).map(set => `${set.uuid} ${set.timeSpanId} ${set.count}`),
  ]
  const wanted = lines.map(line =>
    line.kind === 'set'
      ? `${line.uuid} ${line.timeSpanId} ${line.count}`
      : `${line.optionValueId} ${line.count}`,
  )
  return held.toSorted().join() === wanted.toSorted().join()
}

function isBeingPaid({ status }: TemporaryOrder): boolean {
  return status === 'payment_pending' || status === 'payment_3ds'
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
  const { paymentNumber, savedPayment } = useSession.getState()
  if (paymentNumber === null || savedPayment === null) return '/confirm'
  const query = new URLSearchParams({ payment_number: paymentNumber })
  return `/payment-callback/${savedPayment.paymentMethodType}/success?${query}`
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

/** @throws the error, unless it is the refusal of an order that has ended. */
function nullWhenEnded(error: unknown): null {
  if (error instanceof ApiError && (error.status === 400 || error.status === 404)) return null
  throw error
}
