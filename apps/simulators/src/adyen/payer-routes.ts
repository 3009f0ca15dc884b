import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import {
  type BilingualText,
  CHALLENGE,
  goBack,
  PAYER_PAGE_HEADERS,
  payerMessagePage,
  payerPage,
  sendUnknownPayerPage,
  WALLET_ANSWERS,
} from '../core/pages/payer-page.ts'
import type { ProviderParts } from '../core/provider-parts.ts'
import type { AdyenStore } from './adyen-store.ts'
import { authorise, CANCELLED, closeOffer, type PaymentStep, refuse, REFUSED } from './payment-life.ts'
import { randomLetters } from './psp-reference.ts'
import type { Changes, Payment } from './records.ts'

interface PayerParts extends Pick<ProviderParts, 'now'> {
  readonly store: AdyenStore
}

const answers = v.object({ answer: v.picklist(['authenticate', 'pay', 'cancel', 'fail', 'pay_no_return']) })

/** The pages on which people pay: the bank's page of 3-D Secure, Alipay's page, and the page behind a WeChat code. */
export function payerRoutes(app: FastifyInstance, parts: PayerParts): void {
  for (const way of ['threeds', 'alipay', 'wechat'] as const) {
    app.get(`/${way}/:page`, (request, reply) => {
      const payment = find(request, parts)
      reply.headers(PAYER_PAGE_HEADERS)
      if (payment === undefined) return sendUnknownPayerPage(reply)
      return reply.send(isOver(payment) ? overPage(payment) : pageOf(payment))
    })

    app.post(`/${way}/:page`, (request, reply) => {
      const payment = find(request, parts)
      if (payment === undefined) return sendUnknownPayerPage(reply)
      return answer({ request, reply, payment, parts })
    })
  }
}

interface PageAnswer {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly payment: Payment
  readonly parts: PayerParts
}

function answer({ request, reply, payment, parts: { store, now } }: PageAnswer): FastifyReply {
  const isCard = payment.type === 'scheme'
  const { answer: given } = v.parse(answers, request.body)
  // A second press, a reload or an expired offer changes nothing, and the way back is the same.
  if (isOver(payment)) return goBack(request, reply, wayBack(payment))
  const redirectResult = payment.type === 'wechatpayQR' ? null : newRedirectResult()
  const returning = { ...payment, redirectResult }
  const { payment: after, changes } = isCard ? authenticate(returning, given) : pay(returning, given, now())
  store.commit(changes)
  if (given === 'pay_no_return') return goBack(request, reply, null)
  if (redirectResult === null) return reply.headers(PAYER_PAGE_HEADERS).send(overPage(after))
  return goBack(request, reply, wayBack(after))
}

/** Records the card holder's answer. Nothing is charged before the store submits what the browser brings back. */
function authenticate(payment: Payment, given: string): PaymentStep {
  const authentication = given === 'fail' ? 'failed' : given === 'cancel' ? 'cancelled' : 'passed'
  const after: Payment = { ...payment, authentication }
  const changes: Partial<Changes> = { payments: [after] }
  return { payment: after, changes }
}

function pay(payment: Payment, given: string, now: Date): PaymentStep {
  if (given === 'cancel') return refuse(payment, CANCELLED, now)
  return given === 'fail' ? refuse(payment, REFUSED, now) : authorise(payment, now)
}

/**
 * The value that the return address gets: long, opaque and encoded once. A part of it looks encoded, so that a store
 * that decodes it twice spoils it.
 */
function newRedirectResult(): string {
  return `X6XtfGC3!Y+/${randomLetters(2200)}%2F${randomLetters(64)}==`
}

function find(request: FastifyRequest, { store, now }: PayerParts): Payment | undefined {
  const { page } = v.parse(v.object({ page: v.string() }), request.params)
  const payment = [...store.payments.values()].find(one => one.page === page)
  return payment === undefined ? undefined : closeIfLate(payment, store, now())
}

/** Closes the offer if it has expired. */
function closeIfLate(payment: Payment, store: AdyenStore, now: Date): Payment {
  const { status, validUntil } = payment
  if (status !== 'open' || validUntil === null || Date.parse(validUntil) > now.getTime()) return payment
  const { payment: closed, changes } = closeOffer(payment, now)
  store.commit(changes)
  return closed
}

/** Closes all expired offers. */
export function closeLateOffers({ store, now }: PayerParts): void {
  for (const payment of store.payments.values()) closeIfLate(payment, store, now())
}

function isOver({ status, authentication }: Payment): boolean {
  return status !== 'open' || authentication !== null
}

function wayBack({ returnUrl, redirectResult }: Payment): { readonly url: string } {
  const url = new URL(returnUrl)
  if (redirectResult !== null) url.searchParams.set('redirectResult', redirectResult)
  return { url: url.href }
}

const WORDS: Record<Payment['type'], { heading: BilingualText; intro: BilingualText }> = {
  scheme: CHALLENGE,
  alipay: {
    heading: { en: 'Pay with Alipay', ja: 'Alipayで支払う' },
    intro: { en: 'Alipay would open here.', ja: 'Alipayの画面に代わるページです。' },
  },
  wechatpayQR: {
    heading: { en: 'Pay with WeChat Pay', ja: 'WeChat Payで支払う' },
    intro: {
      en: 'The app of the phone that scanned the code would open here.',
      ja: 'コードを読み取ったスマートフォンのアプリに代わるページです。',
    },
  },
}

function pageOf(payment: Payment): string {
  const { type, amount, variant, last4 } = payment
  const rows =
    last4 === null ? [] : [{ en: 'Card', ja: 'カード', value: `${variant.toUpperCase()} •••• ${last4}` }]
  // The phone does not lead back to the store: the store's page continues on its own.
  const walletAnswers = WALLET_ANSWERS.filter(one => type === 'alipay' || one.answer !== 'pay_no_return')
  return payerPage({
    heading: WORDS[type].heading,
    intro: WORDS[type].intro,
    shop: 'Kippu',
    amount,
    rows,
    answers: type === 'scheme' ? CHALLENGE.answers : walletAnswers,
  })
}

const OVER = {
  paid: {
    heading: { en: 'Paid', ja: 'お支払い済み' },
    intro: {
      en: 'Go back to the page of the store.',
      ja: 'ストアの画面にお戻りください。',
    },
  },
  notPaid: {
    heading: { en: 'Not paid', ja: 'お支払いは完了していません' },
    intro: {
      en: 'This payment is over. Go back to the page of the store.',
      ja: 'この手続きは終了しました。ストアの画面にお戻りください。',
    },
  },
} as const

function overPage(payment: Payment): string {
  const isPaid = payment.status === 'captured' || payment.status === 'authorised'
  return payerMessagePage({
    ...(isPaid ? OVER.paid : OVER.notPaid),
    wayBack: payment.redirectResult === null ? undefined : wayBack(payment).url,
  })
}
