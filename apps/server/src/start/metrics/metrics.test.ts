import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { createShop } from '../../../test/shop/shop.ts'
import { createApp } from '../app.ts'
import { createStatusApp } from '../status-app.ts'
import { createMetrics } from './metrics.ts'
import { readAges } from './queries.ts'

test('metrics count answers by route and outcome, without a value of any request', async () => {
  const server = await createShop({ catalogue: 'demo' })
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

test('a page or a file that is not there is no error of ours, whoever asks for it', async () => {
  const server = await createShop({ catalogue: 'demo' })
  for (const url of ['/wp-login.php', '/assets/none.js', '/.env', '/api/v1/none'])
    expect((await server.app.inject(url)).statusCode).toBe(404)
  await server.app.inject({ method: 'PROPFIND', url: '/' })
  const { body } = await server.app.inject('/metrics')
  await server.close()
  expect(body).toMatch(/kippu_answers_total\{.*outcome="not_found"\}/)
  expect(body).not.toContain('outcome="error"')
})

test('a mail that the mail server refuses waits since it was queued, though its next try is to come', async () => {
  const server = await createShop({ catalogue: 'demo' })
  await server.deps.db.transaction(tx =>
    sql`insert into jobs.job (name, state, retry_count, created_on, start_after)
        select name, 'retry', 9, now() - interval '20 minutes', now() + interval '1 hour'
          from jobs.queue where name = 'send-completion-mail'`.execute(tx),
  )
  const { mail, check } = await server.deps.db.read(readAges)
  await server.close()
  expect(Math.round(mail / 60)).toBe(20)
  expect(check).toBe(0)
})

test('with METRICS_TOKEN set, metrics are refused without the token', async () => {
  const server = await createShop({ catalogue: 'demo', variables: { METRICS_TOKEN: 'for the monitor' } })
  const without = await server.app.inject('/metrics')
  const nearly = await server.app.inject({
    url: '/metrics',
    headers: { authorization: 'Bearer for the monitors' },
  })
  const withToken = await server.app.inject({
    url: '/metrics',
    headers: { authorization: 'Bearer for the monitor' },
  })
  await server.close()
  expect([without, nearly, withToken].map(({ statusCode }) => statusCode)).toEqual([401, 401, 200])
})

test('without a token, metrics are at the port of the operator alone', async () => {
  const server = await createShop({ catalogue: 'demo', variables: { STATUS_PORT: '3100' } })
  const status = createStatusApp(server.deps, createMetrics(server.deps))
  const answers = [await server.app.inject('/metrics'), await status.inject('/metrics')]
  await Promise.all([status.close(), server.close()])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 200])
})

test('on a port that several processes share nobody finds metrics, on that of the process are all of its answers', async () => {
  const server = await createShop({
    catalogue: 'demo',
    variables: { PORT_SHARED: 'on', STATUS_PORT: '3100' },
  })
  const metrics = createMetrics(server.deps)
  const visitors = await createApp(server.deps, metrics)
  const status = createStatusApp(server.deps, metrics)
  await visitors.inject('/api/v1/langs')
  const shared = await visitors.inject('/metrics')
  const own = await status.inject('/metrics')
  const ready = await status.inject('/readyz')
  await Promise.all([visitors.close(), status.close(), server.close()])
  expect(shared.statusCode).toBe(404)
  expect(own.body).toContain('kippu_answers_total{method="GET",route="/api/v1/langs",outcome="ok"} 1')
  // What is asked here is not work of the shop.
  expect(own.body).not.toContain('route="/metrics"')
  expect(ready.json()).toEqual({ status: 'ok', disk: 'ok' })
})

test('the orders that a worker has emptied of personal data are counted', async () => {
  const server = await createShop({ catalogue: 'demo' })
  const status = createStatusApp(server.deps, createMetrics(server.deps, { ordersEmptied: () => 7 }))
  const { body } = await status.inject('/metrics')
  await Promise.all([status.close(), server.close()])
  expect(body).toContain('kippu_orders_emptied_total 7')
})

test('the end of each pass type of Apple Wallet is told, for the alert that comes a month before', async () => {
  const server = await createShop({ catalogue: 'demo' })
  const ends = new Map([['pass.example', 1_900_000_000_500]])
  const status = createStatusApp(server.deps, createMetrics(server.deps, { passTypeEnds: ends }))
  const { body } = await status.inject('/metrics')
  await Promise.all([status.close(), server.close()])
  expect(body).toContain('kippu_pass_type_end_timestamp_seconds{pass_type="pass.example"} 1900000000.5')
})
