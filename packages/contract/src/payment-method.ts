import * as v from 'valibot'

/** Identifiers of the payment methods (spec §7). */
export const PAYMENT_METHODS = ['stripe', 'stripe_secure', 'free'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]
export const paymentMethod = v.picklist(PAYMENT_METHODS)

/** Sales channels (R-3.144, D-45); compared case-sensitively. */
export const CHANNELS = ['web', 'pos', 'kiosk', 'OTA', 'spot'] as const
export type Channel = (typeof CHANNELS)[number]
