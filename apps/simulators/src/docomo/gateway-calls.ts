import * as v from 'valibot'

import { randomId } from '../core/random-id.ts'
import type { DocomoStore } from './docomo-store.ts'
import { asOf, cancel, capture, refund } from './order-life.ts'
import type { Changes, Order } from './records.ts'

/** The answer of a call, and the changes it made. */
export interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly changes?: Changes
  readonly lost?: boolean
}

export interface Call {
  readonly store: DocomoStore
  readonly now: Date
  readonly origin: string
  readonly amountOf: (asked: number) => number
}

export function refused(error: string, status = 400): Answer {
  return { status, body: { error } }
}

const ref = v.pipe(v.string(), v.regex(/^[\w-]{1,27}$/))
const yen = v.pipe(v.number(), v.integer(), v.minValue(1))
const address = v.pipe(v.string(), v.url(), v.maxLength(2048))

const issueSchema = v.object({
  order_ref: ref,
  amount: yen,
  description: v.string(),
  return_url: address,
  notify_url: address,
  expires_at: v.pipe(v.string(), v.isoTimestamp()),
})

/** `issue-token`: gives a new token for the same payment at each call. */
export function issueToken(request: unknown, call: Call): Answer {
  const read = v.safeParse(issueSchema, request)
  if (!read.success) return refused('invalid_request')
  const known = call.store.orders.get(read.output.order_ref)
  const order = known === undefined ? newOrder(read.output, call) : asOf(known, call.now)
  if (order.state !== 'open') return refused('not_open')
  if (order.asked !== read.output.amount) return refused('amount_changed')
  const token = randomId('cptok')
  return {
    status: 200,
    body: {
      s_terkn: 'SIMULATEDTERMINAL',
      s_spcd: 'SIMULATEDSHOP',
      s_cptok: token,
      request_url: `${call.origin}/docomo/d-pay`,
    },
    changes: { orders: [{ ...order, tokens: [...order.tokens, token] }] },
  }
}

function newOrder(request: v.InferOutput<typeof issueSchema>, { amountOf }: Call): Order {
  return {
    order_ref: request.order_ref,
    asked: request.amount,
    amount: amountOf(request.amount),
    description: request.description,
    return_url: request.return_url,
    notify_url: request.notify_url,
    expires: request.expires_at,
    state: 'open',
    code: null,
    refunded: 0,
    tokens: [],
    page: null,
  }
}

const whichSchema = v.object({ order_ref: ref })

export function queryOrder(request: unknown, call: Call): Answer {
  const order = find(request, call)
  return order === undefined
    ? refused('not_found', 404)
    : present({ ...order, amount: call.amountOf(order.amount) })
}

export function captureOrder(request: unknown, call: Call): Answer {
  const order = find(request, call)
  if (order === undefined) return refused('not_found', 404)
  if (order.state !== 'authorized') return present(order)
  const changes = capture(order, call.now)
  return { ...present({ ...order, state: 'captured' }), changes }
}

/** `cancel`: also takes a reference that is not known yet, which can then never be opened. */
export function cancelOrder(request: unknown, call: Call): Answer {
  const read = v.safeParse(whichSchema, request)
  if (!read.success) return refused('invalid_request')
  const order = find(request, call) ?? fenceOf(read.output.order_ref, call.now)
  if (order.state !== 'open' && order.state !== 'authorized') return present(order)
  const changes = cancel(order, call.now)
  return { ...present({ ...order, state: 'voided' }), changes }
}

function fenceOf(order_ref: string, now: Date): Order {
  return {
    order_ref,
    asked: 0,
    amount: 0,
    description: '',
    return_url: '',
    notify_url: '',
    expires: new Date(now.getTime() + 60_000).toISOString(),
    state: 'open',
    code: null,
    refunded: 0,
    tokens: [],
    page: null,
  }
}

const refundSchema = v.object({ order_ref: ref, key: v.pipe(v.string(), v.nonEmpty()), amount: yen })

/** `refund`: the same key is the same refund. */
export function refundOrder(request: unknown, call: Call): Answer {
  const read = v.safeParse(refundSchema, request)
  if (!read.success) return refused('invalid_request')
  const { key, amount: asked } = read.output
  const order = find(request, call)
  if (order === undefined) return refused('not_found', 404)
  const known = call.store.refunds.get(key)
  if (known !== undefined) return known.asked === asked ? present(order) : refused('amount_changed')
  if (order.state !== 'captured') return refused('not_captured')
  if (order.refunded + asked > order.amount) return refused('amount_exceeded')
  const amount = call.amountOf(asked)
  const changes: Changes = {
    ...refund(order, call.now, amount),
    refunds: [{ key, order_ref: order.order_ref, asked }],
  }
  return { ...present(order), changes }
}

function find(request: unknown, { store, now }: Call): Order | undefined {
  const read = v.safeParse(whichSchema, request)
  const order = read.success ? store.orders.get(read.output.order_ref) : undefined
  return order && asOf(order, now)
}

function present({ order_ref, state, amount, refunded, code }: Order): Answer {
  return { status: 200, body: { order_ref, state, amount, refunded, code } }
}
