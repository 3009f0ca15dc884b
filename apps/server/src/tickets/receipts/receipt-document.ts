import { PAYMENT_METHODS } from '@kippu/domain/payment-method'
import * as v from 'valibot'

/** Words by language; of a language that the venue wrote nothing in there is none. */
const words = v.record(v.string(), v.string())

const whole = v.pipe(v.number(), v.safeInteger())

/**
 * The content of a receipt besides its number, date and addressee, as it is stored: nothing is read anew, so that it
 * prints unchanged whatever becomes of the visit, the catalogue and the seller. Money is yen with tax; times are in
 * seconds since 1970.
 */
export const receiptDocument = v.object({
  reservation_number: v.string(),
  total: whole,
  taxes: v.array(v.object({ tax_rate: whole, price: whole, tax: whole })),
  lines: v.array(
    v.object({
      name: words,
      option_name: words,
      quantity: whole,
      unit_price: whole,
      tax_rate: whole,
    }),
  ),
  adjustments: v.array(
    v.object({
      kind: v.picklist(['membership', 'coupon', 'method', 'refund', 'kept']),
      price: whole,
    }),
  ),
  payments: v.array(
    v.object({
      paid_at: v.number(),
      method: v.nullable(v.picklist(PAYMENT_METHODS)),
      price: whole,
      /** It went back because the visit was moved to a cheaper day. Receipts of earlier releases don't say. */
      returned_for_change: v.optional(v.literal(true)),
    }),
  ),
  visit: v.object({ starts_at: v.number(), ends_at: v.number() }),
  issuer: v.object({ name: v.string(), address: v.string(), registration_number: v.string() }),
})
export type ReceiptDocument = v.InferOutput<typeof receiptDocument>
