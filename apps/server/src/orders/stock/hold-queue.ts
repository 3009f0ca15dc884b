import type { Refusal } from '../../http/refusal.ts'

/** One order to be created: prices and rules are settled, only the stock may still say no. Money is whole yen. */
export interface NewOrder {
  readonly id: string
  readonly siteKey: string
  readonly channel: 'web'
  readonly tokenHash: Buffer
  readonly lang: string
  readonly productId: number
  readonly timeSpanId: number
  /** Tickets, and with them units of the visit's time span to hold. */
  readonly quantity: number
  readonly subtotal: number
  readonly promotionId: string | null
  readonly membershipDiscount: number
  readonly price: number
  readonly lines: readonly NewOrderLine[]
  readonly sets: readonly NewOrderSet[]
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

/** Units of a set product in one of its time spans, which no other set of the order names. */
export interface NewOrderSet {
  readonly productId: number
  readonly timeSpanId: number
  readonly quantity: number
  readonly unitPrice: number
  readonly taxRate: number
}

/** What an order wants to hold of each time span: its visit's and those of its set products. */
export function wantsOf({ timeSpanId, quantity, sets }: NewOrder): ReadonlyMap<number, number> {
  return new Map([[timeSpanId, quantity], ...sets.map(set => [set.timeSpanId, set.quantity] as const)])
}

export interface GrantedHold {
  readonly expiresAt: Date
}

/** Takes stock for new orders, many in one commit. */
export interface HoldQueue {
  /**
   * Creates the order with its holds, in arrival order as far as stock lasts: of every time span or of none (S-2.02).
   * `busy` when too many wait already.
   */
  take(order: NewOrder): Promise<GrantedHold | Refusal<'out of stock' | 'busy'>>
  /** For how long the first of those who have no answer yet has waited, in ms. */
  longestWaitMs(): number
}
