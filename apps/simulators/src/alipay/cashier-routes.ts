import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import {
  goBack,
  PAYER_PAGE_HEADERS,
  payerPage,
  sendUnknownPayerPage,
  WALLET_ANSWERS,
} from '../core/pages/payer-page.ts'
import type { ProviderParts } from '../core/provider-parts.ts'
import type { AlipayStore } from './alipay-store.ts'
import { asOf, fail, pay } from './payment-life.ts'
import type { Payment } from './records.ts'

const answers = v.object({ answer: v.picklist(['pay', 'cancel', 'fail', 'pay_no_return']) })

/** Alipay's page. A payer who gives up goes back while the payment stays open, and may return to it. */
export function cashierRoutes(
  app: FastifyInstance,
  { store, now }: Pick<ProviderParts, 'now'> & { readonly store: AlipayStore },
): void {
  app.get('/cashier/:token', (request, reply) => {
    const payment = find(request, store, now())
    reply.headers(PAYER_PAGE_HEADERS)
    return payment === undefined ? sendUnknownPayerPage(reply) : reply.send(cashierPage(payment))
  })

  app.post('/cashier/:token', (request, reply) => {
    const payment = find(request, store, now())
    if (payment === undefined) return sendUnknownPayerPage(reply)
    const { answer } = v.parse(answers, request.body)
    // A second press, a reload or a page that has closed meanwhile changes nothing, and the way back is the same.
    if (payment.status === 'PROCESSING') {
      if (answer === 'pay' || answer === 'pay_no_return') store.commit(pay(payment, now()))
      if (answer === 'fail') store.commit(fail(payment))
    }
    return goBack(request, reply, answer === 'pay_no_return' ? null : { url: payment.redirect_url })
  })
}

function find(request: FastifyRequest, store: AlipayStore, now: Date): Payment | undefined {
  const { token } = v.parse(v.object({ token: v.string() }), request.params)
  const payment = [...store.payments.values()].find(one => one.token === token)
  return payment && asOf(payment, now)
}

function cashierPage({ status, description, amount, redirect_url }: Payment): string {
  const isOpen = status === 'PROCESSING'
  return payerPage({
    heading: { en: 'Pay with Alipay', ja: 'Alipay(支付宝)で支払う' },
    intro: {
      en: 'With the real provider, Alipay’s app or page opens here.',
      ja: '実際にはAlipayのアプリまたはページが開きます。',
    },
    shop: description,
    amount,
    answers: isOpen ? WALLET_ANSWERS : [],
    wayBack: isOpen ? undefined : redirect_url,
  })
}
