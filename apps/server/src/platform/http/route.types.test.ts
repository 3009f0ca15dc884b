import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

import { healthz } from '@kippu/contract/health'
import { createOrder } from '@kippu/contract/orders'
import { checkout } from '@kippu/contract/payments'
import { fastify, type FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'

import { refuse } from './refusal.ts'
import { serve } from './route.ts'

const ROOT = path.join(import.meta.dirname, '../../../../..')
const ok = 'ok' as const

/** What compiles: a right answer, and refusals that the call lists. */
const RIGHT = [
  (app: FastifyInstance) => serve(app, healthz, async () => ({ status: ok })),
  (app: FastifyInstance) =>
    serve(app, createOrder, async ({ body }) => refuse(body.quantity > 9 ? 'out of stock' : 'busy')),
  (app: FastifyInstance) =>
    serve(app, checkout, async ({ params }) => refuse(params.token ? 'session_timeout' : 'busy')),
]

/** What does not: each line marked as an error stops the type check if it ever compiles. */
const WRONG = [
  // @ts-expect-error GET healthz never answers that stock is out.
  (app: FastifyInstance) => serve(app, healthz, async () => refuse('out of stock')),
  // @ts-expect-error There is no such code in the catalogue.
  (app: FastifyInstance) => serve(app, createOrder, async () => refuse('no more tickets')),
  // @ts-expect-error The field is called status.
  (app: FastifyInstance) => serve(app, healthz, async () => ({ state: ok })),
  (app: FastifyInstance) =>
    // @ts-expect-error The path of checkout has a token, no order.
    serve(app, checkout, async ({ params }) => refuse(params.order ? 'session_timeout' : 'busy')),
  (app: FastifyInstance) =>
    // @ts-expect-error An order has no colour.
    serve(app, createOrder, async ({ body }) => refuse(body.colour ? 'out of stock' : 'busy')),
]

test('what a handler returns is answered at the status that the contract gives it', async () => {
  const app = fastify()
  for (const bind of RIGHT) bind(app)
  const ready = await app.inject({ url: '/healthz' })
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ok' }])
  const payload = { payment_method_type: 'free' }
  const paid = await app.inject({ method: 'POST', url: '/api/v1/orders/checkout/ord_1', payload })
  expect([paid.statusCode, paid.json()]).toEqual([400, { error: 'session_timeout' }])
})

test('a wrong code, a wrong answer or a wrong field of a call does not compile: the type check reads this file', async () => {
  const tsc = path.join(ROOT, 'node_modules', '.bin', 'tsc')
  // Reads no file: it says which ones it would.
  const { stdout } = await promisify(execFile)(tsc, ['-p', 'apps/server', '--showConfig'], { cwd: ROOT })
  expect(stdout).toContain(`"./${path.relative('apps/server', path.relative(ROOT, import.meta.filename))}"`)
  expect(WRONG).toHaveLength(5)
})
