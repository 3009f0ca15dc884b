import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { CHALLENGE, PAYER_PAGE_HEADERS, payerPage, sendUnknownPayerPage } from '../core/pages/payer-page.ts'
import { conductOf } from '../core/test-cards.ts'
import type { Authentication } from './records.ts'
import type { SoftbankParts } from './softbank-store.ts'

const answerSchema = v.object({ answer: v.picklist(['authenticate', 'pay', 'fail', 'cancel']) })

/** The issuer's page. Every card passes through it, most of them without a question. */
export function acsRoutes(app: FastifyInstance, { store }: SoftbankParts): void {
  const find = (request: FastifyRequest) => {
    const { page } = v.parse(v.object({ page: v.string() }), request.params)
    return [...store.authentications.values()].find(one => one.page === page)
  }

  app.get('/acs/:page', (request, reply) => {
    const found = find(request)
    if (found === undefined) return sendUnknownPayerPage(reply)
    if (found.state === 'open' && !isChallenged(found)) return back(reply, end(found, 'passed'))
    return reply.headers(PAYER_PAGE_HEADERS).send(challengePage(found))
  })

  app.post('/acs/:page', (request, reply) => {
    const found = find(request)
    if (found === undefined) return sendUnknownPayerPage(reply)
    const { answer } = v.parse(answerSchema, request.body)
    if (found.state !== 'open') return back(reply, found)
    return back(reply, end(found, answer === 'authenticate' || answer === 'pay' ? 'passed' : 'failed'))
  })

  function end(open: Authentication, state: 'passed' | 'failed'): Authentication {
    const after: Authentication = { ...open, state }
    store.commit({ authentications: [after] })
    return after
  }
}

function isChallenged({ last4 }: Authentication): boolean {
  const conduct = conductOf(last4)
  return conduct === 'challenge' || conduct === 'challenge_declined'
}

/** Sends the browser back. It is not known which parameters the real gateway adds, so this one adds none. */
function back(reply: FastifyReply, { state, ok_url, ng_url }: Authentication): FastifyReply {
  return reply.headers(PAYER_PAGE_HEADERS).redirect(state === 'failed' ? ng_url : ok_url, 303)
}

function challengePage({ amount, last4, state, ok_url, ng_url }: Authentication): string {
  return payerPage({
    ...CHALLENGE,
    shop: 'SB Payment Service',
    amount,
    rows: [{ en: 'Card', ja: 'カード', value: `•••• ${last4}` }],
    answers: state === 'open' ? CHALLENGE.answers : [],
    wayBack: state === 'failed' ? ng_url : ok_url,
  })
}
