import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { CHALLENGE, PAYER_PAGE_HEADERS, payerPage, sendUnknownPayerPage } from '../core/pages/payer-page.ts'
import { answerChallenge } from './intent-life.ts'
import type { Challenge, Intent, PaymentMethod } from './records.ts'
import type { StripeStore } from './stripe-store.ts'

/** The bank's page (ACS) of 3-D Secure: a plain form, one answer, and the way back to the store. */
export function challengeRoutes(
  app: FastifyInstance,
  {
    store,
    origin,
    now,
  }: { readonly store: StripeStore; readonly origin: () => string; readonly now: () => Date },
): void {
  app.get('/acs/:token', (request, reply) => {
    const found = find(request, store)
    reply.headers(PAYER_PAGE_HEADERS)
    if (found === undefined) return sendUnknownPayerPage(reply)
    const { challenge, intent } = found
    const method = store.paymentMethods.get(intent.payment_method ?? '')
    const open = challenge.outcome === null && intent.challenge === challenge.token
    return reply.send(
      challengePage({ intent, method, wayBack: open ? undefined : wayBack(challenge, intent) }),
    )
  })

  app.post('/acs/:token', (request, reply) => {
    const found = find(request, store)
    if (found === undefined) return sendUnknownPayerPage(reply)
    const { challenge, intent } = found
    // A second press, a reload or an intent that was cancelled meanwhile changes nothing, and the way back is the same.
    if (challenge.outcome !== null || intent.challenge !== challenge.token)
      return redirect(reply, wayBack(challenge, intent))
    const { answer } = v.parse(
      v.object({ answer: v.picklist(['authenticate', 'fail', 'cancel']) }),
      request.body,
    )
    const method = store.paymentMethods.get(intent.payment_method ?? '')
    const passed = answer === 'authenticate'
    const after = answerChallenge(intent, challenge, { method, now: now(), origin: origin(), passed })
    store.commit(after.changes)
    return redirect(reply, wayBack({ ...challenge, outcome: passed ? 'passed' : 'failed' }, after.intent))
  })
}

function find(
  request: FastifyRequest,
  store: StripeStore,
): { readonly challenge: Challenge; readonly intent: Intent } | undefined {
  const { token } = v.parse(v.object({ token: v.string() }), request.params)
  const challenge = store.challenges.get(token)
  const intent = store.intents.get(challenge?.intent ?? '')
  return challenge === undefined || intent === undefined ? undefined : { challenge, intent }
}

/** The return address with the three fields Stripe adds. `redirect_status` is a hint, never a proof. */
function wayBack(challenge: Challenge, intent: Intent): string {
  const url = new URL(challenge.return_url)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret)
  url.searchParams.set('redirect_status', challenge.outcome === 'passed' ? 'succeeded' : 'failed')
  return url.href
}

function redirect(reply: FastifyReply, url: string): FastifyReply {
  return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(url, 303)
}

interface ChallengePage {
  readonly intent: Intent
  readonly method: PaymentMethod | undefined
  /** Set when the question is already answered: the page then offers nothing else. */
  readonly wayBack: string | undefined
}

function challengePage({ intent, method, wayBack: back }: ChallengePage): string {
  return payerPage({
    ...CHALLENGE,
    shop: intent.description ?? 'Kippu',
    amount: intent.amount,
    rows: [{ en: 'Card', ja: 'カード', value: maskedCard(method) }],
    answers: back === undefined ? CHALLENGE.answers : [],
    wayBack: back,
  })
}

function maskedCard(method: PaymentMethod | undefined): string {
  return method === undefined ? '—' : `${method.brand.toUpperCase()} •••• ${method.last4}`
}
