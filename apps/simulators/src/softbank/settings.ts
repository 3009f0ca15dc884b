import * as v from 'valibot'

/** The settings that depend on the contract or on PayPay. Tests set them at `/_sim/softbank`. */
export const settingsSchema = v.strictObject({
  /** `with_commit`: a committed card is captured at once, and a sales request is refused as needless. */
  card_sales: v.optional(v.picklist(['separate', 'with_commit'])),
  /**
   * The number of inquiries after which a sale is final that PayPay has accepted with `AC`. With 0 a sale is final at
   * once.
   */
  accept_sales: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /**
   * `lenient`: the page opens for every form with a valid hash and a number as its amount, as at a gateway that checks
   * no other value. Answers that a visitor can forge there must not hurt the store even then.
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
