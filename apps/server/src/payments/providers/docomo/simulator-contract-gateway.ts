import { createHmac, timingSafeEqual } from 'node:crypto'

import * as v from 'valibot'

import { attemptIdOf } from '../../port/order-ref.ts'
import type {
  AttemptRef,
  Notification,
  OperationOutcome,
  ProviderEvent,
  RawNotification,
} from '../../port/port.ts'
import { ASKING_TIMEOUT_MS, askProvider, AUTHORISING_TIMEOUT_MS } from '../../port/provider-http.ts'
import type { DocomoAccount } from './docomo-account.ts'
import { docomoErrorOf } from './docomo-errors.ts'
import type { DocomoPaymentGateway, GatewayAnswer, IssuedToken } from './docomo-payment-gateway.ts'

/**
 * A contract of our own, spoken only by our simulator, in place of docomo's, which is not public: JSON over HTTP with a
 * shared key. It proves that everything around the gateway works, and nothing about docomo.
 */

const issuedAnswer = v.object({
  s_terkn: v.string(),
  s_spcd: v.string(),
  s_cptok: v.string(),
  request_url: v.string(),
})

const order = v.object({
  order_ref: v.string(),
  state: v.picklist(['open', 'authorized', 'captured', 'voided', 'failed', 'expired']),
  amount: v.number(),
  /** Yen that went back, by the store or elsewhere. */
  refunded: v.number(),
  code: v.nullable(v.string()),
})
type Order = v.InferOutput<typeof order>

const refusal = v.object({ error: v.string() })

const notice = v.object({
  notice_id: v.string(),
  order_ref: v.string(),
  state: order.entries.state,
  refunded: v.number(),
})

type Call = 'issue-token' | 'query' | 'capture' | 'cancel' | 'refund'

type Reply<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'unknown'; readonly reason: string }

type SendCall = <Answer>(
  call: Call,
  body: object,
  schema: v.GenericSchema<unknown, Answer>,
) => Promise<Reply<Answer>>

/** @param account the simulator's address, and the key that both sides know. */
export function createSimulatorContractGateway({ url, key }: DocomoAccount['gateway']): DocomoPaymentGateway {
  const ask = askWith({ url, key })
  return {
    isTest: true,
    issueToken: async (attempt, { returnUrl, notifyUrl, expiresAt }): Promise<IssuedToken> => {
      const request = {
        order_ref: attempt.providerOrderRef,
        amount: attempt.amount.minor,
        description: attempt.refs['merchant'] ?? 'Tickets',
        return_url: returnUrl,
        notify_url: notifyUrl,
        expires_at: expiresAt,
      }
      const reply = await ask('issue-token', request, issuedAnswer)
      if (reply.kind !== 'answered') return reply
      const { s_terkn, s_spcd, s_cptok, request_url } = reply.answer
      return {
        kind: 'issued',
        terminalKey: s_terkn,
        serviceCode: s_spcd,
        couponToken: s_cptok,
        requestUrl: request_url,
      }
    },
    query: async attempt => readOrder(await ask('query', refOf(attempt), order), attempt),
    capture: async attempt =>
      operationOf(await ask('capture', { ...refOf(attempt), amount: attempt.amount.minor }, order), {
        attempt,
        wanted: 'captured',
      }),
    cancel: async attempt =>
      operationOf(await ask('cancel', refOf(attempt), order), { attempt, wanted: 'voided' }),
    refund: async (attempt, { key: refundKey, amount }) =>
      refundOf(
        await ask('refund', { ...refOf(attempt), key: refundKey, amount: amount.minor }, order),
        attempt,
      ),
    readNotice: raw => readNotice(raw, key),
  }
}

function askWith({ url, key }: Pick<DocomoAccount['gateway'], 'url' | 'key'>): SendCall {
  return async (call, body, schema) => {
    const response = await askProvider({
      what: `docomo ${call}`,
      url: `${url}/${call}`,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
      timeoutMs: call === 'capture' ? AUTHORISING_TIMEOUT_MS : ASKING_TIMEOUT_MS,
    })
    if (response.kind === 'not_sent') return { kind: 'refused', code: 'not_reached' }
    if (response.kind === 'lost') return { kind: 'unknown', reason: response.reason }
    const { status } = response
    const json = v.pipe(v.string(), v.parseJson())
    const text = response.body.toString('utf8')
    if (status === 200) {
      const read = v.safeParse(v.pipe(json, schema), text)
      if (read.success) return { kind: 'answered', answer: read.output }
    } else if (status < 500) {
      const read = v.safeParse(v.pipe(json, refusal), text)
      if (read.success) return { kind: 'refused', code: read.output.error }
    }
    return { kind: 'unknown', reason: `docomo ${call}: ${status}` }
  }
}

function refOf({ providerOrderRef }: AttemptRef): { readonly order_ref: string } {
  return { order_ref: providerOrderRef }
}

function readOrder(reply: Reply<Order>, attempt: AttemptRef): GatewayAnswer {
  if (reply.kind === 'unknown') return reply
  if (reply.kind === 'refused') {
    if (reply.code === 'not_found') return { kind: 'not_found' }
    return { kind: 'unknown', reason: reply.code }
  }
  const { state, amount, refunded, order_ref: ref, code } = reply.answer
  if (ref !== attempt.providerOrderRef) return { kind: 'unknown', reason: 'answer about another order' }
  switch (state) {
    case 'open':
    case 'authorized':
      return { kind: state, amount }
    case 'captured':
      return { kind: state, amount, left: amount - refunded }
    case 'voided':
      return { kind: 'voided' }
    case 'failed':
      return { kind: 'failed', code: code ?? 'declined' }
    case 'expired':
      return { kind: 'failed', code: 'expired' }
  }
}

interface ExpectedOrder {
  readonly attempt: AttemptRef
  readonly wanted: 'captured' | 'voided'
}

/** Done when the order is in the expected state; otherwise the state that the gateway reports. */
function operationOf(reply: Reply<Order>, { attempt, wanted }: ExpectedOrder): OperationOutcome {
  if (reply.kind === 'refused') return { kind: 'failed', error: docomoErrorOf(reply.code) }
  const found = readOrder(reply, attempt)
  switch (found.kind) {
    case 'captured':
      if (found.amount !== attempt.amount.minor)
        return { kind: 'unknown', reason: `captured ${found.amount}` }
      return wanted === 'captured' ? { kind: 'done' } : { kind: 'already', state: 'captured' }
    case 'voided':
      return wanted === 'voided' ? { kind: 'done' } : { kind: 'already', state: 'voided' }
    case 'failed':
      return wanted === 'voided' ? { kind: 'done' } : { kind: 'failed', error: docomoErrorOf(found.code) }
    case 'unknown':
      return { kind: 'unknown', reason: found.reason }
    case 'not_found':
    case 'open':
    case 'authorized':
      return { kind: 'unknown', reason: `${wanted} is wanted, it is ${found.kind}` }
  }
}

function refundOf(reply: Reply<Order>, attempt: AttemptRef): OperationOutcome {
  switch (reply.kind) {
    case 'unknown':
      return { kind: 'unknown', reason: reply.reason }
    case 'refused':
      return { kind: 'failed', error: docomoErrorOf(reply.code) }
    case 'answered':
      return reply.answer.order_ref === attempt.providerOrderRef
        ? { kind: 'done' }
        : { kind: 'unknown', reason: 'answer about another order' }
  }
}

/** Signed with the shared key over the bytes; still only a hint. */
function readNotice({ header, body }: RawNotification, key: string): Notification | undefined {
  const given = Buffer.from(header('x-signature') ?? '', 'hex')
  const made = createHmac('sha256', key).update(body).digest()
  if (given.length !== made.length || !timingSafeEqual(given, made)) return undefined
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), notice), body.toString('utf8'))
  const reply = (status: number) => ({
    status,
    contentType: 'text/plain',
    body: status === 200 ? 'OK' : 'NG',
  })
  return { events: parsed.success ? [eventOf(parsed.output)] : [], stored: reply(200), failed: reply(500) }
}

function eventOf({ notice_id, order_ref, state, refunded }: v.InferOutput<typeof notice>): ProviderEvent {
  return {
    dedupeKey: notice_id,
    attemptId: attemptIdOf(order_ref),
    refs: {},
    hint: refunded > 0 ? 'settled' : state === 'open' ? 'other' : state === 'expired' ? 'failed' : state,
    payload: { notice_id, state },
  }
}
