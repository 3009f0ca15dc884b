import { methodsPaidBy, type PaymentWay, WAYS_WITHOUT_FORM } from '@kippu/domain/payment-method'
import * as v from 'valibot'

import { storableText, yen } from './shapes.ts'

/**
 * The data the browser sends to pay, for each way to pay. The result that a provider's script made of a card is
 * opaque: anything that looks like a card number is refused, in whatever field it is (S-7.11).
 */

/** An identifier that a provider's script gave the browser. */
const token = (most: number) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(most), v.regex(/^[\w.:+/=$!-]+$/, 'token'))

/** A token of Stripe begins with its kind. */
const stripeToken = v.pipe(v.string(), v.regex(/^[A-Za-z]+_[A-Za-z0-9_]+$/, 'token'), v.maxLength(255))

const common = {
  /**
   * The amount in yen that the visitor expects. It is never the amount charged: if it differs from that, the payment is
   * refused.
   */
  expected_amount: v.optional(yen),
  /** The answer of the site's device-fingerprint service, if it has one. */
  device_fingerprint: v.optional(v.pipe(storableText, v.maxLength(255))),
}

/** What is sent for the methods that are paid in these ways. */
const paidBy = <const Way extends PaymentWay, const Entries extends v.ObjectEntries>(
  ways: readonly Way[],
  data: Entries,
) => v.strictObject({ payment_method_type: v.picklist(methodsPaidBy(ways)), ...data, ...common })

/** The card in the words of Adyen's component; all parts except brand and name are encrypted in the browser. */
const adyenCard = v.strictObject({
  type: v.literal('scheme'),
  encryptedCardNumber: token(4000),
  encryptedExpiryMonth: token(4000),
  encryptedExpiryYear: token(4000),
  encryptedSecurityCode: token(4000),
  holderName: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z ]{1,30}$/, 'name'))),
  brand: v.optional(v.pipe(v.string(), v.regex(/^[a-z_]{1,30}$/, 'brand'))),
  checkoutAttemptId: v.optional(token(400)),
})

/** The browser's properties in the words of Adyen's component, for 3-D Secure. */
const adyenBrowser = v.strictObject({
  acceptHeader: v.pipe(v.string(), v.maxLength(500)),
  colorDepth: v.number(),
  javaEnabled: v.boolean(),
  language: v.pipe(v.string(), v.maxLength(35)),
  screenHeight: v.number(),
  screenWidth: v.number(),
  timeZoneOffset: v.number(),
  userAgent: v.pipe(v.string(), v.maxLength(1000)),
})

export const paymentData = v.variant('payment_method_type', [
  paidBy(WAYS_WITHOUT_FORM, {}),
  paidBy(['gmo_card'], { token: token(512) }),
  /** Base64 of `paymentData` of Apple's token: encrypted for the provider. */
  paidBy(['apple_pay'], { token: token(16_000) }),
  paidBy(['adyen_card'], { payment_method: adyenCard, browser_info: v.optional(adyenBrowser) }),
  paidBy(['stripe_card'], { payment_method: stripeToken }),
  paidBy(['softbank_card'], { token: token(512), token_key: token(512) }),
  paidBy(['softbank_3ds_card'], {
    token: token(512),
    token_key: token(512),
    tds2_info_token: token(512),
    tds2_info_token_key: token(512),
  }),
])
export type PaymentData = v.InferInput<typeof paymentData>
