import type { Refusal } from '../http/refusal.ts'

/** One order to be created: prices and rules are settled, only the stock may still say no. */
export interface NewOrder {
  readonly id: string
  readonly siteKey: string
  readonly channel: 'web'
  readonly tokenHash: Buffer
  readonly lang: string
  readonly productId: number
  readonly timeSpanId: number
  /** Units to hold: the sum over the lines. */
  readonly quantity: number
  /** Whole yen. */
  readonly subtotal: number
  readonly price: number
  readonly lines: readonly NewOrderLine[]
}

export interface NewOrderLine {
  readonly optionValueId: number
  readonly quantity: number
  readonly basePrice: number
  readonly addCost: number
  readonly unitPrice: number
}

export interface GrantedHold {
  readonly expiresAt: Date
}

/** Takes stock for new orders, many in one commit where they want the same time span (design §6). */
export interface HoldQueue {
  /** Creates the order with its hold, in arrival order as far as stock lasts. `busy` when too many wait already. */
  take(order: NewOrder): Promise<GrantedHold | Refusal<'out of stock' | 'busy'>>
}
