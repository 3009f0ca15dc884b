import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

import * as v from 'valibot'

import type { ExamplePayment } from './example-client.ts'
import { exampleSignatureOf } from './example-webhook.ts'

const KEY = 'a key of the tests'
const MERCHANT = 'M-1'

const request = v.object({
  reference: v.string(),
  amount: v.number(),
  currency: v.string(),
  expiresAt: v.string(),
  returnUrl: v.string(),
  notifyUrl: v.string(),
})
const operation = v.object({ amount: v.number(), key: v.optional(v.string()) })

type Call = 'payments' | 'query' | 'capture' | 'void' | 'refund'

interface StoredPayment extends ExamplePayment {
  readonly request: v.InferOutput<typeof request> | undefined
  /** Amounts of refunds by key. */
  readonly refunds: ReadonlyMap<string, number>
}

/** A webhook request of Example Pay, to be delivered by the test. */
export interface ExampleNotice {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Example Pay over HTTP, with its page and its ledger. */
export interface ExamplePaySimulator {
  readonly variables: Readonly<Record<string, string>>
  /** Webhook requests so far, the oldest first. */
  readonly notices: readonly ExampleNotice[]
  /** Payments by reference. */
  readonly ledger: ReadonlyMap<string, ExamplePayment>
  /** The next such call is executed, and its connection closed without an answer. */
  loseAnswer(call: Call): void
  /** Calls whose answer is still to be lost. */
  readonly lost: ReadonlySet<Call>
  /** The next payment is opened for this amount, whatever is asked. */
  changeAmount(amount: number): void
  /** Presses a button on the page; returns the address to which the browser goes. */
  press(page: string, button: 'pay' | 'decline' | 'cancel'): string
  close(): Promise<void>
}

interface State {
  readonly ledger: Map<string, StoredPayment>
  readonly notices: ExampleNotice[]
  wrongAmount: number | undefined
}

export async function startExamplePay(): Promise<ExamplePaySimulator> {
  const state: State = { ledger: new Map(), notices: [], wrongAmount: undefined }
  const lost = new Set<Call>()
  const server = createServer((incoming, response) => {
    void readBody(incoming).then(body => {
      const { call, reference } = callOf(incoming)
      const found = answer(state, { call, reference, body })
      if (lost.delete(call)) return incoming.socket.destroy()
      return send(response, found)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    variables: { EXAMPLE_MERCHANT: MERCHANT, EXAMPLE_KEY: KEY, EXAMPLE_API_URL: originOf(server) },
    notices: state.notices,
    ledger: state.ledger,
    loseAnswer: call => void lost.add(call),
    lost,
    changeAmount: amount => void (state.wrongAmount = amount),
    press: (page, button) => press(state, page, button),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface ReceivedCall {
  readonly call: Call
  readonly reference: string
  readonly body: unknown
}

/** Executes a call. Returns the payment, or the code of a refusal. */
function answer(state: State, { call, reference, body }: ReceivedCall): ExamplePayment | string {
  if (call === 'payments') return open(state, v.parse(request, body))
  const payment = state.ledger.get(reference) ?? (call === 'void' ? fenced(reference) : undefined)
  if (payment === undefined) return 'unknown_reference'
  if (call === 'query') return payment
  const { amount, key = '' } = v.parse(operation, body)
  if (call === 'void') return isOpen(payment) ? change(state, payment, { state: 'voided' }) : payment
  if (call === 'capture')
    return payment.state === 'authorized' ? change(state, payment, { state: 'captured' }) : payment
  if (payment.refunds.has(key)) return payment
  const refunded = payment.refunded + amount
  if (payment.state !== 'captured' || refunded > payment.amount) return 'not_refundable'
  return change(state, payment, { refunded, refunds: new Map([...payment.refunds, [key, amount]]) })
}

function open(state: State, body: v.InferOutput<typeof request>): StoredPayment {
  const { reference, currency } = body
  const known = state.ledger.get(reference)
  if (known !== undefined) return known
  const amount = state.wrongAmount ?? body.amount
  state.wrongAmount = undefined
  const page = `https://pay.example-pay.example/${reference}`
  const payment = { reference, amount, currency, state: 'open', page, refunded: 0 } as const
  const stored: StoredPayment = { ...payment, request: body, refunds: new Map() }
  state.ledger.set(reference, stored)
  return stored
}

function change(
  { ledger, notices }: State,
  payment: StoredPayment,
  to: Partial<StoredPayment>,
): StoredPayment {
  const changed = { ...payment, ...to }
  ledger.set(payment.reference, changed)
  if (changed.state !== payment.state) notices.push(...noticeOf(changed, notices.length))
  return changed
}

function press(state: State, page: string, button: keyof typeof STATE_OF): string {
  const payment = state.ledger.get(page.split('/').at(-1) ?? '')
  if (payment?.request === undefined) throw new Error(`no payment has the page ${page}`)
  if (payment.state === 'open') change(state, payment, { state: STATE_OF[button] })
  return `${payment.request.returnUrl}/${button === 'pay' ? 'success' : 'cancel'}`
}

const STATE_OF = { pay: 'authorized', decline: 'declined', cancel: 'cancelled' } as const

function isOpen({ state }: ExamplePayment): boolean {
  return state === 'open' || state === 'authorized'
}

/** A reference that was voided before it came: a late request for it opens nothing. */
function fenced(reference: string): StoredPayment {
  const nothing = { amount: 0, currency: 'JPY', page: '', refunded: 0 }
  return { reference, ...nothing, state: 'open', request: undefined, refunds: new Map() }
}

function noticeOf({ reference, state, request: asked }: StoredPayment, index: number): ExampleNotice[] {
  if (asked === undefined) return []
  const body = JSON.stringify({ id: `evt-${index}`, reference, state })
  const signature = exampleSignatureOf(Buffer.from(body), KEY).toString('hex')
  return [{ path: new URL(asked.notifyUrl).pathname, headers: { 'x-example-signature': signature }, body }]
}

function callOf({ method, url = '' }: IncomingMessage): { readonly call: Call; readonly reference: string } {
  const [, , reference = '', name = ''] = url.split('/')
  if (method === 'GET') return { call: 'query', reference }
  const call = v.parse(v.picklist(['payments', 'capture', 'void', 'refund']), name || 'payments')
  return { call, reference }
}

async function readBody(incoming: IncomingMessage): Promise<unknown> {
  const parts: Uint8Array[] = []
  for await (const part of incoming) parts.push(Buffer.from(part))
  const text = Buffer.concat(parts).toString('utf8')
  return text === '' ? undefined : JSON.parse(text)
}

function send(response: ServerResponse, found: ExamplePayment | string): void {
  const body = typeof found === 'string' ? { error: found } : found
  response.writeHead(typeof found === 'string' ? 404 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

function originOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Example Pay does not listen')
  return `http://127.0.0.1:${address.port}`
}
