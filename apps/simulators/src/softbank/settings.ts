import * as v from 'valibot'

/** What depends on the contract, or on PayPay's mood. Tests set it at `/_sim/softbank`. */
export const settingsSchema = v.strictObject({
  /** `with_commit`: a committed card is taken at once, and a sales request is refused as needless. */
  card_sales: v.optional(v.picklist(['separate', 'with_commit'])),
  /** PayPay answers a sales request `AC`; taken for good so many inquiries later. */
  accept_sales: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
})

export type Settings = { card_sales: 'separate' | 'with_commit'; accept_sales: number }

export const DEFAULT_SETTINGS: Settings = { card_sales: 'separate', accept_sales: 0 }
