import { randomBytes, randomUUID } from 'node:crypto'

import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import {
  goBack,
  PAYER_PAGE_HEADERS,
  type PayerAnswer,
  payerPage,
  sendUnknownPayerPage,
  type WayBack,
} from '../core/pages/payer-page.ts'
import { formSchema } from './api-routes.ts'
import type { GmoParts } from './gmo-store.ts'
import type { ThreeDSecure, Trade } from './records.ts'
import { challengeUrl, firstResult } from './three-d-secure.ts'
import { totalOf } from './trade-life.ts'

const ANSWERS: readonly PayerAnswer[] = [
  { answer: 'pay', en: 'Authenticate', ja: '認証する' },
  { answer: 'fail', en: 'Fail', ja: '認証に失敗' },
  { answer: 'cancel', en: 'Cancel', ja: 'キャンセル' },
  { answer: 'pay_no_return', en: 'Authenticate, never come back', ja: '認証後に戻らない' },
]
const querySchema = v.object({ transId: v.string(), t: v.string() })
const answerSchema = v.object({ answer: v.picklist(['pay', 'fail', 'cancel', 'pay_no_return']) })

interface AuthenticatedTrade {
  readonly trade: Trade
  readonly tds: ThreeDSecure
}

/** 3-D Secure 2 in the browser: the first page, which a person hardly notices, and the issuer's question. */
export function acsRoutes(app: FastifyInstance, parts: GmoParts): void {
  const { store, settings, origin } = parts

  app.get('/api/v2/brw/callback', (request, reply) => {
    const found = find(request, parts)
    if (found === undefined) return sendUnknownPayerPage(reply)
    const { trade, tds } = found
    if (tds.shape === 'two_phase') {
      // When the page is opened again, it brings the same parameter.
      const known = { ...tds, param: tds.param ?? randomBytes(48).toString('base64url') }
      store.commit({ trades: [{ ...trade, three_d_secure: known }] })
      return goBack(request, reply, firstReturn(trade, known))
    }
    const result = tds.result ?? firstResult(trade, settings)
    store.commit({ trades: [{ ...trade, three_d_secure: { ...tds, result } }] })
    return result === 'C'
      ? reply.redirect(challengeUrl(origin(), tds), 303)
      : goBack(request, reply, lastReturn(trade, tds))
  })

  app.get('/api/v2/acs/challenge', (request, reply) => {
    const found = find(request, parts)
    if (found === undefined) return sendUnknownPayerPage(reply)
    const { trade, tds } = found
    const isOpen = tds.result === 'C' && trade.status === 'AUTHENTICATED'
    return reply
      .headers(PAYER_PAGE_HEADERS)
      .send(challengePage(trade, isOpen ? undefined : linkBack(trade, tds)))
  })

  app.post('/api/v2/acs/challenge', (request, reply) => {
    const found = find(request, parts)
    if (found === undefined) return sendUnknownPayerPage(reply)
    const { trade, tds } = found
    const { answer } = v.parse(answerSchema, v.parse(formSchema, request.body))
    // A second press changes nothing.
    if (tds.result === 'C' && trade.status === 'AUTHENTICATED') {
      const passed = answer === 'pay' || answer === 'pay_no_return'
      const after: ThreeDSecure = { ...tds, result: passed ? 'Y' : 'N', cancelled: answer === 'cancel' }
      store.commit({ trades: [{ ...trade, three_d_secure: after }] })
    }
    return goBack(request, reply, answer === 'pay_no_return' ? null : lastReturn(trade, tds))
  })
}

function challengePage(trade: Trade, wayBack: string | undefined): string {
  return payerPage({
    heading: { en: 'Confirm your payment', ja: '本人認証' },
    intro: {
      en: "Your card's bank would ask you here (3-D Secure 2).",
      ja: 'カード会社の認証画面(3Dセキュア2.0)に代わるページです。',
    },
    shop: trade.tenant === '' ? 'Kippu' : trade.tenant,
    amount: totalOf(trade),
    rows: [{ en: 'Card', ja: 'カード', value: `•••• ${trade.last4}` }],
    answers: wayBack === undefined ? ANSWERS : [],
    wayBack,
  })
}

function find(request: FastifyRequest, { store }: GmoParts): AuthenticatedTrade | undefined {
  const query = v.safeParse(querySchema, request.query)
  if (!query.success) return undefined
  const { transId, t } = query.output
  for (const trade of store.trades.values()) {
    const tds = trade.three_d_secure
    if (tds !== null && tds.trans_id === transId && tds.t === t) return { trade, tds }
  }
  return undefined
}

/** The way back after the first phase, in which the issuer may look at the browser. */
function firstReturn(trade: Trade, tds: ThreeDSecure): WayBack {
  return wayBack(trade, tds, { event: '3DSMethodFinished', param: tds.param ?? '' })
}

/** The way back after the question, or without one. */
function lastReturn(trade: Trade, tds: ThreeDSecure): WayBack {
  if (tds.shape === 'two_phase') return wayBack(trade, tds, { event: 'AuthResultReady', param: '' })
  const fields = { AccessID: trade.access_id }
  return tds.callback_type === '1'
    ? { url: tds.ret_url, fields: Object.entries(fields) }
    : { url: withQuery(tds.ret_url, fields) }
}

function wayBack(trade: Trade, tds: ThreeDSecure, more: Record<string, string>): WayBack {
  const url = withQuery(tds.ret_url, { MD: trade.access_id })
  const fields = { requestorTransId: randomUUID().replaceAll('-', ''), ...more }
  return tds.callback_type === '1' ? { url, fields: Object.entries(fields) } : { url: withQuery(url, fields) }
}

/** The way back for a link: its fields are in the address, whatever the callback type. */
function linkBack(trade: Trade, tds: ThreeDSecure): string | undefined {
  return lastReturn(trade, { ...tds, callback_type: '3' })?.url
}

function withQuery(address: string, fields: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}
