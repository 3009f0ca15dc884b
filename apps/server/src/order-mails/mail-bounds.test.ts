import { siteOf } from '@kippu/sites/registry'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createOrdersApp, type OrdersApp } from '../../test/orders-app.ts'
import { untilSomebodyWaits } from '../../test/waiting-connections.ts'
import { PROOFS_OF_OPEN_DOMAIN } from '../address-proofs/count-mails.ts'
import { countedAddress } from '../address-proofs/counted-address.ts'
import { sweepCounts } from '../address-proofs/sweep-counts.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { isRefusal } from '../http/refusal.ts'
import { storeForms, storingForms } from '../orders/life/order-mail.ts'
import { decideForm } from './decide-form.ts'
import { formFactsByToken } from './form-facts.ts'
import { sendOrderMail } from './send-order-mail.ts'

const SITE = siteOf('demo')
/** Mailboxes of a domain that has proved none; the default is more than a test needs. */
const ADDRESSES = 3

let shop: OrdersApp
/** The database as another process has it: its queues know nothing of the first one's. */
let elsewhere: Database

beforeAll(async () => {
  shop = await createOrdersApp({
    variables: { CONFIRMATION_MAILS_PER_HOUR: '5', CONFIRMATION_ADDRESSES_PER_HOUR: String(ADDRESSES) },
  })
  elsewhere = openDatabase(shop.databaseUrl, { poolSize: 5 })
  await shop.db.transaction(async tx => {
    await tx.deleteFrom('field_templates').where('site_key', '=', 'demo').execute()
    const shown = { site_key: 'demo', field_name: 'email', is_require: true, is_display: true, position: 1 }
    await tx.insertInto('field_templates').values(shown).execute()
  })
})

beforeEach(async () => {
  await shop.renew({ capacities: [200] })
  await shop.db.transaction(async tx => {
    await tx.deleteFrom('proof_recipients').execute()
    await tx.deleteFrom('proof_domains').execute()
  })
})

afterAll(async () => {
  await elsewhere.close()
  await shop.close()
})

const formWith = (email: string) => ({ contents: [{ key: 'email', value: email }] })
const send = (token: string, email: string) =>
  shop.call('POST', `/api/v1/ordermails/${token}`, formWith(email))
const sendNew = async (email: string) => send((await shop.orderToken()).token, email)
/** The answers to a form of a new order for each address, one after the other. */
async function sendEach(emails: readonly string[]): Promise<readonly number[]> {
  const statuses: number[] = []
  for (const email of emails) statuses.push((await sendNew(email)).status)
  return statuses
}
const follow = (id: string, generation = 1) =>
  shop.call('GET', `/api/v1/ordermails/${shop.deps.tokens.derive('mail', `${id}.${generation}`)}`)
const times = (count: number) => Array.from({ length: count }, (_, index) => index)
const mailsQueued = async () =>
  (await shop.queued()).filter(({ name }) => name === 'send-confirmation-mail').length
const rowOf = (id: string) =>
  shop.db.read(read => read.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

/** Time passes for what is counted. */
const pass = (minutes: number) =>
  shop.db.transaction(async tx => {
    const span = sql`make_interval(mins => ${minutes})`
    await sql`update proof_recipients set keep_until = keep_until - ${span},
                     mailed_at = array(select t - ${span} from unnest(mailed_at) t order by t)`.execute(tx)
    await sql`update proof_domains set keep_until = keep_until - ${span}, counted_from = counted_from - ${span}`.execute(
      tx,
    )
  })

describe('a mailbox gets five mails an hour that prove its address', () => {
  test('the sixth is refused, says which field and when, and leaves its order and the mailed links as they are', async () => {
    const first = await shop.orderToken()
    expect((await send(first.token, 'hana@gmail.com')).status).toBe(200)
    await pass(20)
    expect(await sendEach(times(4).map(n => `hana+${n}@gmail.com`))).toEqual([200, 200, 200, 200])
    const last = await shop.orderToken()
    const before = await rowOf(last.id)
    const queued = await mailsQueued()
    const answer = await shop.app.inject({
      method: 'POST',
      url: `/api/v1/ordermails/${last.token}`,
      payload: formWith('H.ANA@googlemail.com'),
    })
    expect(answer.statusCode).toBe(429)
    expect(answer.json()).toEqual({
      error: 'too many mails',
      fields: [{ field: 'email', rule: 'too_many_mails_of_recipient' }],
      retry_after: expect.any(Number),
    })
    // The first of the five is twenty minutes old.
    expect(answer.json().retry_after).toBeGreaterThan(39 * 60)
    expect(answer.json().retry_after).toBeLessThanOrEqual(40 * 60)
    expect(answer.headers['retry-after']).toBe(String(answer.json().retry_after))
    expect(await rowOf(last.id)).toEqual(before)
    expect(await mailsQueued()).toBe(queued)
    expect(await follow(first.id)).toEqual({ status: 200, body: { order_token: first.token } })
    expect((await send(last.token, 'taro@gmail.com')).status).toBe(200)
  })

  test('an order whose mail is refused keeps the link it was mailed', async () => {
    const { id, token } = await shop.orderToken()
    expect((await send(token, 'hana@gmail.com')).status).toBe(200)
    await sendEach(times(4).map(() => 'hana@gmail.com'))
    expect((await send(token, 'hana@gmail.com')).status).toBe(429)
    expect((await follow(id)).status).toBe(200)
  })

  test('a mail sent again counts as one, and each is forgotten an hour later', async () => {
    const { token } = await shop.orderToken()
    for (const _ of times(3)) expect((await send(token, 'hana@gmail.com')).status).toBe(200)
    await pass(30)
    expect(await sendEach(times(3).map(() => 'hana@gmail.com'))).toEqual([200, 200, 429])
    await pass(30)
    expect(await sendEach(times(4).map(() => 'hana@gmail.com'))).toEqual([200, 200, 200, 429])
  })

  test('forms of many orders at once, in two processes, get five through', async () => {
    const orders = await Promise.all(times(20).map(() => shop.orderToken()))
    const answers = await Promise.all(
      orders.map(({ token }, index) =>
        sendOrderMail({ ...shop.deps, db: index % 2 === 0 ? shop.db : elsewhere }, SITE, {
          token,
          ...formWith(`hana+${index}@gmail.com`),
        }),
      ),
    )
    expect(answers.filter(answer => !isRefusal(answer))).toHaveLength(5)
    const stored = await Promise.all(orders.map(({ id }) => rowOf(id)))
    expect(stored.filter(({ status }) => status === 'mail_sent')).toHaveLength(5)
  })

  test('of two that want the last one at the same moment, in two processes, one gets it', async () => {
    await sendEach(times(4).map(() => 'hana@gmail.com'))
    const { token } = await shop.orderToken()
    const counted = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    // The other process has counted the fifth and not committed yet, while this one wants to count it as well.
    const other = elsewhere.transaction(async tx => {
      await sql`update proof_recipients set mailed_at = mailed_at || now()`.execute(tx)
      counted.resolve()
      await mayCommit.promise
    })
    await counted.promise
    let isOver = false
    const answer = send(token, 'hana@gmail.com').finally(() => {
      isOver = true
    })
    await untilSomebodyWaits(shop.db, () => isOver)
    mayCommit.resolve()
    await other
    expect(await answer).toMatchObject({ status: 429, body: { error: 'too many mails' } })
  })
})

describe('a domain gets mails for so many mailboxes an hour that have proved nothing', () => {
  const at = (domain: string, count: number, from = 0) => times(count).map(n => `m${from + n}@${domain}`)

  test('one more is refused, and counts for its mailbox no more than if it had not been tried', async () => {
    expect(await sendEach(at('example.com', ADDRESSES))).toEqual([200, 200, 200])
    for (const _ of times(6)) {
      const { status, body } = await sendNew('new@example.com')
      expect(status).toBe(429)
      expect(body['fields']).toEqual([{ field: 'email', rule: 'too_many_mails_of_domain' }])
      expect(body['retry_after']).toBeGreaterThan(59 * 60)
    }
    expect((await sendNew('new@example.org')).status).toBe(200)
    await pass(60)
    expect((await sendNew('new@example.com')).status).toBe(200)
  })

  test('mailboxes that were mailed before, and those that have bought, are let through', async () => {
    const { id, token } = await shop.orderToken()
    await send(token, 'buyer@example.com')
    await shop.db.transaction(tx =>
      tx.updateTable('orders').set({ status: 'completed' }).where('id', '=', id).execute(),
    )
    await pass(60)
    expect(await sendEach(at('example.com', ADDRESSES + 1))).toEqual([200, 200, 200, 429])
    expect((await sendNew('m0@example.com')).status).toBe(200)
    expect((await sendNew('Buyer@Example.com')).status).toBe(200)
  })

  test('each mailbox that proves itself makes room for five more, once', async () => {
    const { id, token } = await shop.orderToken()
    await send(token, 'm0@example.com')
    const again = await shop.orderToken()
    await send(again.token, 'm0+again@example.com')
    await sendEach(at('example.com', ADDRESSES - 1, 1))
    expect((await sendNew('new@example.com')).status).toBe(429)
    expect((await follow(id)).status).toBe(200)
    expect((await follow(again.id)).status).toBe(200)
    expect(await sendEach(at('example.com', 6, 10))).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('a domain that has proved many is not counted, and one where everybody has a mailbox never', async () => {
    const { domainHash } = countedAddress(shop.deps.env, 'm0@example.com')
    await sendNew('m0@example.com')
    await shop.db.transaction(tx =>
      tx.updateTable('proof_domains').set({ proved: PROOFS_OF_OPEN_DOMAIN }).execute(),
    )
    const [, ...more] = [...at('example.com', 8), ...at('docomo.ne.jp', 8)]
    expect(new Set(await sendEach(more))).toEqual(new Set([200]))
    const rows = await shop.db.read(read => read.selectFrom('proof_domains').selectAll().execute())
    expect(rows).toMatchObject([{ domain_hash: domainHash, addresses: 1 }])
  })

  test('forms at once in two processes get as many through as the bound says', async () => {
    await sendNew('m100@example.com')
    const orders = await Promise.all(times(12).map(() => shop.orderToken()))
    const answers = await Promise.all(
      orders.map(({ token }, index) =>
        sendOrderMail({ ...shop.deps, db: index % 2 === 0 ? shop.db : elsewhere }, SITE, {
          token,
          ...formWith(`m${index}@example.com`),
        }),
      ),
    )
    expect(answers.filter(answer => !isRefusal(answer))).toHaveLength(ADDRESSES - 1)
  })

  test('a domain that another process has just begun to count keeps its bound', async () => {
    const { token } = await shop.orderToken()
    const { domainHash } = countedAddress(shop.deps.env, 'new@example.com')
    if (domainHash === undefined) throw new Error('this domain is counted')
    const counted = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const other = elsewhere.transaction(async tx => {
      const now = sql<Date>`now()`
      const row = {
        domain_hash: domainHash,
        counted_from: now,
        addresses: ADDRESSES,
        keep_until: sql<Date>`now() + interval '1 hour'`,
      }
      await tx.insertInto('proof_domains').values(row).execute()
      counted.resolve()
      await mayCommit.promise
    })
    await counted.promise
    let isOver = false
    const answer = send(token, 'new@example.com').finally(() => {
      isOver = true
    })
    await untilSomebodyWaits(shop.db, () => isOver)
    mayCommit.resolve()
    await other
    expect(await answer).toMatchObject({
      status: 429,
      body: { fields: [{ field: 'email', rule: 'too_many_mails_of_domain' }], retry_after: 3_600 },
    })
  })

  test('of two forms in one statement the one is stored that another process, counting at the same time, leaves room for', async () => {
    await sendNew('m0@example.com')
    const orders = await Promise.all(times(2).map(() => shop.orderToken()))
    const changes = await Promise.all(
      orders.map(async ({ token }, index) => {
        const found = await shop.db.find(formFactsByToken, { siteKey: 'demo', token, mailDomain: undefined })
        const decision = decideForm(shop.deps, SITE, formWith(`new${index}@example.com`), found)
        if (!('change' in decision)) throw new Error('a good form was refused')
        return decision.change
      }),
    )
    const counted = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const other = elsewhere.transaction(async tx => {
      await sql`update proof_domains set addresses = addresses + 1`.execute(tx)
      counted.resolve()
      await mayCommit.promise
    })
    await counted.promise
    let isOver = false
    const written = Promise.all(changes.map(change => shop.db.write(storeForms, change))).finally(() => {
      isOver = true
    })
    await untilSomebodyWaits(shop.db, () => isOver)
    mayCommit.resolve()
    await other
    expect((await written).filter(one => one === 'stored')).toHaveLength(1)
  })

  test('links that are followed at once, in two processes, are each counted', async () => {
    const orders = []
    for (const email of at('example.com', ADDRESSES)) {
      const order = await shop.orderToken()
      await send(order.token, email)
      orders.push(order)
    }
    await Promise.all(orders.map(({ id }) => follow(id)))
    const rows = await shop.db.read(read => read.selectFrom('proof_domains').select('proved').execute())
    expect(rows).toEqual([{ proved: ADDRESSES }])
  })
})

describe('were the conditions of the counts to fail', () => {
  const always = sql<boolean>`true`
  const storeUnbounded = storingForms({ recipient: always, domain: always, room: sql<number>`1000` })

  test('a sixth mail, and one to a mailbox too many of a domain, would be queued', async () => {
    await sendEach(times(5).map(() => 'hana@gmail.com'))
    await sendEach(times(ADDRESSES).map(n => `m${n}@example.com`))
    for (const email of ['hana@gmail.com', 'new@example.com']) {
      const { token } = await shop.orderToken()
      expect((await send(token, email)).status).toBe(429)
      const found = await shop.db.find(formFactsByToken, { siteKey: 'demo', token, mailDomain: undefined })
      const decision = decideForm(shop.deps, SITE, formWith(email), found)
      if (!('change' in decision)) throw new Error('a good form was refused')
      expect(await shop.db.write(storeUnbounded, decision.change)).toBe('stored')
    }
  })
})

test('a member whose site trusts its members needs no mail, however many the mailbox had (S-5.06, D-68)', async () => {
  await sendEach(times(6).map(() => 'hana@gmail.com'))
  const { token } = await shop.orderToken()
  const found = await shop.db.find(formFactsByToken, { siteKey: 'demo', token, mailDomain: undefined })
  if (found === undefined) throw new Error('no order')
  const trusting = { ...SITE, membership: { ...SITE.membership, skipMailAuthentication: true } }
  const facts = { ...found, memberAddress: 'hana@gmail.com' }
  const decision = decideForm(shop.deps, trusting, formWith('hana@gmail.com'), facts)
  if (!('change' in decision)) throw new Error('a good form was refused')
  expect(await shop.db.write(storeForms, decision.change)).toBe('stored')
})

test('counts are swept when their hour is over, and proofs of a domain after thirty days', async () => {
  const { id, token } = await shop.orderToken()
  await send(token, 'm0@example.com')
  await sendNew('m1@example.org')
  await follow(id)
  expect(await sweepCounts(shop.deps)).toBe(0)
  await pass(60)
  // Two mailboxes and the domain that proved nothing.
  expect(await sweepCounts(shop.deps)).toBe(3)
  await pass(30 * 24 * 60)
  expect(await sweepCounts(shop.deps)).toBe(1)
})

test('S-15.02: a bound that is met is logged and counted without the address', async () => {
  const counted = async () => {
    const { body } = await shop.app.inject('/metrics')
    return ['recipient', 'domain'].map(by =>
      Number(new RegExp(`kippu_mails_bounded_total{by="${by}"} (\\d+)`).exec(body)?.[1]),
    )
  }
  const [recipients = 0, domains = 0] = await counted()
  await sendEach(times(6).map(() => 'planted.reader@gmail.com'))
  await sendEach(times(ADDRESSES + 1).map(n => `planted${n}@planted.example`))
  expect(await counted()).toEqual([recipients + 1, domains + 1])
  expect(shop.logged.join('')).toContain('a confirmation mail would be one too many')
  expect(shop.logged.join('').toLowerCase()).not.toContain('planted')
})
