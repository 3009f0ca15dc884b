import type { Types } from '@adyen/api-library'
import { AuthenticationData } from '@adyen/api-library/lib/src/typings/checkout/authenticationData.js'
import { CardDetails } from '@adyen/api-library/lib/src/typings/checkout/cardDetails.js'
import { PaymentDetails } from '@adyen/api-library/lib/src/typings/checkout/paymentDetails.js'
import { PaymentRequest } from '@adyen/api-library/lib/src/typings/checkout/paymentRequest.js'
import { ThreeDSRequestData } from '@adyen/api-library/lib/src/typings/checkout/threeDSRequestData.js'
import { localeOf } from '@kippu/domain/language'
import { isMethodOf, isPaidBy, type MethodOf, type MethodPaidBy } from '@kippu/domain/payment-method'
import * as v from 'valibot'

import type { AttemptRef } from '../../port/port.ts'

type Request = Types.checkout.PaymentRequest

export interface PaymentTerms {
  readonly merchantAccount: string
  readonly returnUrl: string
  /** Date-time in +09:00 after which nobody may pay. */
  readonly validUntil: string
}

/**
 * The body of `POST /payments`. Identical whenever it is made from the same references, because a repeat with the same
 * idempotency key must be the same request.
 *
 * @throws when the attempt lacks what the browser sent: checkout must not have let it in.
 */
export function paymentRequest(attempt: AttemptRef, terms: PaymentTerms): Request {
  const { merchantAccount, returnUrl, validUntil } = terms
  const { browser_ip: shopperIP, device_fingerprint: deviceFingerprint } = attempt.refs
  const common = {
    merchantAccount,
    reference: attempt.providerOrderRef,
    amount: { value: attempt.amount.minor, currency: attempt.amount.currency },
    channel: PaymentRequest.ChannelEnum.Web,
    returnUrl,
    countryCode: 'JP',
    shopperLocale: localeOf(attempt.refs['lang']),
    ...(shopperIP && { shopperIP }),
    ...(deviceFingerprint && { deviceFingerprint }),
  }
  const { method } = attempt
  if (!isMethodOf(method, 'adyen')) throw new Error(`${method} is not a method of Adyen`)
  if (isPaidBy(method, ['adyen_card'])) return { ...common, ...cardParts(attempt) }
  return { ...common, paymentMethod: { type: WALLETS[method] }, sessionValidity: validUntil }
}

/** Adyen's name of each wallet. */
const WALLETS: Readonly<
  Record<Exclude<MethodOf<'adyen'>, MethodPaidBy<'adyen_card'>>, PaymentDetails.TypeEnum>
> = {
  adyen_alipay: PaymentDetails.TypeEnum.Alipay,
  adyen_we_chat_pay: PaymentDetails.TypeEnum.WechatpayQr,
}

/**
 * A card: always authenticated, on the issuer's page, to which the browser is redirected ("native" authentication would
 * need Adyen's script on our page once more; docs.adyen.com/online-payments/3d-secure/redirect-3ds2). We capture it
 * after the tickets are issued, whatever the account's own setting is (docs.adyen.com/online-payments/capture).
 */
function cardParts({ refs }: AttemptRef) {
  return {
    paymentMethod: { ...v.parse(cardOfBrowser, refs['payment_method']), type: CardDetails.TypeEnum.Scheme },
    browserInfo: readBrowser(refs),
    shopperInteraction: PaymentRequest.ShopperInteractionEnum.Ecommerce,
    redirectFromIssuerMethod: 'GET',
    authenticationData: {
      attemptAuthentication: AuthenticationData.AttemptAuthenticationEnum.Always,
      threeDSRequestData: { nativeThreeDS: ThreeDSRequestData.NativeThreeDSEnum.Disabled },
    },
    additionalData: { manualCapture: 'true' },
  }
}

const encrypted = v.pipe(v.string(), v.nonEmpty())

/** `state.data.paymentMethod` of adyen-web. */
const cardOfBrowser = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    type: v.literal('scheme'),
    encryptedCardNumber: encrypted,
    encryptedExpiryMonth: encrypted,
    encryptedExpiryYear: encrypted,
    encryptedSecurityCode: encrypted,
    holderName: v.exactOptional(v.string()),
    brand: v.exactOptional(v.string()),
    checkoutAttemptId: v.exactOptional(v.string()),
  }),
)

/** `state.data.browserInfo` of adyen-web. */
const browserOfBrowser = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    acceptHeader: v.string(),
    colorDepth: v.number(),
    javaEnabled: v.boolean(),
    language: v.string(),
    screenHeight: v.number(),
    screenWidth: v.number(),
    timeZoneOffset: v.number(),
    userAgent: v.string(),
  }),
)

/** The browser's data from Adyen's component; otherwise from its request headers, with a common screen for the rest. */
function readBrowser(refs: AttemptRef['refs']): Types.checkout.BrowserInfo {
  const read = v.safeParse(browserOfBrowser, refs['browser_info'])
  if (read.success) return read.output
  return {
    acceptHeader: refs['browser_accept'] || '*/*',
    userAgent: refs['browser_user_agent'] || 'unknown',
    language: localeOf(refs['lang']).replace('_', '-'),
    colorDepth: 24,
    javaEnabled: false,
    screenHeight: 800,
    screenWidth: 1280,
    timeZoneOffset: -540,
  }
}
