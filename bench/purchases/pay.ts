import { testCardNumber } from '@kippu/simulators/core/test-cards'
import { SHOP_ID } from '@kippu/simulators/gmo/account'
import * as v from 'valibot'

import { send } from './http-client.ts'
import type { Shop } from './shop.ts'

type Places = Pick<Shop, 'origin' | 'providers'>
/** The data that the browser sends to checkout beside the method. */
export type PaymentData = (places: Places) => Promise<object>

const EXPIRY = { month: '12', year: '2040', code: '123' } as const
/** A card that is paid at once, and one whose issuer asks. */
const PAID = testCardNumber('1112')
const CHALLENGED = testCardNumber('3220')

/** Nothing is entered on the store's page. */
export const enterNothing: PaymentData = async () => ({})

const stripeAnswer = v.object({ id: v.string() })

/** Each provider's script makes something of a card that the store never sees. */
export const enterStripeCard: PaymentData = async ({ providers }) => {
  const { text } = await send({
    method: 'POST',
    url: `${providers}/v1/payment_methods`,
    headers: { origin: providers, authorization: 'Bearer pk_simulated' },
    body: new URLSearchParams({
      type: 'card',
      'card[number]': PAID,
      'card[exp_month]': EXPIRY.month,
      'card[exp_year]': EXPIRY.year,
      'card[cvc]': EXPIRY.code,
    }).toString(),
  })
  return { payment_method: v.parse(stripeAnswer, JSON.parse(text)).id }
}

const gmoAnswer = v.object({ tokenObject: v.object({ token: v.tuple([v.string()]) }) })

export const enterChallengedGmoCard: PaymentData = async ({ origin, providers }) => {
  const { text } = await send({
    method: 'POST',
    url: `${providers}/gmo/token`,
    headers: { origin },
    body: { shopId: SHOP_ID, cardno: CHALLENGED, expire: '4012', securitycode: EXPIRY.code },
  })
  return { token: v.parse(gmoAnswer, JSON.parse(text)).tokenObject.token[0] }
}

const adyenAnswer = v.object({
  encryptedCardNumber: v.string(),
  encryptedExpiryMonth: v.string(),
  encryptedExpiryYear: v.string(),
  encryptedSecurityCode: v.string(),
})

export const enterAdyenCard: PaymentData = async ({ providers }) => {
  const { text } = await send({
    method: 'POST',
    url: `${providers}/adyen/cards`,
    headers: { origin: providers },
    body: { number: PAID, month: EXPIRY.month, year: EXPIRY.year.slice(-2), code: EXPIRY.code },
  })
  const encrypted = v.parse(adyenAnswer, JSON.parse(text))
  return { payment_method: { type: 'scheme', ...encrypted, holderName: 'TARO KIPPU' }, browser_info: BROWSER }
}

/** The browser's properties as Adyen's component reads them. */
const BROWSER = {
  acceptHeader: '*/*',
  colorDepth: 24,
  javaEnabled: false,
  language: 'ja-JP',
  screenHeight: 844,
  screenWidth: 390,
  timeZoneOffset: -540,
  userAgent: 'Mozilla/5.0',
}
