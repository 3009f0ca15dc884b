import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createShop, type DemoShop } from '../../test/shop/shop.ts'

let server: DemoShop

beforeAll(async () => {
  server = await createShop({ catalogue: 'demo' })
})

afterAll(async () => {
  await server.close()
})

describe('a request that matches no call', () => {
  test('an unknown path under /api is not_found as JSON (D-62)', async () => {
    const answer = await server.app.inject('/api/v1/nothing')
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ error: 'not_found' })
  })

  test('a known path under another method is 405 and names the allowed methods', async () => {
    const answer = await server.app.inject({ method: 'PUT', url: '/api/v1/langs' })
    expect(answer.statusCode).toBe(405)
    expect(answer.headers.allow).toBe('GET')
    expect(answer.json()).toEqual({ error: 'method_not_allowed' })
  })

  test('a broken percent encoding is invalid_request', async () => {
    const answer = await server.app.inject('/api/v1/orders/%zz')
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ error: 'invalid_request' })
  })
})

describe('headers of every answer (S-15.04)', () => {
  test('allow nothing that an API answer does not need', async () => {
    const { headers } = await server.app.inject('/api/v1/nothing')
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; .*base-uri 'none'; .*frame-ancestors 'none'/,
      ),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
    expect(headers).not.toHaveProperty('strict-transport-security')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })
})
