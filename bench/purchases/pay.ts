import { SHOP_ID } from '@kippu/simulators/gmo/account'
import { testCardNumber } from '@kippu/simulators/core/test-cards'
import * as v from 'valibot'

import { send } from './http-client.ts'
import type { Stack } from './stack.ts'

/**
 * The measured payment methods: no payment, a wallet with a page of its own, a card with an additional call, and a
 * card.
 */
export const METHODS = ['free', 'alipay', 'gmo', 'stripe'] as const
export type Method = (typeof METHODS)[number]

type Places = Pick<Stack, 'origin' | 'providers'>

/**
 * The data that the browser sends to checkout beside the method: the result that the provider's script made of a card.
 */
export async function checkoutData(places: Places, method: Method): Promise<object> {
  switch (method) {
    case 'stripe':
      return { payment_method: await stripeCard(places) }
    case 'gmo':
      return { token: await gmoToken(places) }
    case 'alipay':
    case 'free':
      return {}
  }
}

const PAID = testCardNumber('1112')

async function stripeCard({ providers }: Places): Promise<string> {
  const { text } = await send({
    method: 'POST',
    url: `${providers}/v1/payment_methods`,
    headers: { origin: providers, authorization: 'Bearer pk_simulated' },
    body: new URLSearchParams({
      type: 'card',
      'card[number]': PAID,
      'card[exp_month]': '12',
      'card[exp_year]': '2040',
      'card[cvc]': '123',
    }),
  })
  return v.parse(v.object({ id: v.string() }), JSON.parse(text)).id
}

const gmoTokens = v.object({ tokenObject: v.object({ token: v.tuple([v.string()]) }) })

async function gmoToken({ origin, providers }: Places): Promise<string> {
  const { text } = await send({
    method: 'POST',
    url: `${providers}/gmo/token`,
    headers: { origin },
    body: { shopId: SHOP_ID, cardno: PAID, expire: '4012', securitycode: '123' },
  })
  return v.parse(gmoTokens, JSON.parse(text)).tokenObject.token[0]
}

/** The payer opens the wallet's page, presses "pay", and is redirected to an address of the store. */
export async function payAtWallet(page: string): Promise<string> {
  await send({ method: 'GET', url: page })
  const { location } = await send({ method: 'POST', url: page, body: new URLSearchParams({ answer: 'pay' }) })
  if (location === undefined) throw new Error('the wallet did not send its payer back')
  return location
}
