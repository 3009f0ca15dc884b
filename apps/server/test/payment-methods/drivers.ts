import { randomUUID } from 'node:crypto'

import * as v from 'valibot'

import { simulatedPaymentToken } from '../../../simulators/src/core/apple-pay-token.ts'
import { encryptTestCard } from '../../../simulators/src/adyen/encrypt-test-card.ts'
import { testCardNumber } from '../../../simulators/src/core/test-cards.ts'
import { type Act, type CardDesk, type Conduct, CONDUCTS, type MethodDriver } from './method-driver.ts'
import type { VisitorAnswer } from './visit-provider.ts'

const same = (act: Act): VisitorAnswer => act
const authenticates = (act: Act): VisitorAnswer =>
  act === 'pay' || act === 'pay_no_return' ? 'authenticate' : act
const nothing = async (): Promise<object> => ({})

const wallet = {
  takesCard: false,
  leaves: 'always',
  paidWithoutReturn: 'completed',
  tellsCancel: true,
  data: nothing,
  answerOf: same,
} as const satisfies Partial<MethodDriver>

/** Charged only by a request of ours, which needs the fields of the return. */
const card = { takesCard: true, captures: 'later', paidWithoutReturn: 'nothing', tellsCancel: true } as const

const gmo = {
  provider: 'gmo',
  notices: 'unsigned',
  captures: 'later',
  wrongAmountAt: { op: 'execute', nth: 1 },
  endsOpenPage: false,
  lostPart: 'found',
  leftOfPart: 'left',
  reports: { refunds: true, disputes: false },
  answerOf: same,
} as const
const softbank = {
  provider: 'softbank',
  lostPart: 'person',
  leftOfPart: 'cannot be asked',
  reports: { refunds: false, disputes: false },
} as const
const softbankCard = { ...softbank, ...card, leftOfPart: 'less' } as const
const adyen = {
  provider: 'adyen',
  notices: 'signed',
  wrongAmountAt: { op: 'execute', nth: 1 },
  lostPart: 'found',
  leftOfPart: 'left',
  reports: { refunds: true, disputes: true },
  answerOf: same,
} as const
const stripe = {
  ...card,
  provider: 'stripe',
  notices: 'signed',
  wrongAmountAt: { op: 'execute', nth: 1 },
  paidWithoutReturn: 'completed',
  endsOpenPage: true,
  lostPart: 'found',
  leftOfPart: 'left',
  reports: { refunds: true, disputes: true },
  answerOf: authenticates,
  data: stripeCard,
} as const

const CARD_OPS = ['execute', 'capture', 'cancel', 'refund', 'query'] as const

/** All seventeen methods, each paid the way its own browser side pays (R-7.53–69). */
export const DRIVERS: readonly MethodDriver[] = [
  { ...gmo, ...card, method: 'gmo', leaves: 'never', ops: ['register', ...CARD_OPS], data: gmoToken },
  {
    ...gmo,
    ...card,
    method: 'gmo_3ds',
    leaves: 'always',
    // After the authentication.
    wrongAmountAt: { op: 'confirm', nth: 2 },
    endsOpenPage: true,
    ops: ['register', 'confirm', ...CARD_OPS],
    data: gmoToken,
  },
  { ...wallet, ...gmo, method: 'gmo_paypay', ops: ['register', ...CARD_OPS] },
  { ...wallet, ...gmo, method: 'gmo_d_pay', ops: ['register', ...CARD_OPS] },
  {
    ...gmo,
    ...card,
    method: 'gmo_apple_pay',
    leaves: 'never',
    ops: ['register', ...CARD_OPS],
    data: async (_providers, conduct, yen) => ({
      token: simulatedPaymentToken({
        last4: CONDUCTS[conduct],
        amount: yen,
        transaction: randomUUID().replaceAll('-', ''),
      }),
    }),
  },
  {
    ...adyen,
    ...card,
    method: 'adyen_credit',
    leaves: 'challenged',
    endsOpenPage: true,
    ops: ['execute', 'confirm', 'capture', 'cancel', 'refund'],
    answerOf: authenticates,
    data: async ({ url }, conduct) => {
      const { brand: _brand, ...encrypted } = await encryptTestCard(url, CONDUCTS[conduct])
      return { payment_method: { ...encrypted, holderName: 'TARO YAMADA' }, browser_info: BROWSER }
    },
  },
  {
    ...wallet,
    ...adyen,
    method: 'adyen_alipay',
    takesWrongAmount: true,
    captures: 'at_once',
    endsOpenPage: false,
    ops: ['execute', 'confirm', 'cancel', 'refund'],
  },
  {
    ...wallet,
    ...adyen,
    method: 'adyen_we_chat_pay',
    takesWrongAmount: true,
    captures: 'at_once',
    endsOpenPage: false,
    ops: ['execute', 'cancel', 'refund'],
  },
  {
    ...wallet,
    method: 'alipay',
    provider: 'alipay',
    tellsCancel: false,
    notices: 'signed',
    captures: 'at_once',
    wrongAmountAt: { op: 'execute', nth: 1 },
    endsOpenPage: true,
    lostPart: 'found',
    leftOfPart: 'left',
    reports: { refunds: false, disputes: true },
    ops: ['execute', 'cancel', 'refund', 'query'],
  },
  { ...stripe, method: 'stripe', leaves: 'challenged', ops: [...CARD_OPS, 'confirm'] },
  { ...stripe, method: 'stripe_secure', leaves: 'challenged', ops: [...CARD_OPS, 'confirm'] },
  {
    ...softbankCard,
    method: 'softbank_credit',
    leaves: 'never',
    notices: null,
    wrongAmountAt: null,
    endsOpenPage: true,
    ops: ['confirm', ...CARD_OPS],
    answerOf: same,
    data: softbankToken,
  },
  {
    ...softbankCard,
    method: 'softbank_3ds',
    leaves: 'always',
    notices: null,
    wrongAmountAt: null,
    endsOpenPage: true,
    ops: ['register', 'confirm', ...CARD_OPS],
    answerOf: authenticates,
    data: async (providers, conduct) => ({
      ...(await softbankToken(providers, conduct)),
      ...(await softbankHolder(providers)),
    }),
  },
  {
    ...wallet,
    ...softbank,
    method: 'softbank_alipay',
    takesWrongAmount: true,
    captures: 'at_once',
    notices: 'signed',
    wrongAmountAt: { op: 'execute', nth: 1 },
    endsOpenPage: false,
    ops: ['refund'],
  },
  {
    ...wallet,
    ...softbank,
    method: 'softbank_paypay',
    takesWrongAmount: true,
    captures: 'later',
    notices: 'signed',
    wrongAmountAt: { op: 'execute', nth: 1 },
    endsOpenPage: true,
    ops: ['capture', 'cancel', 'refund', 'query'],
  },
  {
    ...wallet,
    method: 'd_pay',
    provider: 'docomo',
    notices: 'signed',
    captures: 'later',
    wrongAmountAt: { op: 'register', nth: 1 },
    endsOpenPage: true,
    lostPart: 'found',
    leftOfPart: 'left',
    reports: { refunds: true, disputes: false },
    ops: ['register', 'capture', 'cancel', 'refund', 'query'],
  },
  {
    method: 'free',
    provider: null,
    takesCard: false,
    leaves: 'never',
    captures: 'at_once',
    notices: null,
    wrongAmountAt: null,
    paidWithoutReturn: 'nothing',
    tellsCancel: true,
    endsOpenPage: true,
    lostPart: 'found',
    leftOfPart: 'left',
    reports: { refunds: false, disputes: false },
    ops: [],
    data: nothing,
    answerOf: same,
  },
]

/** The browser data of Adyen's component. */
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

/** Calls a provider's token service as a page of the store does. */
async function exchange({ url, storeOrigin }: CardDesk, path: string, body: object): Promise<unknown> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: storeOrigin },
    body: JSON.stringify(body),
  })
  return answer.json()
}

const SHOP = v.object({ GMO_SHOP_ID: v.string() })
const MERCHANT = v.object({ SOFTBANK_MERCHANT_ID: v.string(), SOFTBANK_SERVICE_ID: v.string() })
const tokenObject = v.object({ tokenObject: v.object({ token: v.tuple([v.string()]) }) })

async function gmoToken(providers: CardDesk, conduct: Conduct): Promise<object> {
  const { GMO_SHOP_ID: shopId } = v.parse(SHOP, providers.variables)
  const card = { shopId, cardno: testCardNumber(CONDUCTS[conduct]), expire: '4012', securitycode: '123' }
  const { tokenObject: made } = v.parse(tokenObject, await exchange(providers, '/gmo/token', card))
  return { token: made.token[0] }
}

const tokenResponse = v.object({ tokenResponse: v.object({ token: v.string(), tokenKey: v.string() }) })

async function softbankToken(providers: CardDesk, conduct: Conduct): Promise<object> {
  const { SOFTBANK_MERCHANT_ID: merchantId, SOFTBANK_SERVICE_ID: serviceId } = v.parse(
    MERCHANT,
    providers.variables,
  )
  const ccNumber = testCardNumber(CONDUCTS[conduct])
  const card = { merchantId, serviceId, ccNumber, ccExpiration: '204012', securityCode: '123' }
  const { tokenResponse: made } = v.parse(
    tokenResponse,
    await exchange(providers, '/softbank/sbpstoken/token', card),
  )
  return { token: made.token, token_key: made.tokenKey }
}

const holderResponse = v.object({
  tokenResponse: v.object({ tds2infoToken: v.string(), tds2infoTokenKey: v.string() }),
})

async function softbankHolder(providers: CardDesk): Promise<object> {
  const { SOFTBANK_MERCHANT_ID: merchantId, SOFTBANK_SERVICE_ID: serviceId } = v.parse(
    MERCHANT,
    providers.variables,
  )
  const holder = { merchantId, serviceId, billingLastName: 'YAMADA', billingFirstName: 'TARO' }
  const { tokenResponse: made } = v.parse(
    holderResponse,
    await exchange(providers, '/softbank/sbpstoken/tds2info', holder),
  )
  return { tds2_info_token: made.tds2infoToken, tds2_info_token_key: made.tds2infoTokenKey }
}

const paymentMethod = v.object({ id: v.string() })

async function stripeCard({ url }: CardDesk, conduct: Conduct): Promise<object> {
  const answer = await fetch(`${url}/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_tests', origin: url },
    body: new URLSearchParams({
      type: 'card',
      'card[number]': testCardNumber(CONDUCTS[conduct]),
      'card[exp_month]': '12',
      'card[exp_year]': '2040',
      'card[cvc]': '123',
    }),
  })
  return { payment_method: v.parse(paymentMethod, await answer.json()).id }
}
