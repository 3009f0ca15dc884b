import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import type { Notice } from '../core/notice.ts'
import {
  type BilingualText,
  goBack,
  PAYER_PAGE_HEADERS,
  payerMessagePage,
  payerPage,
  sendUnknownPayerPage,
  WALLET_ANSWERS,
} from '../core/pages/payer-page.ts'
import { randomId } from '../core/random-id.ts'
import { underFault } from '../core/under-fault.ts'
import { type FormFields, writeForm } from '../core/windows-31j.ts'
import { checkPurchase } from './check-purchase.ts'
import { newTrackingId, newTransactionId, payByWallet } from './payment-life.ts'
import type { Changes, Payment, Purchase } from './records.ts'
import { resultMessage } from './result-message.ts'
import { paymentOfOrder, type SoftbankParts } from './softbank-store.ts'

const NAMES: Record<Purchase['method'], BilingualText> = {
  paypay: { en: 'PayPay', ja: 'PayPay' },
  alipay: { en: 'Alipay', ja: 'Alipay' },
}
const fieldsSchema = v.record(v.string(), v.string())
const answerSchema = v.object({ answer: v.picklist(['pay', 'fail', 'cancel', 'pay_no_return']) })

/** The page of the link type: it takes the purchase request and lets the visitor pay, fail or leave. */
export function linkRoutes(app: FastifyInstance, parts: SoftbankParts): void {
  app.post('/f01/FepBuyInfoReceive.do', (request, reply) =>
    receive(v.parse(fieldsSchema, request.body), reply, parts),
  )

  app.get('/f01/pay/:page', (request, reply) => {
    const purchase = find(request, parts)
    reply.headers(PAYER_PAGE_HEADERS)
    if (purchase === undefined) return sendUnknownPayerPage(reply)
    return reply.send(purchasePage(purchase))
  })

  app.post('/f01/pay/:page', (request, reply) => {
    const purchase = find(request, parts)
    if (purchase === undefined) return sendUnknownPayerPage(reply)
    const { answer } = v.parse(answerSchema, request.body)
    // A second press, or a second page of the same order, changes nothing, and the way back is the same.
    const after = purchase.state === 'open' ? settle(purchase, answer, parts) : purchase
    const way = { url: backOf(after), fields: resultMessage('screen', after), charset: 'Shift_JIS' }
    return goBack(request, reply, answer === 'pay_no_return' && after.state === 'paid' ? null : way)
  })
}

interface GatewayAnswer {
  readonly status: number
  readonly html?: string
  readonly location?: string
}

async function receive(fields: FormFields, reply: FastifyReply, parts: SoftbankParts): Promise<FastifyReply> {
  return underFault<GatewayAnswer & { readonly lost?: boolean }>({
    ...parts,
    provider: 'softbank',
    op: 'execute',
    reply,
    trouble: () => errorPage(503, '90'),
    refusal: () => errorPage(200, '01'),
    run(amountOf) {
      const checked = checkPurchase(fields, parts.now(), parts.settings.purchase_check)
      if ('problem' in checked) return errorPage(200, checked.problem)
      const { order_id: orderId = '' } = fields
      if (paymentOfOrder(parts.store, orderId) !== undefined) return errorPage(200, '96', fields['error_url'])
      const purchase: Purchase = {
        page: randomId('buy'),
        order_id: orderId,
        method: checked.method,
        amount: amountOf(Number(fields['amount'])),
        fields,
        state: 'open',
        tracking_id: '',
        at: parts.now().toISOString(),
      }
      parts.store.commit({ purchases: [purchase] })
      return { status: 303, location: `${parts.origin()}/softbank/f01/pay/${purchase.page}` }
    },
    send(to, { status, html, location }) {
      to.headers(PAYER_PAGE_HEADERS)
      return location === undefined ? to.code(status).send(html) : to.redirect(location, 303)
    },
  })
}

/** The gateway's own page for an invalid request. */
function errorPage(status: number, type: string, wayBack?: string): GatewayAnswer {
  const intro = {
    en: `The request cannot be taken (type ${type}). Nothing was paid.`,
    ja: `リクエストを受け付けできません(エラー種別 ${type})。お支払いは行われていません。`,
  }
  const heading = { en: 'The payment cannot begin', ja: 'お支払いを開始できません' }
  return { status, html: payerMessagePage({ heading, intro, wayBack }) }
}

/** Commits the money, the answer and the notice in one line, so that no crash separates them. */
function settle(purchase: Purchase, answer: string, { store, now }: SoftbankParts): Purchase {
  const at = now()
  if (answer === 'fail' || answer === 'cancel') {
    const state = answer === 'fail' ? 'failed' : 'cancelled'
    const after: Purchase = { ...purchase, state, at: at.toISOString() }
    // When a visitor leaves, no notice is sent: the store learns it from the browser alone.
    store.commit({ purchases: [after], ...(answer === 'fail' && { outbox: [noticeOf(after)] }) })
    return after
  }
  const other = paymentOfOrder(store, purchase.order_id)
  if (other !== undefined) return { ...purchase, state: 'paid', tracking_id: other.tracking_id }
  const paid: Purchase = { ...purchase, state: 'paid', at: at.toISOString(), tracking_id: newTrackingId() }
  const { changes } = payByWallet(paymentOf(paid), at)
  store.commit(withPurchase(changes, paid))
  return paid
}

function withPurchase(changes: Changes, paid: Purchase): Changes {
  return { ...changes, purchases: [paid], outbox: [noticeOf(paid)] }
}

function paymentOf({ tracking_id, order_id, method, amount }: Purchase): Payment {
  return {
    tracking_id,
    transaction_id: newTransactionId('A01-1'),
    order_id,
    method,
    amount,
    state: 'authorized',
    commit: '0',
    captured: 0,
    refunded: 0,
    last4: '',
    accept_left: 0,
    accepted_amount: 0,
  }
}

/** A02-1, for the address that the request named. It is accepted when the store's answer begins with `OK,`. */
function noticeOf(purchase: Purchase): Notice {
  return {
    id: randomId('result'),
    provider: 'softbank',
    url: purchase.fields['pagecon_url'] ?? '',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: writeForm(resultMessage('notice', purchase)).toString('base64'),
    accepts: { startsWith: 'OK,' },
  }
}

function backOf({ state, fields }: Purchase): string {
  const name = state === 'paid' ? 'success_url' : state === 'cancelled' ? 'cancel_url' : 'error_url'
  return fields[name] ?? ''
}

function purchasePage(purchase: Purchase): string {
  const { method, state, amount, fields } = purchase
  return payerPage({
    heading: { en: `Pay with ${NAMES[method].en}`, ja: `${NAMES[method].ja}でお支払い` },
    intro: {
      en: 'The page of SB Payment Service and the wallet would be here.',
      ja: 'SBペイメントサービスとウォレットの画面に代わるページです。',
    },
    shop: fields['item_name'] ?? '',
    amount,
    rows: [{ en: 'Order', ja: '購入ID', value: purchase.order_id }],
    answers: state === 'open' ? WALLET_ANSWERS : [],
    wayBack: backOf(purchase),
  })
}

function find(request: FastifyRequest, { store }: SoftbankParts): Purchase | undefined {
  const { page } = v.parse(v.object({ page: v.string() }), request.params)
  return store.purchases.get(page)
}
