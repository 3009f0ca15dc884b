import { methodsPaidBy, type PaymentWay, WAYS_WITHOUT_FORM } from '@kippu/domain/payment-method'
import * as v from 'valibot'

import { storableText, yen } from './shapes.ts'

/**
 * The data the browser sends to pay, for each way to pay. The result that a provider's script made of a card is opaque:
 * anything that looks like a card number is refused, in whatever field it is.
 */

/** An identifier that a provider's script gave the browser. */
const token = (most: number) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(most), v.regex(/^[\w.:+/=$!-]+$/, 'token'))

/** A token of Stripe begins with its kind. */
const stripeToken = v.pipe(v.string(), v.regex(/^[A-Za-z]+_[A-Za-z0-9_]+$/, 'token'), v.maxLength(255))

const common = {
  expected_amount: v.optional(
    v.pipe(
      yen,
      v.description(
        'What the visitor was shown. Where the order costs anything else, the payment is refused with `price changed`.',
      ),
    ),
  ),
  device_fingerprint: v.optional(
    v.pipe(
      storableText,
      v.maxLength(255),
      v.description('The answer of the site’s device-fingerprint service, where it has one.'),
    ),
  ),
}

/** The data that is sent for the methods that are paid in these ways. */
const paidBy = <const Way extends PaymentWay, const Entries extends v.ObjectEntries>(
  ways: readonly Way[],
  data: Entries,
) =>
  v.strictObject({
    payment_method_type: v.pipe(v.picklist(methodsPaidBy(ways)), v.description('The way to pay.')),
    ...data,
    ...common,
  })

const adyenCard = v.pipe(
  v.strictObject({
    type: v.pipe(v.literal('scheme'), v.description('Always `scheme`: a card.')),
    encryptedCardNumber: v.pipe(token(4000), v.description('Encrypted by the provider’s script.')),
    encryptedExpiryMonth: v.pipe(token(4000), v.description('Encrypted by the provider’s script.')),
    encryptedExpiryYear: v.pipe(token(4000), v.description('Encrypted by the provider’s script.')),
    encryptedSecurityCode: v.pipe(token(4000), v.description('Encrypted by the provider’s script.')),
    holderName: v.optional(
      v.pipe(v.string(), v.regex(/^[A-Za-z ]{1,30}$/, 'name'), v.description('The name on the card.')),
    ),
    brand: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[a-z_]{1,30}$/, 'brand'),
        v.description('The brand of the card, in the provider’s words.'),
      ),
    ),
    checkoutAttemptId: v.optional(
      v.pipe(token(400), v.description('The provider’s number of this visit to its form.')),
    ),
  }),
  v.description(
    'The card in the words of Adyen’s component; all parts except brand and name are encrypted in the browser.',
  ),
  v.title('AdyenCard'),
)

const adyenBrowser = v.pipe(
  v.strictObject({
    acceptHeader: v.pipe(v.string(), v.maxLength(500), v.description('The `Accept` header of the browser.')),
    colorDepth: v.pipe(v.number(), v.description('Bits of a pixel.')),
    javaEnabled: v.pipe(v.boolean(), v.description('Whether the browser runs Java.')),
    language: v.pipe(
      v.string(),
      v.maxLength(35),
      v.description('The language of the browser, such as `ja-JP`.'),
    ),
    screenHeight: v.pipe(v.number(), v.description('Pixels.')),
    screenWidth: v.pipe(v.number(), v.description('Pixels.')),
    timeZoneOffset: v.pipe(v.number(), v.description('Minutes between UTC and the time of the browser.')),
    userAgent: v.pipe(
      v.string(),
      v.maxLength(1000),
      v.description('The `User-Agent` header of the browser.'),
    ),
  }),
  v.description('What a browser is, in the words of Adyen’s component, for 3-D Secure.'),
  v.title('AdyenBrowser'),
)

const cardToken = v.pipe(
  token(512),
  v.description('What the provider’s script made of the card. A card number is refused.'),
)
const tokenKey = v.pipe(token(512), v.description('The key that the provider’s script gave with the token.'))

export const sheetData = paidBy(['apple_pay'], {
  token: v.pipe(
    token(16_000),
    v.description('Base64 of `paymentData` of Apple’s token: encrypted for the provider.'),
  ),
})

export const paymentData = v.pipe(
  v.variant('payment_method_type', [
    paidBy(WAYS_WITHOUT_FORM, {}),
    paidBy(['gmo_card'], { token: cardToken }),
    sheetData,
    paidBy(['adyen_card'], {
      payment_method: v.pipe(adyenCard, v.description('What the provider’s script made of the card.')),
      browser_info: v.optional(
        v.pipe(adyenBrowser, v.description('What 3-D Secure asks of a browser, in the provider’s words.')),
      ),
    }),
    paidBy(['stripe_card'], {
      payment_method: v.pipe(stripeToken, v.description('What the provider’s script made of the card.')),
    }),
    paidBy(['softbank_card'], { token: cardToken, token_key: tokenKey }),
    paidBy(['softbank_3ds_card'], {
      token: cardToken,
      token_key: tokenKey,
      tds2_info_token: v.pipe(
        token(512),
        v.description('What the provider’s script made of the data for 3-D Secure.'),
      ),
      tds2_info_token_key: v.pipe(token(512), v.description('The key that came with it.')),
    }),
  ]),
  v.title('PaymentData'),
)
export type PaymentData = v.InferInput<typeof paymentData>
