import { createOrder } from '@kippu/contract/orders'
import { checkout } from '@kippu/contract/payments'
import { getLangs } from '@kippu/contract/site-content'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'

import { refuse } from './refusal.ts'
import { serve } from './route.ts'

/**
 * The compiler is the test here: each line marked as an error stops the type check if it ever compiles. The body only
 * proves that the file was not left out.
 */
test('a wrong code, a wrong answer or a wrong field of a call does not compile', () => {
  const app = fastify()
  const ja = 'ja' as const
  const bound = [
    () => serve(app, getLangs, async () => [{ id: ja, is_default: true }]),
    () => serve(app, createOrder, async ({ body }) => refuse(body.quantity > 9 ? 'out of stock' : 'busy')),
    () => serve(app, checkout, async ({ params }) => refuse(params.token ? 'session_timeout' : 'busy')),
    // @ts-expect-error GET langs never answers that stock is out.
    () => serve(app, getLangs, async () => refuse('out of stock')),
    // @ts-expect-error There is no such code in the catalogue.
    () => serve(app, createOrder, async () => refuse('no more tickets')),
    // @ts-expect-error The field is called is_default.
    () => serve(app, getLangs, async () => [{ id: ja, isDefault: true }]),
    // @ts-expect-error The path of checkout has a token, no order.
    () => serve(app, checkout, async ({ params }) => refuse(params.order ? 'session_timeout' : 'busy')),
    // @ts-expect-error An order has no colour.
    () => serve(app, createOrder, async ({ body }) => refuse(body.colour ? 'out of stock' : 'busy')),
  ]

  expect(bound).toHaveLength(8)
})
