import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:tls'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { siteOf } from '@kippu/demo/demo-sites'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { RigOrder } from '../crash/method-rig.ts'
import type { AnyShop } from '../payment-methods/visitor.ts'
import { placeOrder } from '../place-order.ts'
import { createNeighbourStore, type NeighbourStore, type StoreProcess } from './neighbour-store.ts'
import { jsonOf, shopBehind } from './shop-behind.ts'
import { HOSTS, type Proxy, type ProxyAnswer, type ProxyQuestion, startNginx } from './nginx.ts'

const ALL_MS = 120_000
/** A kept document is good for a second or two; a busy machine may need several rounds to see it. */
const MOST_ROUNDS = 40

let store: NeighbourStore
let processes: readonly [StoreProcess, StoreProcess]
let proxy: Proxy
let shop: AnyShop
let goods: Awaited<ReturnType<NeighbourStore['offer']>>

beforeAll(async () => {
  store = await createNeighbourStore('seeded')
  goods = await store.offer()
  const variables = {
    TRUST_PROXY: 'loopback',
    SITE_HOSTS: Object.entries(HOSTS)
      .map(pair => pair.join('='))
      .join(),
    REQUESTS_PER_MINUTE: '1000000',
  }
  processes = [
    await store.start({ ...variables, ROLE: 'all' }),
    await store.start({ ...variables, ROLE: 'web' }),
  ]
  proxy = await startNginx(processes.map(({ port }) => port))
  shop = shopBehind(proxy.ask)
}, ALL_MS)
afterAll(async () => {
  await proxy?.stop()
  await store?.close()
})

/** Buys two tickets for nothing. @returns the token of the reservation. */
async function buy(): Promise<{ readonly order: RigOrder; readonly reservation: string }> {
  const order = await placeOrder({ ...store, shop }, { catalogue: goods.free, span: 0, coupon: undefined })
  const { status, body } = await shop.call('POST', `/api/v1/orders/checkout/${order.token}`, {
    payment_method_type: 'free',
  })
  expect([status, body['result']]).toEqual([200, 'completed'])
  return { order, reservation: String(body['reservation_token']) }
}

interface Asked extends ProxyQuestion {
  /** What the document must be. */
  readonly site: keyof typeof HOSTS
  readonly html: string
  /** Whether the page says that no cookie came. */
  readonly isWithout: boolean
  readonly encoding: string | undefined
  readonly kind: 'order' | 'ticket'
}

const LANGUAGES = [
  { query: '', cookie: undefined, html: 'ja', isWithout: true },
  { query: '', cookie: 'lang=ja', html: 'ja', isWithout: false },
  { query: '', cookie: 'lang=en', html: 'en', isWithout: false },
  { query: '', cookie: 'secret=mine; lang=zh-hans; more=1', html: 'zh-Hans', isWithout: false },
  // The proxy asks for it as for a visitor without a cookie.
  { query: '', cookie: 'lang=xx', html: 'ja', isWithout: true },
  // The language of the address is that of the document, whatever the cookie says.
  { query: '?lang=en', cookie: undefined, html: 'en', isWithout: true },
  { query: '?lang=ja', cookie: 'lang=en', html: 'ja', isWithout: false },
  { query: '?from=mail&lang=th', cookie: 'lang=en', html: 'th', isWithout: false },
  { query: '?lang=xx', cookie: 'lang=en', html: 'en', isWithout: false },
] as const
const FORMS = [
  { accepted: 'gzip, deflate, br', encoding: 'br' },
  { accepted: 'gzip', encoding: 'gzip' },
  { accepted: 'br; q=0, gzip;q=0.5', encoding: 'gzip' },
  { accepted: undefined, encoding: undefined },
] as const

const DOCUMENTS: readonly Asked[] = (['demo', 'cancanfactory'] as const).flatMap(site =>
  (['/', '/tickets/'] as const).flatMap(path =>
    LANGUAGES.flatMap(({ query, cookie, html, isWithout }) =>
      // An address with a language in one form each: they are many already.
      FORMS.slice(0, query === '' ? FORMS.length : 1).map(({ accepted, encoding }) => ({
        path: path + query,
        host: HOSTS[site],
        headers: { ...(cookie && { cookie }), ...(accepted && { 'accept-encoding': accepted }) },
        site,
        html,
        isWithout,
        encoding,
        kind: path === '/' ? ('order' as const) : ('ticket' as const),
      })),
    ),
  ),
)

const READERS: ReadonlyMap<string, (bytes: Buffer) => Buffer> = new Map([
  ['br', (bytes: Buffer) => brotliDecompressSync(bytes)],
  ['gzip', (bytes: Buffer) => gunzipSync(bytes)],
])

function htmlOf({ headers, bytes }: ProxyAnswer): string {
  const read = READERS.get(String(headers['content-encoding']))
  return (read?.(bytes) ?? bytes).toString()
}

function wrongsOf(answer: ProxyAnswer, { site, html, isWithout, encoding, kind }: Asked): readonly unknown[] {
  const text = htmlOf(answer)
  const found = {
    status: answer.status,
    html: /<html lang="([\w-]+)"/.exec(text)?.[1],
    isWithout: text.includes(`<html lang="${html}" data-no-cookie>`),
    encoding: answer.headers['content-encoding'],
    kind: /"kind":"(\w+)"/.exec(text)?.[1],
    site: text.includes(siteOf(site).theme) || text.includes(`"key":"${site}"`),
    ofVisitor: answer.headers['x-request-id'],
  }
  const right = { status: 200, html, isWithout, encoding, kind, site: true, ofVisitor: undefined }
  return JSON.stringify(found) === JSON.stringify(right) ? [] : [{ found, right }]
}

test(
  'documents come from the cache, and no host, language, form or path gets that of another',
  { timeout: ALL_MS },
  async () => {
    const notYet = new Set(DOCUMENTS)
    for (let round = 0; round < MOST_ROUNDS && notYet.size > 0; round += 1) {
      const answers = await Promise.all(DOCUMENTS.map(one => proxy.ask(one)))
      const wrongs = answers.flatMap((answer, index) => wrongsOf(answer, DOCUMENTS[index]!))
      expect(wrongs).toEqual([])
      for (const [index, { headers }] of answers.entries())
        if (headers['x-cache'] === 'HIT') notYet.delete(DOCUMENTS[index]!)
    }
    expect([...notYet]).toEqual([])
  },
)

test('what a visitor sends besides chooses nothing for the next one', async () => {
  const evil = {
    'x-forwarded-host': HOSTS.cancanfactory,
    'x-forwarded-for': '10.0.0.1',
    'accept-language': 'th',
    origin: `https://${HOSTS.cancanfactory}`,
    cookie: 'lang=en; x=lang=kr',
  }
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const english = { ...DOCUMENTS[0]!, html: 'en', isWithout: false, encoding: undefined }
    const asked = { ...english, path: '/?x=1&lang=xx', headers: evil }
    const plain = { ...english, path: '/', headers: { cookie: 'lang=en' } }
    for (const question of [asked, plain]) expect(wrongsOf(await proxy.ask(question), question)).toEqual([])
  }
})

test('visitors share documents, whatever else their cookies say', async () => {
  let visitor = 0
  const state = async () => {
    visitor += 1
    const { headers } = await proxy.ask({ path: '/', headers: { cookie: `id=${visitor}; lang=en` } })
    return headers['x-cache']
  }
  await expect.poll(state, { timeout: 10_000, interval: 1 }).toBe('HIT')
})

test('a browser that has the kept document is told so', async () => {
  const again = async () => {
    const { headers } = await proxy.ask({ path: '/' })
    const { status, bytes } = await proxy.ask({
      path: '/',
      headers: { 'if-none-match': String(headers.etag) },
    })
    return [status, bytes.length]
  }
  await expect.poll(again, { timeout: 10_000, interval: 1 }).toEqual([304, 0])
})

test('while the next one is fetched, others read the former at once', { timeout: ALL_MS }, async () => {
  await proxy.ask({ path: '/' })
  for (const { child } of processes) child.kill('SIGSTOP')
  const fetching: Promise<ProxyAnswer>[] = []
  try {
    const state = () => {
      const asked = proxy.ask({ path: '/' })
      fetching.push(asked)
      // Nobody answers the first of these after the second is over.
      return Promise.race([
        asked.then(({ status, headers }) => `${status} ${String(headers['x-cache'])}`),
        nextTurn(),
      ])
    }
    await expect.poll(state, { timeout: 8_000, interval: 50 }).toMatch(/^200 (?:UPDATING|STALE)$/)
  } finally {
    for (const { child } of processes) child.kill('SIGCONT')
  }
  await Promise.all(fetching)
  // A process that stood still sheds load for a moment.
  for (const { port } of processes)
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${port}/api/v1/langs`)).status, { timeout: 30_000 })
      .toBe(200)
})

const nextTurn = () => new Promise<string>(resolve => setTimeout(() => resolve('waits'), 200))

test(
  'two visitors buy, each sees the tickets that are theirs, and nothing of it is kept',
  { timeout: ALL_MS },
  async () => {
    const [one, other] = [await buy(), await buy()]
    const mine = async ({ reservation, order }: Awaited<ReturnType<typeof buy>>) => {
      const page = await proxy.ask({ path: `/tickets/${reservation}` })
      expect([page.status, page.headers.location]).toEqual([302, `/tickets/#/id/${reservation}`])
      const read = jsonOf(await proxy.ask({ path: `/api/v1/reservations/${reservation}?lang=ja` }))
      const tickets = await proxy.ask({ path: `/api/v1/reservations/${reservation}/tickets?lang=ja` })
      const stored = await proxy.ask({ path: `/api/v1/orders/${order.token}?lang=ja` })
      return {
        number: read['reservation_number'],
        tickets: tickets.bytes.toString(),
        stored: stored.bytes.toString(),
      }
    }
    const seen = [await mine(one), await mine(other), await mine(one), await mine(other)]
    expect(seen[2]).toEqual(seen[0])
    expect(seen[3]).toEqual(seen[1])
    expect(seen[0]?.number).not.toBe(seen[1]?.number)
    expect(seen[0]?.tickets).not.toBe(seen[1]?.tickets)

    const kept = proxy.kept()
    expect(kept.filter(({ key }) => !isKeyOfDocument(key))).toEqual([])
    const secrets = [one, other].flatMap(({ order, reservation }) => [order.token, order.id, reservation])
    expect(kept.filter(({ content }) => secrets.some(secret => content.includes(secret)))).toEqual([])
  },
)

test('its log has no token, no query and no key of a provider, and finds the line of the store', async () => {
  const { order, reservation } = await buy()
  const secret = 'S'.repeat(24)
  const answer = await proxy.ask({ path: `/api/v1/orders/${order.token}?lang=ja&mail=${secret}` })
  for (const url of [
    `/tickets/${reservation}`,
    `/payment-return/stripe/pay_${secret}/ret_${secret}/success`,
    `/payment-webhooks/gmo/${secret}`,
    `/nowhere?token=ord_${secret}`,
    `/%61pi/v1/orders/%6frd_${secret}`,
    `/api/v1/orders//ord_${secret}`,
    `/to/mail-confirm?mail_token=eml_${secret}`,
    `/to/mail-confirm%3Fmail_token=eml_${secret}`,
    `/%23%2Ftickets%2Fshared%2Fshr_${secret}`,
    `/tickets/%2523%252Fid%252Frsv_${secret}`,
  ])
    await proxy.ask({ path: url })
  const id = String(answer.headers['x-request-id'])
  await expect.poll(() => proxy.logged(), { timeout: 10_000 }).toContain('GET /api/v1/orders/-" 404')
  const log = proxy.logged()
  expect(log).toMatch(
    new RegExp(`^127\\.0\\.0\\.1 \\S+ ${HOSTS.demo} "GET /api/v1/orders/-" 400 .* ${id}$`, 'm'),
  )
  expect([secret, order.token, reservation].filter(one => log.includes(one))).toEqual([])
})

function isKeyOfDocument(key: string): boolean {
  const [host = '', path = '', asked = '', lang = '', form = '', ...more] = key.split(' ')
  return (
    Object.values<string>(HOSTS).includes(host) &&
    ['/', '/tickets/'].includes(path) &&
    /^(?:\?lang=(?:ja|en|kr|th|zh-han[st]))?$/.test(asked) &&
    /^(?:ja|en|kr|th|zh-han[st])?$/.test(lang) &&
    ['br', 'gzip', 'identity'].includes(form) &&
    more.length === 0
  )
}

test.each([
  ['GET', '/api/v1/langs'],
  ['GET', '/api/v1/products?lang=ja'],
  ['GET', '/api/v1/orders/nobody'],
  ['GET', '/api/v1/reservations/nobody?lang=ja'],
  ['POST', '/api/v1/orders'],
  ['DELETE', '/api/v1/orders/nobody'],
  ['GET', '/d-account/v1/auth/nobody'],
  ['GET', '/d-pay/v1/scptok/nobody'],
  ['GET', '/payment-step/nobody'],
  ['GET', '/payment-return/stripe/nobody/nothing'],
  ['POST', '/payment-webhooks/stripe'],
  ['GET', '/tickets/rsv_nobody'],
  ['GET', '/to/mail-confirm?mail_token=eml_nobody'],
  ['GET', '/tickets'],
  ['GET', '/nowhere'],
  ['GET', '/favicon.ico'],
  ['GET', '/tickets/../nowhere'],
])('%s %s is answered by the store each time', async (method, path) => {
  const answers = []
  for (let time = 0; time < 3; time += 1) answers.push(await proxy.ask({ method, path }))
  const ids = answers.map(({ headers }) => headers['x-request-id'])
  expect(new Set(ids).size).toBe(3)
  expect(ids).not.toContain(undefined)
  expect(proxy.kept().filter(({ key }) => !isKeyOfDocument(key))).toEqual([])
})

test('a document is for reading: anything else asks the store', async () => {
  for (const method of ['POST', 'DELETE'])
    expect(jsonless(await proxy.ask({ method, path: '/' }))).toEqual([404, undefined])
})

const jsonless = ({ status, headers }: ProxyAnswer) => [status, headers['x-cache']]

test.each(['/healthz', '/readyz', '/metrics', '/metrics/', '//healthz', '/%68ealthz', '/x/../metrics'])(
  '%s is not for visitors',
  async path => {
    const { status, headers } = await proxy.ask({ path })
    expect([status, headers['x-request-id']]).toEqual([404, undefined])
  },
)

test('a host that is not ours gets no certificate and no page', async () => {
  await expect(proxy.ask({ path: '/', host: 'evil.example' })).rejects.toThrow(
    /alert|handshake|unrecognized/i,
  )
})

test.each([
  ['/', 301, `https://${HOSTS.demo}/`],
  ['/tickets/rsv_nobody', 301, `https://${HOSTS.demo}/tickets/rsv_nobody`],
  ['/api/v1/langs', 403, undefined],
  ['/payment-webhooks/stripe', 403, undefined],
])('%s without TLS is answered %d and reaches no process', async (url, status, location) => {
  const asked = request({
    port: proxy.ports.http,
    host: '127.0.0.1',
    path: url,
    headers: { host: HOSTS.demo },
  })
  asked.end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  const { headers } = answer
  expect([answer.statusCode, headers.location, headers['x-request-id']]).toEqual([
    status,
    location,
    undefined,
  ])
})

test.each(['TLSv1.3', 'TLSv1.2'] as const)(
  '%s is spoken with a cipher that protects old recordings',
  async version => {
    const line = connect({
      port: proxy.ports.https,
      host: '127.0.0.1',
      servername: HOSTS.demo,
      rejectUnauthorized: false,
      minVersion: version,
      maxVersion: version,
    })
    await once(line, 'secureConnect')
    expect(line.getProtocol()).toBe(version)
    expect(line.getCipher().standardName).toMatch(/^TLS_(?:ECDHE_\w+_WITH_)?(?:AES_256_GCM|CHACHA20)_/)
    line.destroy()
  },
)

test('nothing older than TLS 1.2 is spoken', async () => {
  const line = connect({
    port: proxy.ports.https,
    host: '127.0.0.1',
    servername: HOSTS.demo,
    rejectUnauthorized: false,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  })
  await expect(once(line, 'secureConnect')).rejects.toThrow(/protocol version|unsupported protocol/i)
})

test('a process that dies is missed by nobody', { timeout: ALL_MS }, async () => {
  await processes[1].kill()
  const { order } = await buy()
  expect(order.yen).toBe(0)
  const answers = await Promise.all(Array.from({ length: 24 }, () => proxy.ask({ path: '/api/v1/langs' })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})
