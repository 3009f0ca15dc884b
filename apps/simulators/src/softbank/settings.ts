import * as v from 'valibot'

/** What depends on the contract, or on PayPay's mood. Tests set it at `/_sim/softbank`. */
export const settingsSchema = v.strictObject({
  /** `with_commit`: a committed card is taken at once, and a sales request is refused as needless. */
  card_sales: v.optional(v.picklist(['separate', 'with_commit'])),
  /** PayPay answers a sales request `AC`; taken for good so many inquiries later. */
  accept_sales: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /**
   * `lenient`: the page opens for every form whose hash holds and whose amount is a number, as a gateway might that looks
   * at no other value. What a visitor can make of its answers must not hurt a store even then.
   */
  purchase_check: v.optional(v.picklist(['strict', 'lenient'])),
})

export interface Settings {
  readonly card_sales: 'separate' | 'with_commit'
  readonly accept_sales: number
  readonly purchase_check: 'strict' | 'lenient'
}

export const DEFAULT_SETTINGS: Settings = {
  card_sales: 'separate',
  accept_sales: 0,
  purchase_check: 'strict',
}
