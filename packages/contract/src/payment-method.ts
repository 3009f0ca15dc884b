import * as v from 'valibot'

/** Identifiers of the payment methods (R-7.53–70): these seventeen and no others. */
export const PAYMENT_METHODS = [
  'gmo',
  'gmo_3ds',
  'gmo_paypay',
  'gmo_d_pay',
  'gmo_apple_pay',
  'adyen_credit',
  'adyen_alipay',
  'adyen_we_chat_pay',
  'alipay',
  'stripe',
  'stripe_secure',
  'softbank_credit',
  'softbank_3ds',
  'softbank_alipay',
  'softbank_paypay',
  'd_pay',
  'free',
] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]
export const paymentMethod = v.picklist(PAYMENT_METHODS)

/** The provider that takes a payment. Several methods share a provider. */
export const PAYMENT_PROVIDERS = ['gmo', 'softbank', 'adyen', 'stripe', 'alipay', 'docomo', 'free'] as const
export type PaymentProviderId = (typeof PAYMENT_PROVIDERS)[number]
