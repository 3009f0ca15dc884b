import type { Call } from '@kippu/contract/call'
import { CALLS } from '@kippu/contract/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createShop, type Shop } from './shop/shop.ts'

let server: Shop

beforeAll(async () => {
  server = await createShop()
})

afterAll(() => server.close())

const OF_VISITORS = Object.entries<Call>(CALLS).filter(
  ([, { device, signage }]) => device !== true && signage !== true,
)

test.each(OF_VISITORS)(
  '%s needs no account, and gives the visitor none (R-6.01, R-6.02)',
  async (_, { method, path }) => {
    const answer = await server.app.inject({ method, url: path.replaceAll(/\{\w+\}/g, 'x') })
    expect([401, 403]).not.toContain(answer.statusCode)
    expect(Object.keys(answer.headers)).not.toContain('set-cookie')
    expect(Object.keys(answer.headers)).not.toContain('www-authenticate')
  },
)

test('a visitor without a cookie or a login orders, sends the form and proves the address (R-6.02)', async () => {
  const { token, id } = await server.orderToken(1)
  const contents = [
    { key: 'fullname', value: '山田 太郎' },
    { key: 'email', value: 'taro@example.com' },
  ]
  expect(await server.call('POST', `/api/v1/ordermails/${token}`, { contents })).toMatchObject({
    status: 200,
  })
  const mailToken = server.deps.tokens.derive('mail', `${id}.1`)
  expect(await server.call('GET', `/api/v1/ordermails/${mailToken}`)).toMatchObject({ status: 200 })
  expect(await server.call('GET', `/api/v1/orders/${token}`)).toMatchObject({
    status: 200,
    body: { status: 'ready_checkout' },
  })
})
