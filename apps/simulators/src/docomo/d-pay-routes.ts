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
import { randomId } from '../core/random-id.ts'
import type { DocomoStore } from './docomo-store.ts'
import { asOf, authorize, fail } from './order-life.ts'
import type { Order } from './records.ts'

const form = v.object({
  s_terkn: v.literal('SIMULATEDTERMINAL'),
  s_spcd: v.literal('SIMULATEDSHOP'),
  s_cptok: v.string(),
})

const answers = v.object({ answer: v.picklist(['pay', 'cancel', 'fail', 'pay_no_return']) })
type Answer = v.InferOutput<typeof answers>['answer']

export interface DPayParts extends Pick<ProviderParts, 'now' | 'origin'> {
  readonly store: DocomoStore
}

/** d払い: takes the form of the store's page, once for each token, and shows the page on which to pay. */
export function dPayRoutes(app: FastifyInstance, parts: DPayParts): void {
  const { store, now, origin } = parts

  app.post('/d-pay', (request, reply) => {
    reply.headers(PAYER_PAGE_HEADERS)
    const { s_cptok: token } = v.parse(form, request.body)
    const order = [...store.orders.values()].find(one => one.tokens.includes(token))
    if (order === undefined) return sendUnknownPayerPage(reply)
    const page = order.page ?? randomId('page')
    store.commit({ orders: [{ ...order, page, tokens: order.tokens.filter(one => one !== token) }] })
    return reply.redirect(`${origin()}/docomo/d-pay/${page}`, 303)
  })

  app.get('/d-pay/:page', (request, reply) => {
    const order = find(request, parts)
    reply.headers(PAYER_PAGE_HEADERS)
    return order === undefined ? sendUnknownPayerPage(reply) : reply.send(walletPage(order))
  })

  app.post('/d-pay/:page', (request, reply) => {
    const order = find(request, parts)
    if (order === undefined) return sendUnknownPayerPage(reply)
    const { answer } = v.parse(answers, request.body)
    // A second press, a reload or an order that was cancelled meanwhile changes nothing.
    if (order.state === 'open') {
      if (answer === 'pay' || answer === 'pay_no_return') store.commit(authorize(order, now()))
      if (answer === 'fail') store.commit(fail(order))
    }
    return goBack(request, reply, answer === 'pay_no_return' ? null : { url: wayBack(order, answer) })
  })
}

function find(request: FastifyRequest, { store, now }: DPayParts): Order | undefined {
  const { page } = v.parse(v.object({ page: v.string() }), request.params)
  const order = [...store.orders.values()].find(one => one.page === page)
  return order && asOf(order, now())
}

const ENDS: Record<Answer, string> = {
  pay: 'success',
  pay_no_return: 'success',
  cancel: 'cancel',
  fail: 'failure',
}

function wayBack({ return_url }: Order, answer: Answer): string {
  return `${return_url}/${ENDS[answer]}`
}

function walletPage(order: Order): string {
  const isOpen = order.state === 'open'
  return payerPage({
    heading: { en: 'Pay with d払い', ja: 'd払いで支払う' },
    intro: {
      en: 'With the real provider, docomo’s page opens here after the login.',
      ja: '実際にはログイン後にドコモの画面が開きます。',
    },
    shop: order.description,
    amount: order.amount,
    answers: isOpen ? WALLET_ANSWERS : [],
    wayBack: isOpen ? undefined : wayBack(order, 'pay'),
  })
}
