import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type StripeShop } from '../../../test/shop/shop.ts'
import { toldPayments } from '../../../test/told-payments.ts'
import type { RawNotification } from '../port/port.ts'

let shop: StripeShop
const heard: RawNotification[] = []

beforeAll(async () => {
  shop = await createShop({ payments: 'stripe', replace: toldPayments(heard) })
})
afterAll(() => shop.close())

const post = (
  payload: string | Buffer,
  { path = '/payment-webhooks/stripe', type = 'application/json' } = {},
) => shop.app.inject({ method: 'POST', url: path, headers: { 'content-type': type }, payload })

describe('what a provider’s adapter is given', () => {
  beforeEach(() => void heard.splice(0))

  test('is the bytes, the path without its query, the key and the headers', async () => {
    const body = Buffer.from(' {"é": 1}\n')
    const path = '/payment-webhooks/stripe/a-key'
    expect((await post(body, { path: `${path}?a=1`, type: 'text/x-odd' })).statusCode).toBe(401)
    const [raw] = heard
    expect(raw).toMatchObject({ path, key: 'a-key', body })
    expect([raw?.header('content-type'), raw?.header('x-none')]).toEqual(['text/x-odd', undefined])
  })

  test('is an empty body when there is none', async () => {
    const { statusCode } = await shop.app.inject({ method: 'POST', url: '/payment-webhooks/stripe' })
    expect(statusCode).toBe(401)
    expect(heard[0]).toMatchObject({ body: Buffer.alloc(0), key: undefined })
  })

  test.each([
    ['application/json', 256 * 1024],
    ['application/x-www-form-urlencoded', 16 * 1024],
  ])('of %s is %d bytes at most', async (type, most) => {
    const ofLength = (length: number) => post(`{}${' '.repeat(length - 2)}`, { type })
    expect((await ofLength(most)).statusCode).toBe(401)
    expect((await ofLength(most + 1)).statusCode).toBe(413)
  })
})
