import { expect, test } from 'vitest'

import { createTestApp } from '../../test/app.ts'

test('metrics count answers by route and outcome, without a value of any request', async () => {
  const server = await createTestApp()
  await server.app.inject('/api/v1/langs')
  await server.app.inject('/api/v1/orders/ord_very-secret?mail=person@example.com')
  const { body, headers } = await server.app.inject('/metrics')
  await server.close()
  expect(headers['content-type']).toContain('text/plain')
  expect(body).toContain('kippu_answers_total{method="GET",route="/api/v1/langs",outcome="ok"} 1')
  expect(body).toContain(
    'kippu_answers_total{method="GET",route="/api/v1/orders/:token",outcome="invalid_request"} 1',
  )
  expect(body).toContain('kippu_reconciler_backlog 0')
  expect(body).toContain('kippu_payment_attempts_need_person 0')
  expect(body).not.toMatch(/very-secret|person@example/)
})

test('with METRICS_TOKEN set, metrics are refused without the token', async () => {
  const server = await createTestApp({ variables: { METRICS_TOKEN: 'for the monitor' } })
  const without = await server.app.inject('/metrics')
  const withToken = await server.app.inject({
    url: '/metrics',
    headers: { authorization: 'Bearer for the monitor' },
  })
  await server.close()
  expect([without.statusCode, withToken.statusCode]).toEqual([401, 200])
})
