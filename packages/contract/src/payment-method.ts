import * as v from 'valibot'

/** Identifiers of the payment methods (spec §7). */
export const PAYMENT_METHODS = ['stripe', 'stripe_secure', 'free'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]
export const paymentMethod = v.picklist(PAYMENT_METHODS)
