import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { rounds } from '../../../../../tools/test/proof-choice.ts'
import { buyVisit } from '../../../test/bought-visit.ts'
import { createShop, type Shop } from '../../../test/shop/shop.ts'
import { OWNER } from '../../../test/owner.ts'
import { countDeliveries } from './count-deliveries.ts'
import { addEndpoint, listTries, redeliver, removeEndpoint, rotateSecret, sendTest } from './endpoints.ts'
import { WEBHOOK_EVENTS } from './event-types.ts'
import { claimDeliveries } from './delivery-queries.ts'
import { createSendingWebhooks, judgeTry, type SendOptions, sweepEvents } from './send-webhooks.ts'
import { byStaff } from '../staff/staff-verb.ts'

/** For a busy machine, and for a whole proof: most of the time is that of a receiver that hangs. */
const PATIENCE_MS = rounds({ short: 180_000, whole: 1_800_000 })
/** All of them in the whole proof; a few of each kind otherwise. */
const EVENTS = rounds({ short: 100, whole: 10_000 })
const SITE = 'demo'

let shop: Shop
const servers: Server[] = []
beforeAll(async () => {
  shop = await createShop()
})
afterAll(() => shop.close())
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  await shop.db.transaction(tx =>
    sql`truncate webhook_tries, webhook_deliveries, webhook_events, webhook_endpoints cascade`.execute(tx),
  )
})

const deps = () => byStaff(OWNER, shop.deps)

type Answering = (request: IncomingMessage, response: ServerResponse) => void

async function listen(answering: Answering, host = '127.0.0.1', port = 0): Promise<number> {
  const server = createServer(answering)
  servers.push(server)
  await new Promise<void>(resolve => {
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Sends until nothing waits. */
async function sendAll(options: Partial<SendOptions> = {}): Promise<void> {
  const sending = createSendingWebhooks(shop.deps, {
    anywhere: true,
    timeoutMs: 5_000,
    delays: Array.from({ length: 100 }, () => 0),
    ...options,
  })
  for (;;) {
    await sending.begin()
    await sending.ended()
    const { rows } = await shop.db.read(read =>
      sql`select 1 from webhook_deliveries where state = 'waiting' and next_at <= now() limit 1`.execute(
        read,
      ),
    )
    if (rows.length === 0) return
  }
}

interface Message {
  readonly id: string
  readonly body: string
  readonly headers: IncomingMessage['headers']
}

const isSignedBy = (secret: string, { headers, body }: Message): boolean => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const signature = createHmac('sha256', key).update(signed).digest('base64')
  return String(headers['webhook-signature']).split(' ').includes(`v1,${signature}`)
}

/** Keeps what it is sent, and answers as `how` says. */
function receiver(how: (count: number, response: ServerResponse) => void) {
  const messages: Message[] = []
  /** Those that were answered with a success. */
  const taken: Message[] = []
  const answering: Answering = (request, response) => {
    void text(request).then(body => {
      const message = { id: String(request.headers['webhook-id']), body, headers: request.headers }
      messages.push(message)
      response.on('finish', () => {
        if (response.statusCode < 300) taken.push(message)
      })
      how(messages.length, response)
    })
  }
  return { messages, taken, answering }
}

const taking = (_: number, response: ServerResponse): void => {
  response.writeHead(204).end()
}

/** Events of many reservations, five of each, one close behind the other. */
async function tellOf(count: number): Promise<void> {
  await shop.db.transaction(tx =>
    sql`with visits as (select array_agg(gen_random_uuid()) as ids from generate_series(0, ${count}::integer / 5))
      select tell_webhooks(${SITE}, 'order.changed', ids[1 + n / 5], jsonb_build_object('n', n, 'visit', n / 5))
        from visits, generate_series(1, ${count}::integer) as n`.execute(tx),
  )
}

const add = (url: string) => addEndpoint(deps(), { siteKey: SITE, url, events: WEBHOOK_EVENTS })

test.each([
  [{ status: 200 }, null],
  [{ status: 299 }, null],
  [{ status: 199 }, 'status 199'],
  [{ status: 300 }, 'status 300'],
  [{ fault: 'timeout' }, 'timeout'],
])('a webhook that is answered by %j has the fault %s', (posted, fault) => {
  const status = 'status' in posted ? posted.status : null
  expect(judgeTry(posted, 1)).toEqual({ status, fault, againAfter: fault === null ? null : 5 })
})

test('a webhook that nobody takes is tried ten times, in a little more than three days', () => {
  const delays = Array.from(
    { length: 10 },
    (_, tries) => judgeTry({ fault: 'timeout' }, tries + 1).againAfter,
  )
  expect(delays.at(-1)).toBeNull()
  const days = delays.reduce((sum: number, seconds) => sum + (seconds ?? 0), 0) / 86_400
  expect([delays.filter(seconds => seconds !== null).length, Math.floor(days)]).toEqual([9, 3])
})

describe('webhooks', () => {
  test(
    'reach a receiver that fails, hangs, breaks off and moves: each at least once, signed, in order for a reservation',
    async () => {
      const { messages, taken, answering } = receiver((count, response) => {
        switch (count % 11) {
          case 2:
            response.writeHead(500).end('no')
            return
          case 4:
            // Says nothing.
            return
          case 6:
            response.destroy()
            return
          case 8:
            response.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere' }).end()
            return
          default:
            response.writeHead(200).end('ok')
        }
      })
      const port = await listen(answering)
      await listen(answering, '127.0.0.2', port)
      const { id, secret } = await add(`http://receiver.example:${port}/kippu`)
      await tellOf(EVENTS)
      let asked = 0
      const resolve = async (): Promise<readonly string[]> => [`127.0.0.${1 + (asked++ % 2)}`]
      await sendAll({ timeoutMs: 300, resolve })

      const firsts = [...new Map(messages.toReversed().map(message => [message.id, message])).values()]
      expect(firsts).toHaveLength(EVENTS)
      expect(messages.length).toBeGreaterThan(EVENTS)
      expect(messages.every(message => isSignedBy(secret, message))).toBe(true)
      const inOrder = [...new Map(taken.map(message => [message.id, message.body])).values()].map(
        body => JSON.parse(body).data,
      )
      for (const ofVisit of Map.groupBy(inOrder, ({ visit }) => visit).values()) {
        const numbers = ofVisit.map(({ n }) => n)
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
      }
      const { rows } = await shop.db.read(read =>
        sql`select state, count(*)::integer from webhook_deliveries group by state`.execute(read),
      )
      expect(rows).toEqual([{ state: 'delivered', count: EVENTS }])

      const [again] = firsts
      const before = messages.filter(message => message.id === again?.id).length
      expect(await redeliver(deps(), { siteKey: SITE, id, event: again?.id ?? '' })).toBe(1)
      await sendAll({ timeoutMs: 300, resolve })
      expect(messages.filter(message => message.id === again?.id).length).toBeGreaterThan(before)
    },
    PATIENCE_MS,
  )

  test('tell of what happens to a visit, in its own transaction, and nothing of a person', async () => {
    const { messages, answering } = receiver(taking)
    await add(`http://127.0.0.1:${await listen(answering)}/`)
    await shop.renew()
    const visit = await buyVisit(shop, 'nobody-is-told@example.com')
    const { id: changed } = await shop.orderToken(1)
    await shop.db.transaction(async tx => {
      const reservation = visit.reservationId
      // The last one alone let somebody in.
      await sql`insert into check_ins (scan_id, ticket_id, reservation_id, site_key, time_span_id, direction, mode, at, recorded_at,
                                       fault, undone_at, undone_reason)
        select gen_random_uuid(), 1, ${reservation}, ${SITE}, 1, direction, 'staff', now(), now(), fault, undone, reason
          from (values ('out', null, null::timestamptz, null), ('in', 'used', null, null), ('in', null, now(), 'a slip'),
                       ('in', null, null, null)) as scans (direction, fault, undone, reason)`.execute(tx)
      await sql`update reservations set order_id = ${changed} where id = ${reservation}`.execute(tx)
      await sql`insert into refunds (id, site_key, order_id, attempt_id, amount, reason, state, created_at, updated_at)
        select gen_random_uuid(), ${SITE}, order_id, id, 100, 'rain', 'done', now(), now()
          from payment_attempts where order_id = ${visit.orderId}`.execute(tx)
    })
    await sendAll()
    const told = messages.map(({ body }) => JSON.parse(body))
    expect(told.map(({ type }) => type)).toEqual([
      'order.completed',
      'ticket.checked_in',
      'order.changed',
      'order.refunded',
    ])
    for (const { data, site, timestamp } of told) {
      expect([data.reservation_id, data.reservation_number]).toEqual([visit.reservationId, visit.number])
      expect([site, timestamp]).toEqual([SITE, expect.stringMatching(/\+09:00$/)])
    }
    expect(told[0].data).toMatchObject({ quantity: 1, visit_from: expect.stringMatching(/\+09:00$/) })
    expect(messages.map(({ body }) => body).join()).not.toMatch(/nobody-is-told|rsv_|tkt_/)
  })

  test('are told to nobody who does not ask', async () => {
    await shop.renew()
    await buyVisit(shop, 'x@example.com')
    const { messages, answering } = receiver(taking)
    const { id } = await add(`http://127.0.0.1:${await listen(answering)}/`)
    expect(await removeEndpoint(deps(), { siteKey: SITE, id })).toBe(true)
    await tellOf(1)
    await sendAll()
    expect(messages).toEqual([])
    expect(await removeEndpoint(deps(), { siteKey: SITE, id })).toBe(false)
  })

  test('that were written beside the removal of their endpoint are told to nobody, and do not wait for ever', async () => {
    const { messages, answering } = receiver(taking)
    const { id } = await add(`http://127.0.0.1:${await listen(answering)}/`)
    await tellOf(2)
    await shop.db.transaction(tx => sql`update webhook_endpoints set removed_at = now()`.execute(tx))
    const claim = { endpointId: id, most: 8, leaseSeconds: 60 }
    expect(await shop.db.transaction(tx => claimDeliveries(tx, claim))).toEqual([])
    await sweepEvents(shop.deps)
    await sendAll()
    expect(messages).toEqual([])
    const { rows } = await shop.db.read(read =>
      sql`select state, count(*)::integer from webhook_deliveries group by state`.execute(read),
    )
    expect(rows).toEqual([{ state: 'dead', count: 2 }])
  })

  test('go on beside one that hangs', async () => {
    const { promise: hung, resolve: letGo } = Promise.withResolvers<void>()
    const { messages, taken, answering } = receiver((count, response) => {
      // It keeps back the four others of its visit at most.
      if (count === 1) void hung.then(() => response.writeHead(200).end())
      else response.writeHead(200).end(() => (taken.length >= 25 ? letGo() : undefined))
    })
    await add(`http://127.0.0.1:${await listen(answering)}/`)
    await tellOf(30)
    await sendAll({ timeoutMs: 20_000 })
    expect([messages.length, taken.length]).toEqual([30, 30])
  })

  test('of a visit are tried one after the other, each by one process until its lease ends', async () => {
    const { id } = await add('http://127.0.0.1:1/')
    await tellOf(3)
    const claim = async () => {
      const asked = { endpointId: id, most: 8, leaseSeconds: 60 }
      const claimed = await shop.db.transaction(tx => claimDeliveries(tx, asked))
      return claimed.map(({ tries }) => tries)
    }
    expect(await claim()).toEqual([1])
    expect(await claim()).toEqual([])
    await shop.db.transaction(tx =>
      sql`update webhook_deliveries set next_at = now() where tries > 0`.execute(tx),
    )
    expect(await claim()).toEqual([2])
  })

  test('of a site are those of its own endpoints: another site changes nothing of them', async () => {
    const { id } = await add('http://127.0.0.1:1/')
    const foreign = { siteKey: 'mori', id }
    expect(await rotateSecret(deps(), foreign)).toBeUndefined()
    expect(await sendTest(deps(), foreign)).toBe(false)
    expect(await removeEndpoint(deps(), foreign)).toBe(false)
    await sendTest(deps(), { siteKey: SITE, id })
    expect(await redeliver(deps(), { siteKey: SITE, id, event: 'dead' })).toBe(0)
    await sendAll({ delays: [] })
    expect(await listTries(deps(), { ...foreign, most: 9 })).toEqual([])
    expect(await shop.db.read(countDeliveries)).toEqual({ waiting: 0, dead: 1 })
    await tellOf(1)
    expect(await shop.db.read(countDeliveries)).toEqual({ waiting: 1, dead: 1 })
    // What waits is not begun anew.
    const [newest] = await listTries(deps(), { siteKey: SITE, id, most: 1 })
    const event = newest?.event ?? ''
    expect(await redeliver(deps(), { siteKey: SITE, id, event })).toBe(1)
    expect(await redeliver(deps(), { siteKey: SITE, id, event })).toBe(0)
    expect(await removeEndpoint(deps(), { siteKey: SITE, id })).toBe(true)
    expect(await shop.db.read(countDeliveries)).toEqual({ waiting: 0, dead: 0 })
    expect(await redeliver(deps(), { siteKey: SITE, id, event })).toBe(0)
    expect(await sendTest(deps(), { siteKey: SITE, id })).toBe(false)
    expect(await rotateSecret(deps(), { siteKey: SITE, id })).toBeUndefined()
  })

  test('are given up in the end, which does not keep the next event back, and are sent again on request', async () => {
    let isBroken = true
    const { messages, answering } = receiver((_, response) => response.writeHead(isBroken ? 503 : 200).end())
    const { id } = await add(`http://127.0.0.1:${await listen(answering)}/`)
    await tellOf(2)
    await sendAll({ delays: [0, 0] })
    expect(messages).toHaveLength(6)
    const tries = await listTries(deps(), { siteKey: SITE, id, most: 10 })
    expect(tries).toHaveLength(6)
    expect(tries[0]).toMatchObject({ state: 'dead', tries: 3, status: 503, fault: 'status 503' })
    isBroken = false
    expect(await redeliver(deps(), { siteKey: SITE, id, event: 'dead' })).toBe(2)
    expect(await redeliver(deps(), { siteKey: 'mori', id, event: 'dead' })).toBe(0)
    await sendAll()
    expect(messages).toHaveLength(8)
  })

  test('whose message is written by nobody any more are given up too', async () => {
    const { taken, answering } = receiver(taking)
    await add(`http://127.0.0.1:${await listen(answering)}/`)
    await tellOf(1)
    await sendAll({ delays: [0], write: () => Promise.reject(new Error('no product 7')) })
    const { rows } = await shop.db.read(read =>
      sql`select d.state, t.fault from webhook_deliveries d join webhook_tries t using (endpoint_id, event_id)`.execute(
        read,
      ),
    )
    expect(rows).toEqual([
      { state: 'dead', fault: 'no message' },
      { state: 'dead', fault: 'no message' },
    ])
    expect(taken).toEqual([])
  })

  test('are signed with both secrets while a new one is taken over', async () => {
    const { messages, answering } = receiver(taking)
    const { id, secret } = await add(`http://127.0.0.1:${await listen(answering)}/`)
    const rotated = await rotateSecret(deps(), { siteKey: SITE, id })
    if (typeof rotated !== 'object') throw new Error('it was not rotated')
    expect(await rotateSecret(deps(), { siteKey: SITE, id })).toBe('too soon')
    expect(await sendTest(deps(), { siteKey: SITE, id })).toBe(true)
    await sendAll()
    const signed = () => [secret, rotated.secret].map(one => messages.every(m => isSignedBy(one, m)))
    expect(signed()).toEqual([true, true])
    await shop.db.transaction(tx =>
      sql`update webhook_endpoints set former_until = now() - interval '1 second'`.execute(tx),
    )
    messages.length = 0
    await sendTest(deps(), { siteKey: SITE, id })
    await sendAll()
    expect(signed()).toEqual([false, true])
  })

  test('are forgotten after thirty days, unless they wait', async () => {
    const { answering } = receiver(taking)
    await add(`http://127.0.0.1:${await listen(answering)}/`)
    await tellOf(2)
    await sendAll()
    await tellOf(1)
    await shop.db.transaction(tx =>
      sql`update webhook_events set at = now() - interval '31 days'`.execute(tx),
    )
    expect(await sweepEvents(shop.deps)).toBe(2)
    expect(await sweepEvents(shop.deps)).toBe(0)
  })
})
