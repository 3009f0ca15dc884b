import { saleType } from '@kippu/contract/fields'
import { paymentData } from '@kippu/contract/payment-data'
import { PAYMENT_METHODS } from '@kippu/domain/payment-method'
import { jstDateTime } from '@kippu/contract/shapes'
import * as v from 'valibot'

/**
 * The shapes of the data that the browser stores about a purchase, piece by piece, each under its own name in session
 * storage. No piece identifies a person: the answers of the buyer form are read from the order by its token (unsent
 * ones are kept by `storeUnsent` until they are sent), and card data is never part of it. Code imports the types from
 * `pieces.ts`: the schemas are only loaded when there is a piece to parse (see `stored-pieces.ts`).
 */
const productOption = v.object({
  option_value_id: v.number(),
  /** A ticket, or an extra. */
  type: v.picklist(['ticket_type', 'extra']),
  name: v.string(),
  /** Unit price, in yen. */
  price: v.number(),
  count: v.number(),
})

const savedSet = v.object({
  uuid: v.string(),
  name: v.string(),
  /** Unit price, in yen. */
  price: v.number(),
  count: v.number(),
  timeSpanId: v.number(),
})

/** The order page as it was when the visitor went on; the names are those of the requirement. */
const savedOrder = v.object({
  productUuid: v.string(),
  productName: v.string(),
  saleType,
  /** Day of the visit, `yyyy-MM-dd`. */
  date: v.string(),
  productTimespanID: v.number(),
  /** Begin and end of the time span, date-times in +09:00. */
  from: v.string(),
  to: v.string(),
  /** When the hold ends, date-time in +09:00. */
  expiresAt: jstDateTime,
  /** False while its places are still to be taken, at the proof of the mail address. */
  isHeld: v.optional(v.boolean()),
  productOptions: v.array(productOption),
  setProducts: v.array(savedSet),
})

/** The choices of the order page while the visitor makes them, so that a reload loses none. */
const orderDraft = v.object({
  productUuid: v.nullable(v.string()),
  /** The product that these choices took from the address, although the visitor may have chosen another since. */
  askedProduct: v.exactOptional(v.string()),
  date: v.nullable(v.string()),
  timeSpanId: v.nullable(v.number()),
  /** Tickets and extras by `option_value_id`. */
  counts: v.record(v.string(), v.number()),
  /** Set products by uuid; the name is for days on which one is not offered. */
  sets: v.record(
    v.string(),
    v.object({ name: v.string(), count: v.number(), timeSpanId: v.nullable(v.number()) }),
  ),
})

/** The buyer form without the answers that identify a person. */
const savedSignIn = v.object({
  termsAccepted: v.boolean(),
  acceptMailMagazine: v.boolean(),
  acceptTeamLabMailMagazine: v.boolean(),
})

/** The label by which the visitor recognises a card, where the provider returns one. */
const savedCard = v.object({ brand: v.string(), last4: v.string() })

/**
 * The payment page: the method, and the data that its form collected, which is opaque to us and never a card number.
 * The data is null once the provider has refused it, and for methods whose data is not stored (see `payment-data.ts`).
 */
const savedPayment = v.object({
  paymentMethodType: v.picklist(PAYMENT_METHODS),
  paymentData: v.nullable(paymentData),
  card: v.nullable(savedCard),
})

/**
 * An order, or a change of time, whose payment was refused while it lives on, for the note on the page that the visitor
 * is led back to.
 */
const refusedPayment = v.object({
  paid: v.picklist(['order', 'spot', 'time_change']),
  /** The token of the order, or of the change. */
  token: v.string(),
  /** A coupon that is used up has to be removed; of everything else another card or wallet may help. */
  reason: v.picklist(['payment', 'coupon']),
})

/** The content of the completion page. */
const completeData = v.object({
  reservationToken: v.string(),
  reservationNumber: v.string(),
  paymentNumber: v.string(),
})

/** The choice on the calendar of a change of time, and the reservation that it is for. */
const changeDateData = v.object({
  reservationToken: v.string(),
  /** Day of the new visit, `yyyy-MM-dd`. */
  date: v.nullable(v.string()),
  timeSpanId: v.nullable(v.number()),
  /** The time span of each set product, by its uuid. */
  sets: v.record(v.string(), v.number()),
})

/** The change that holds places, and the reservation by the token it had before. */
const changeDateResult = v.object({ oldToken: v.string(), token: v.string() })

/** A visit that was moved: the content of the last page. */
const changeDatePaymentResult = v.object({
  reservationToken: v.string(),
  paymentNumber: v.string(),
  /** The refund, in yen, and whether the provider has done it; null where there is none. */
  refund: v.nullable(v.object({ amount: v.number(), state: v.picklist(['done', 'pending']) })),
})

/** The purchase as it was reported to the tag manager: stored so that a reload does not report it again. */
const purchaseData = v.object({
  /** Number of the reservation. */
  transaction_id: v.string(),
  /** The amount paid, in yen. */
  value: v.number(),
  currency: v.literal('JPY'),
  /** The consumption tax in it. */
  tax: v.number(),
  coupon: v.nullable(v.string()),
  payment_type: v.picklist(PAYMENT_METHODS),
  items: v.array(
    v.object({
      item_id: v.string(),
      item_name: v.string(),
      item_variant: v.string(),
      price: v.number(),
      quantity: v.number(),
    }),
  ),
})

/** The choices at the door for the tag manager: the tickets and extras, and the time. */
const spotTagData = v.object({ options: v.array(productOption), timeSpanId: v.number() })

/** The membership that the address named: a promotion by key and value, a login by token. */
const membershipInQuery = v.object({
  membershipKey: v.nullable(v.string()),
  membershipValue: v.nullable(v.string()),
  token: v.nullable(v.string()),
})

/** Every piece by its name, each with a schema of its own. */
export const PIECES = {
  /** uuid of the product that the address named. */
  productInQuery: v.string(),
  membershipInQuery,
  orderToken: v.string(),
  /** Token of the order that a member logged in to. */
  memberOrder: v.string(),
  mailToken: v.string(),
  paymentNumber: v.string(),
  /** The method of the payment under way: the visitor may have chosen another since. */
  payingBy: v.picklist(PAYMENT_METHODS),
  /** The purpose of the payment under way. */
  payingFor: v.picklist(['order', 'time_change', 'spot']),
  /** The masked address of the buyer, to which the tickets of the payment under way will go. */
  veiledAddress: v.string(),
  /** The state that d ACCOUNT must return after the login. */
  dPayState: v.string(),
  orderDraft,
  savedOrder,
  savedSignIn,
  savedPayment,
  refusedPayment,
  completeData,
  purchaseData,
  changeDateData,
  changeDateResult,
  /** The way to pay what a change costs more. */
  changeDatePayment: savedPayment,
  changeDatePaymentResult,
  /** Token of the order at the door. */
  spotOrderToken: v.string(),
  spotDraft: orderDraft,
  /** The start page at the door as it was when the visitor went on. */
  savedSpotOrder: savedOrder,
  spotTagData,
  /** The code of the sign by which the visitor came. */
  spotQrToken: v.string(),
  /** The way to pay at the door, apart from that of the web. */
  spotPayment: savedPayment,
  /** The last purchase at the door. */
  spotBought: completeData,
  /** The link that was made last, of tickets in other hands. */
  shareToken: v.string(),
} as const
