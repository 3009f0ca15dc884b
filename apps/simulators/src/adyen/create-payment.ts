import * as v from 'valibot'

import { conductOf } from '../core/test-cards.ts'
import { MERCHANT_ACCOUNT } from './account.ts'
import type { AdyenStore } from './adyen-store.ts'
import { type Answer, forbidden, invalid, type JsonObject, notConnected, ok } from './answer.ts'
import { authorise, refuse, REFUSED } from './payment-life.ts'
import { pspReference, randomLetters } from './psp-reference.ts'
import type { Card, Payment } from './records.ts'

/** The input of a call. `ProviderCall.run` explains `amountOf`. */
export interface Context {
  readonly store: AdyenStore
  readonly body: unknown
  readonly now: Date
  readonly origin: string
  readonly amountOf: (asked: number) => number
}

const amount = v.object({
  value: v.pipe(v.number(), v.integer(), v.minValue(1)),
  currency: v.literal('JPY'),
})
const address = v.pipe(v.string(), v.url())

const common = {
  merchantAccount: v.string(),
  reference: v.pipe(v.string(), v.minLength(1), v.maxLength(80)),
  amount,
  returnUrl: address,
  sessionValidity: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  additionalData: v.optional(v.object({ manualCapture: v.optional(v.picklist(['true', 'false'])) }), {}),
}

const cardRequest = v.object({
  ...common,
  paymentMethod: v.object({
    type: v.literal('scheme'),
    encryptedCardNumber: v.string(),
    encryptedExpiryMonth: v.string(),
    encryptedExpiryYear: v.string(),
    encryptedSecurityCode: v.string(),
  }),
  // 3-D Secure 2 requires these.
  channel: v.literal('Web'),
  browserInfo: v.object({
    userAgent: v.pipe(v.string(), v.minLength(1)),
    acceptHeader: v.pipe(v.string(), v.minLength(1)),
    language: v.string(),
    colorDepth: v.picklist([1, 4, 8, 15, 16, 24, 30, 32, 48]),
    screenHeight: v.number(),
    screenWidth: v.number(),
    timeZoneOffset: v.number(),
    javaEnabled: v.boolean(),
  }),
  authenticationData: v.optional(
    v.object({
      attemptAuthentication: v.optional(v.picklist(['always', 'never'])),
      threeDSRequestData: v.optional(v.object({ nativeThreeDS: v.optional(v.string()) })),
    }),
  ),
})
const walletRequest = v.object({
  ...common,
  paymentMethod: v.object({ type: v.picklist(['alipay', 'wechatpayQR']) }),
})
const request = v.union([cardRequest, walletRequest])

type CardRequest = v.InferOutput<typeof cardRequest>
type WalletRequest = v.InferOutput<typeof walletRequest>

/** `POST /payments`. */
export function createPayment(context: Context): Answer {
  const read = v.safeParse(request, context.body)
  if (!read.success)
    return invalid('14_004', `Missing or invalid payment details: ${v.summarize(read.issues)}`)
  const { output } = read
  if (output.merchantAccount !== MERCHANT_ACCOUNT) return forbidden()
  return isCard(output) ? payByCard(output, context) : payByWallet(output, context)
}

function isCard(asked: CardRequest | WalletRequest): asked is CardRequest {
  return asked.paymentMethod.type === 'scheme'
}

function payByCard(asked: CardRequest, context: Context): Answer {
  const { store, now, origin } = context
  const card = store.cards.get(asked.paymentMethod.encryptedCardNumber)
  if (card === undefined) return invalid('101', 'Invalid card number')
  const payment = newCardPayment(asked, card, context)
  const conduct = conductOf(card.last4)
  if (conduct === 'busy') return notConnected()
  if (conduct === 'declined') {
    const { payment: refused, changes } = refuse(payment, REFUSED, now)
    return ok(presentEnd(refused), changes)
  }
  if (conduct === 'challenge' || conduct === 'challenge_declined') return challenge(asked, payment, origin)
  const { payment: authorised, changes } = authorise(payment, now)
  return { ...ok(presentEnd(authorised), changes), lost: conduct === 'answer_lost' }
}

/** Unless the store disables it, authentication is "native": Adyen's script does it on the store's own page. */
function challenge(asked: CardRequest, payment: Payment, origin: string): Answer {
  if (asked.authenticationData?.threeDSRequestData?.nativeThreeDS !== 'disabled')
    return ok({
      resultCode: 'IdentifyShopper',
      action: { type: 'threeDS2', subtype: 'fingerprint', paymentMethodType: 'scheme', token: 'simulated' },
    })
  const page = randomLetters(32)
  const action = {
    type: 'redirect',
    method: 'GET',
    paymentMethodType: 'scheme',
    url: `${origin}/adyen/threeds/${page}`,
  }
  return ok({ resultCode: 'RedirectShopper', action }, { payments: [{ ...payment, page }] })
}

function payByWallet(asked: WalletRequest, context: Context): Answer {
  const { type } = asked.paymentMethod
  const page = randomLetters(32)
  const payment: Payment = {
    ...newPayment(asked, context),
    type,
    variant: type,
    last4: null,
    // Charged as soon as the shopper has paid.
    manualCapture: false,
    page,
    validUntil: asked.sessionValidity ?? new Date(context.now.getTime() + OFFER_MS).toISOString(),
  }
  const url = `${context.origin}/adyen/${type === 'alipay' ? 'alipay' : 'wechat'}/${page}`
  const answer =
    type === 'alipay'
      ? {
          resultCode: 'RedirectShopper',
          action: { type: 'redirect', method: 'GET', paymentMethodType: type, url },
        }
      : {
          resultCode: 'Pending',
          action: {
            type: 'qrCode',
            paymentMethodType: type,
            // The real code is `weixin://…`. This one opens the payer's page, so that anyone can scan it.
            qrCodeData: url,
            expiresAt: payment.validUntil,
            paymentData: randomLetters(64),
          },
        }
  return ok(answer, { payments: [payment] })
}

/** The lifetime of a wallet's offer for which the store gives none. */
const OFFER_MS = 3_600_000

function newCardPayment(asked: CardRequest, { brand, last4 }: Card, context: Context): Payment {
  const manualCapture = asked.additionalData.manualCapture === 'true'
  return { ...newPayment(asked, context), type: 'scheme', variant: brand, last4, manualCapture }
}

/** The part of a new payment that does not depend on how it is paid. */
type NewPayment = Omit<Payment, 'type' | 'variant' | 'last4' | 'manualCapture'>

function newPayment(asked: CardRequest | WalletRequest, { amountOf }: Context): NewPayment {
  return {
    psp: pspReference(),
    reference: asked.reference,
    amount: amountOf(asked.amount.value),
    captured: 0,
    refunded: 0,
    status: 'open',
    returnUrl: asked.returnUrl,
    page: null,
    redirectResult: null,
    authentication: null,
    refusal: null,
    validUntil: null,
  }
}

/** The answer for a payment that has reached its end. */
export function presentEnd(payment: Payment): JsonObject {
  const { psp, reference, amount: value, refusal, variant, type } = payment
  const common = {
    pspReference: psp,
    merchantReference: reference,
    amount: { value, currency: 'JPY' },
    paymentMethod: { brand: variant, type },
  }
  return refusal === null
    ? { ...common, resultCode: 'Authorised' }
    : {
        ...common,
        resultCode: refusal.resultCode,
        refusalReason: refusal.reason,
        refusalReasonCode: refusal.code,
      }
}
