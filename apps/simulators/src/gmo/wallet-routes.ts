import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { writeTime } from '../core/japanese-time.ts'
import {
  type BilingualText,
  goBack,
  PAYER_PAGE_HEADERS,
  payerMessagePage,
  payerPage,
  sendUnknownPayerPage,
  WALLET_ANSWERS,
  type WayBack,
} from '../core/pages/payer-page.ts'
import { CODES } from './answer.ts'
import { formSchema } from './api-routes.ts'
import { type GmoParts, tradeOfAccess } from './gmo-store.ts'
import { checkString } from './present-trade.ts'
import type { Trade, Wallet } from './records.ts'
import { authorize, failWallet, totalOf, type TradeStep } from './trade-life.ts'
import { asOf, START_NAMES, type WalletKind } from './wallet.ts'

const NAMES: Record<WalletKind, BilingualText> = {
  paypay: { en: 'PayPay', ja: 'PayPay' },
  docomo: { en: 'd payment', ja: 'd払い' },
}
const answerSchema = v.object({ answer: v.picklist(['pay', 'fail', 'cancel', 'pay_no_return']) })

interface WalletTrade {
  readonly trade: Trade
  readonly wallet: Wallet
  readonly kind: WalletKind
}

/** The start pages, to which the store's form leads, and the wallets' pages behind them. */
export function walletRoutes(app: FastifyInstance, parts: GmoParts): void {
  for (const kind of ['paypay', 'docomo'] as const) {
    app.post(`/payment/${START_NAMES[kind]}`, (request, reply) => start(kind, { request, reply, parts }))
  }

  app.get('/wallet/:access', (request, reply) => {
    const found = find(request, parts)
    if (found === undefined) return sendUnknownPayerPage(reply)
    reply.headers(PAYER_PAGE_HEADERS)
    return reply.send(found.trade.status === 'EXPIRED' ? expiredPage(found) : walletPage(found))
  })

  app.post('/wallet/:access', (request, reply) => {
    const found = find(request, parts)
    if (found === undefined) return sendUnknownPayerPage(reply)
    const { answer } = v.parse(answerSchema, v.parse(formSchema, request.body))
    if (found.trade.status === 'EXPIRED') return reply.headers(PAYER_PAGE_HEADERS).send(expiredPage(found))
    const { trade } = isOpen(found.trade) ? settle(found, answer, parts) : found
    return goBack(request, reply, answer === 'pay_no_return' ? null : wayBack({ ...found, trade }))
  })
}

interface StartRequest {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly parts: GmoParts
}

/**
 * Checks that AccessID and Token belong together, and redirects to the wallet's page. That page has an address of its
 * own, so that it can be reloaded.
 */
function start(kind: WalletKind, { request, reply, parts }: StartRequest): FastifyReply {
  const { AccessID = '', Token } = v.parse(formSchema, request.body)
  const trade = tradeOfAccess(parts.store, AccessID)
  if (trade?.pay_type !== kind || trade.wallet === null || trade.wallet.token !== Token)
    return sendUnknownPayerPage(reply)
  if (trade.status === 'REQSUCCESS' && asOf(trade, parts.now()).status !== 'EXPIRED')
    parts.store.commit({ trades: [{ ...trade, status: 'AUTHPROCESS' }] })
  return reply.headers(PAYER_PAGE_HEADERS).redirect(`${parts.origin()}/gmo/wallet/${trade.access_id}`, 303)
}

function settle({ trade, kind }: WalletTrade, answer: string, { store, now }: GmoParts): TradeStep {
  const step = { now: now(), amountOf: (asked: number) => asked }
  const paid = answer === 'pay' || answer === 'pay_no_return'
  const reason = answer === 'cancel' ? CODES.docomoCancelled : CODES.docomoFailed
  const after = paid
    ? authorize(trade, step)
    : failWallet(trade, { ...step, errInfo: kind === 'docomo' ? reason : '' })
  store.commit(after.changes)
  return after
}

/** The way back: PayPay adds nothing to the address, docomo posts its fields. */
function wayBack({ trade, wallet, kind }: WalletTrade): WayBack {
  if (kind === 'paypay') return { url: wallet.ret_url }
  const error = trade.err_info === '' ? {} : { ErrCode: trade.err_info.slice(0, 3), ErrInfo: trade.err_info }
  const fields = {
    OrderID: trade.order_id,
    Status: trade.status,
    TranDate: writeTime(trade.processed_at),
    DocomoSettlementCode: wallet.settlement,
    CheckString: checkString(trade),
    ...error,
  }
  return { url: wallet.ret_url, fields: Object.entries(fields), charset: 'windows-31j' }
}

function walletPage(found: WalletTrade): string {
  const { trade, wallet, kind } = found
  return payerPage({
    heading: { en: `Pay with ${NAMES[kind].en}`, ja: `${NAMES[kind].ja}でお支払い` },
    intro: {
      en: `The page or app of ${NAMES[kind].en} would be here.`,
      ja: `${NAMES[kind].ja}の画面またはアプリに代わるページです。`,
    },
    shop: wallet.shop_name,
    amount: totalOf(trade),
    answers: isOpen(trade) ? WALLET_ANSWERS : [],
    wayBack: wallet.ret_url,
  })
}

function expiredPage({ wallet }: WalletTrade): string {
  return payerMessagePage({
    heading: { en: 'The time to pay is over', ja: 'お支払いの期限が過ぎました' },
    intro: {
      en: 'Nothing was paid. Go back to the store and start again.',
      ja: 'お支払いは行われていません。ストアに戻り、やり直してください。',
    },
    wayBack: wallet.ret_url,
  })
}

function find(request: FastifyRequest, { store, now }: GmoParts): WalletTrade | undefined {
  const { access } = v.parse(v.object({ access: v.string() }), request.params)
  const known = tradeOfAccess(store, access)
  if (known === undefined || known.wallet === null) return undefined
  const trade = asOf(known, now())
  // An expired trade is stored as soon as it is noticed, so that nothing can reopen it.
  if (trade !== known) store.commit({ trades: [trade] })
  const kind = trade.pay_type === 'paypay' ? 'paypay' : 'docomo'
  return { trade, wallet: known.wallet, kind }
}

function isOpen({ status }: Trade): boolean {
  return status === 'REQSUCCESS' || status === 'AUTHPROCESS'
}
