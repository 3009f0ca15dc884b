import type { Bound, UnprovenShares } from '@kippu/domain/stock/unproven-shares'

import type { Refusal } from '../platform/http/refusal.ts'
import type { LineStock } from './line-stock.ts'

/** One order to be created: prices and rules are settled, only the stock may still say no. Money is whole yen. */
export interface NewOrder {
  readonly id: string
  readonly siteKey: string
  readonly channel: string
  readonly tokenHash: Buffer
  readonly lang: string
  readonly productId: number
  readonly timeSpanId: number
  readonly visitDate: string
  /** Null for an order that no share bounds: its buyer is known. */
  readonly holder: Holder | null
  /** It can be paid at once, without a form or a proved address. */
  readonly isReady?: boolean
  /** How long it is held; without it, as the queue holds. */
  readonly holdSeconds?: number
  /** Tickets, and with them units of the visit's time span to hold. */
  readonly quantity: number
  readonly subtotal: number
  readonly promotionId: string | null
  readonly membershipDiscount: number
  readonly price: number
  readonly lines: readonly NewOrderLine[]
  readonly sets: readonly NewOrderSet[]
  /** Set where it moves a reservation. */
  readonly change?: ChangedVisit
}

/** The reservation that an order moves. Its buyer is the one of the order that the visit moves from. */
export interface ChangedVisit {
  readonly reservationId: string
  readonly movesFrom: string
  /** Paid so far, and given back when it is complete. */
  readonly credit: number
  readonly refundDue: number
  /** The cost of each line before, and what coupons take off it now: of the lines and then of the sets. */
  readonly formerPrices: readonly number[]
  readonly couponDiscounts: readonly number[]
}

/** Those whose holds have shares together until they are paid. */
export interface Holder {
  /** The visitor's network, whose mail address is not proved; or the QR code of the door that was shown. */
  readonly by: 'network' | 'code'
  /** A keyed hash of it. */
  readonly hash: Buffer
  /** The shares of its site. */
  readonly shares: UnprovenShares
}

/** The shares that bound a new order. */
export function boundsOf({ holder }: Pick<NewOrder, 'holder'>): readonly Bound[] {
  if (holder === null) return []
  const of = holder.hash.toString('hex')
  if (holder.by === 'code') return [{ share: 'doorCode', of }]
  return [
    { share: 'day', of: '' },
    { share: 'network', of },
    { share: 'unpaidNetwork', of },
  ]
}

export interface NewOrderLine {
  readonly kind: 'ticket_type' | 'extra'
  readonly optionValueId: number
  readonly quantity: number
  readonly basePrice: number
  readonly addCost: number
  readonly unitPrice: number
  readonly membershipDiscount: number
  /** Percent, contained in the price. */
  readonly taxRate: number
}

/** Units of a set product in one of its time spans. */
export interface NewOrderSet {
  readonly productId: number
  readonly timeSpanId: number
  readonly visitDate: string
  readonly quantity: number
  readonly unitPrice: number
  readonly taxRate: number
  readonly stock: LineStock
}

/**
 * The units that an order wants to hold of each time span: its visit's and those of its set products that it holds
 * itself.
 */
export function wantsOf({ timeSpanId, quantity, sets }: NewOrder): ReadonlyMap<number, number> {
  const wants = new Map([[timeSpanId, quantity]])
  for (const set of sets)
    if (set.stock === 'held') wants.set(set.timeSpanId, (wants.get(set.timeSpanId) ?? 0) + set.quantity)
  return wants
}

/** A day of a product: the units of its time spans have shares together. */
export interface ProductDay {
  readonly productId: number
  readonly visitDate: string
}

/** The day of each time span of which an order wants something. */
export function daysOf({
  productId,
  timeSpanId,
  visitDate,
  sets,
}: NewOrder): ReadonlyMap<number, ProductDay> {
  return new Map([
    [timeSpanId, { productId, visitDate }],
    ...sets.map(set => [set.timeSpanId, { productId: set.productId, visitDate: set.visitDate }] as const),
  ])
}

/** Names a day in a map. */
export function dayKey({ productId, visitDate }: ProductDay): string {
  return `${productId} ${visitDate}`
}

/**
 * `at_proof`: a share is full, and the order takes its places when its mail address is proved. `at_payment`: it takes
 * them when its payment begins.
 */
export type Places = 'held' | 'at_proof' | 'at_payment'

export interface GrantedHold {
  readonly expiresAt: Date
  readonly places: Places
}

/** Takes stock for new orders, many in one commit. */
export interface HoldQueue {
  /**
   * Creates the order with its holds, in arrival order as far as stock lasts: of every time span or of none. `busy`
   * when too many wait already.
   */
  take(order: NewOrder): Promise<GrantedHold | Refusal<'out of stock' | 'busy'>>
  /** For how long the first of those who have no answer yet has waited, in ms. */
  longestWaitMs(): number
}
