import { siteOf } from '@kippu/demo/demo-sites'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type Shop } from '../../../test/shop/shop.ts'
import type { StoreAnswer } from '../../../test/shop/orders.ts'
import { untilSomebodyWaits } from '../../../test/waiting-connections.ts'
import { BOUND_CONDITIONS, PROOFS_OF_OPEN_DOMAIN } from '../../orders/address-proofs/count-mails.ts'
import { countedAddress } from '../../orders/address-proofs/counted-address.ts'
import { sweepCounts } from '../../orders/address-proofs/sweep-counts.ts'
import { type Database, openDatabase, type Tx } from '../../platform/db/database.ts'
import { networkHash } from '../../platform/http/network.ts'
import { isRefusal } from '../../platform/http/refusal.ts'
import { type FormChange, storeForms, storingForms } from '../../orders/life/order-mail.ts'
import { confirmOrderMail } from './confirm-order-mail.ts'
import { decideForm } from './decide-form.ts'
import { formFactsByToken } from './form-facts.ts'
import { sendOrderMail } from './send-order-mail.ts'

const SITE = siteOf('demo')
/** Mailboxes of a domain that has proved none, of which one network gets one; the default is more than most tests need. */
const ADDRESSES = 3
/** Mailboxes of one network. */
const OF_NETWORK = 4

let shop: Shop
/** The database as another process has it: its queues know nothing of the first one's. */
let elsewhere: Database

beforeAll(async () => {
  shop = await createShop({
    variables: {
      CONFIRMATION_MAILS_PER_HOUR: '5',
      CONFIRMATION_ADDRESSES_PER_HOUR: String(ADDRESSES),
      CONFIRMATION_NETWORK_ADDRESSES_PER_HOUR: String(OF_NETWORK),
    },
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
    await tx.deleteFrom('proof_networks').execute()
  })
})

afterAll(async () => {
  await elsewhere.close()
  await shop.close()
})

const formWith = (email: string) => ({ contents: [{ key: 'email', value: email }] })
let networks = 0
/** An address of a network that nobody has asked from. */
function newNetwork(): string {
  networks += 1
  return `10.0.${networks >> 8}.${networks & 0xff}`
}
const formFrom = (email: string, address = newNetwork()) => ({ ...formWith(email), address })
async function send(token: string, email: string, address = newNetwork()): Promise<StoreAnswer> {
  const url = `/api/v1/ordermails/${token}`
  const answer = await shop.app.inject({
    method: 'POST',
    url,
    payload: formWith(email),
    remoteAddress: address,
  })
  return { status: answer.statusCode, body: answer.json() }
}
const sendNew = async (email: string, address?: string) =>
  send((await shop.orderToken()).token, email, address)
/** The answers to a form of a new order for each address, one after the other; each from a network of its own unless one is given. */
async function sendEach(emails: readonly string[], address?: string): Promise<readonly number[]> {
  const statuses: number[] = []
  for (const email of emails) statuses.push((await sendNew(email, address)).status)
  return statuses
}
const boundOf = ({ status, body }: StoreAnswer) => ({ status, fields: body['fields'] })
const bounded = (by: 'recipient' | 'domain' | 'network') => ({
  status: 429,
  fields: [{ field: 'email', rule: `too_many_mails_of_${by}` }],
})
/** Sends forms at a deployment with the bounds of every other one; how many of them were mailed. */
async function sendAtDefaults(emails: readonly string[], address: string): Promise<number> {
  const env = { ...shop.deps.env, confirmationMails: { mails: 5, addresses: 200, networkAddresses: 300 } }
  const sendOne = async (email: string) =>
    sendOrderMail({ ...shop.deps, env }, SITE, {
      token: (await shop.orderToken()).token,
      ...formFrom(email, address),
    })
  const [first = '', ...others] = emails
  const answers = [await sendOne(first), ...(await Promise.all(others.map(email => sendOne(email))))]
  return answers.filter(answer => !isRefusal(answer)).length
}
/** What a form for a new order would change. */
async function changeOf(email: string, address: string): Promise<FormChange> {
  const { token } = await shop.orderToken()
  const found = await shop.db.find(formFactsByToken, { siteKey: 'demo', token, mailDomain: undefined })
  const decision = decideForm(shop.deps, SITE, formFrom(email, address), found)
  if (!('change' in decision)) throw new Error('a good form was refused')
  return decision.change
}
const countsOf = (table: 'proof_domains' | 'proof_networks') =>
  shop.db.read(read => read.selectFrom(table).select('addresses').execute())
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
    await sql`update proof_recipients set sent_at = array(select t - ${span} from unnest(sent_at) t order by t)`.execute(
      tx,
    )
    await sql`update proof_networks set counted_from = counted_from - ${span}`.execute(tx)
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

  test('three of them through one network, however long it goes on asking', async () => {
    const [one, other] = [newNetwork(), newNetwork()]
    expect(await sendEach(['hana@gmail.com', 'hana@gmail.com'], one)).toEqual([200, 200])
    await pass(20)
    expect(
      await sendEach(
        times(2).map(() => 'h.ana@gmail.com'),
        one,
      ),
    ).toEqual([200, 429])
    const refused = await sendNew('hana@gmail.com', one)
    expect(boundOf(refused)).toEqual(bounded('recipient'))
    expect(refused.body['retry_after']).toBeGreaterThan(39 * 60)
    expect(refused.body['retry_after']).toBeLessThanOrEqual(40 * 60)
    expect(
      await sendEach(
        times(3).map(() => 'hana@gmail.com'),
        other,
      ),
    ).toEqual([200, 200, 429])
    await pass(41)
    // Two are over an hour old. Whoever takes what becomes free at once leaves room for the owner.
    expect(
      await sendEach(
        times(3).map(() => 'hana@gmail.com'),
        one,
      ),
    ).toEqual([200, 200, 429])
    await pass(20)
    expect(
      await sendEach(
        times(2).map(() => 'hana@gmail.com'),
        one,
      ),
    ).toEqual([200, 429])
    expect((await sendNew('hana@gmail.com', other)).status).toBe(200)
  })

  test('forms of many orders of one network at once, in two processes, get three through', async () => {
    const own = newNetwork()
    const orders = await Promise.all(times(20).map(() => shop.orderToken()))
    const answers = await Promise.all(
      orders.map(({ token }, index) =>
        sendOrderMail({ ...shop.deps, db: index % 2 === 0 ? shop.db : elsewhere }, SITE, {
          token,
          ...formFrom(`hana+${index}@gmail.com`, own),
        }),
      ),
    )
    expect(answers.filter(answer => !isRefusal(answer))).toHaveLength(3)
  })

  test('a mailbox whose row has five mails of this hour gets no sixth', async () => {
    await sendNew('hana@gmail.com')
    await shop.db.transaction(tx =>
      sql`update proof_recipients set mailed_at = array_fill(now(), array[5])`.execute(tx),
    )
    expect(boundOf(await sendNew('hana@gmail.com'))).toEqual(bounded('recipient'))
  })

  test('one that is refused costs neither its domain nor its network anything', async () => {
    const domainHas = (addresses: number) =>
      shop.db.transaction(tx => tx.updateTable('proof_domains').set({ addresses }).execute())
    await sendEach(times(3).map(() => 'hana@example.com'))
    await domainHas(0)
    await sendEach(times(2).map(() => 'hana@example.com'))
    const before = await countsOf('proof_networks')
    expect(boundOf(await sendNew('hana@example.com'))).toEqual(bounded('recipient'))
    expect(await countsOf('proof_domains')).toEqual([{ addresses: 2 }])
    await domainHas(ADDRESSES)
    expect(boundOf(await sendNew('hana@example.com'))).toEqual(bounded('domain'))
    expect(await countsOf('proof_networks')).toEqual(before)
  })

  test('forms of many orders at once, in two processes, get five through', async () => {
    const orders = await Promise.all(times(20).map(() => shop.orderToken()))
    const answers = await Promise.all(
      orders.map(({ token }, index) =>
        sendOrderMail({ ...shop.deps, db: index % 2 === 0 ? shop.db : elsewhere }, SITE, {
          token,
          ...formFrom(`hana+${index}@gmail.com`),
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

  test('whoever meets the bound learns nothing of a mailbox: not whether it was mailed, has proved itself or has bought', async () => {
    const [own, other] = [newNetwork(), newNetwork()]
    const buyer = await shop.orderToken()
    await send(buyer.token, 'buyer@example.com')
    await shop.db.transaction(tx =>
      tx.updateTable('orders').set({ status: 'completed' }).where('id', '=', buyer.id).execute(),
    )
    await pass(60)
    const proved = await shop.orderToken()
    await send(proved.token, 'proved@example.com')
    await sendNew('mailed@example.com')
    await sendNew('own@example.com', own)
    expect((await follow(proved.id)).status).toBe(200)
    await shop.db.transaction(tx => tx.updateTable('proof_domains').set({ addresses: 1_000 }).execute())
    const known = ['buyer', 'proved', 'mailed', 'own', 'invented'].map(name => `${name}@example.com`)
    const answers = []
    for (const email of known) answers.push(boundOf(await sendNew(email, other)))
    expect(answers).toEqual(known.map(() => bounded('domain')))
    // This much the network knows: it has asked for it.
    expect((await sendNew('own@example.com', own)).status).toBe(200)
  })

  test('one network gets a twentieth of them, and as much more for each proof of its own', async () => {
    const [own, other] = [newNetwork(), newNetwork()]
    const first = await shop.orderToken()
    expect((await send(first.token, 'm0@example.com', own)).status).toBe(200)
    const refused = await sendNew('m1@example.com', own)
    expect(boundOf(refused)).toEqual(bounded('domain'))
    // Room may come with the next proof.
    expect(refused.body['retry_after']).toBe(300)
    expect((await sendNew('m2@example.com', other)).status).toBe(200)
    expect((await follow(first.id)).status).toBe(200)
    expect(boundOf(await sendNew('m3@example.com', other))).toEqual(bounded('domain'))
    await shop.db.transaction(tx => tx.updateTable('proof_networks').set({ addresses: 1 }).execute())
    await shop.db.transaction(tx => tx.updateTable('proof_domains').set({ addresses: 0 }).execute())
    await shop.db.transaction(tx =>
      sql`update proof_networks set room = 1000 where domain_hash = ''`.execute(tx),
    )
    expect(await sendEach(at('example.com', 6, 10), own)).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('fifty requests of one network leave a domain open to everybody else', async () => {
    expect(await sendAtDefaults(at('example.com', 50), newNetwork())).toBe(10)
    expect(await sendAtDefaults(['new@example.com'], newNetwork())).toBe(1)
    await pass(60)
    // Of a domain that has proved much a network gets no larger part.
    await shop.db.transaction(tx => tx.updateTable('proof_domains').set({ proved: 100 }).execute())
    expect(await sendAtDefaults(at('example.com', 50, 100), newNetwork())).toBe((200 + 5 * 100) / 20)
  })

  test('a network that is refused takes nothing from the domain', async () => {
    const own = newNetwork()
    expect(await sendEach(at('example.com', ADDRESSES + 2), own)).toEqual([200, 429, 429, 429, 429])
    expect(await countsOf('proof_domains')).toEqual([{ addresses: 1 }])
    // Of forms in one statement, those of one network do not take the places of others either.
    const changes = await Promise.all([
      ...at('example.com', 20, 10).map(email => changeOf(email, own)),
      changeOf('new@example.com', newNetwork()),
    ])
    const written = await Promise.all(changes.map(change => shop.db.write(storeForms, change)))
    expect(written.map(one => one === 'stored')).toEqual([...times(20).map(() => false), true])
  })

  test('a mailbox that has had its mails takes the place of no other one in its statement', async () => {
    await sendNew('full@example.com')
    await shop.db.transaction(tx =>
      tx
        .updateTable('proof_recipients')
        .set({ mailed_at: times(5).map(() => new Date()) })
        .execute(),
    )
    const own = newNetwork()
    const full = await changeOf('full@example.com', own)
    let next = await changeOf('new@example.com', own)
    // Those whose orders come first are looked at first.
    while (next.order.id < full.order.id) next = await changeOf('new@example.com', own)
    const written = await Promise.all([full, next].map(change => shop.db.write(storeForms, change)))
    expect(written.map(one => one === 'stored')).toEqual([false, true])
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
          ...formFrom(`m${index}@example.com`),
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
    const changes = await Promise.all(times(2).map(n => changeOf(`new${n}@example.com`, newNetwork())))
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

describe('a network gets mails for so many mailboxes an hour', () => {
  const at = (domain: string, count: number, from = 0) => times(count).map(n => `n${from + n}@${domain}`)
  const OF_DOCOMO = 'docomo.ne.jp'

  test('whatever their domains; one more is refused, and other networks are not', async () => {
    const own = newNetwork()
    expect(await sendEach([...at(OF_DOCOMO, 2), ...at('gmail.com', 2)], own)).toEqual([200, 200, 200, 200])
    for (const email of ['new@docomo.ne.jp', 'new@example.com']) {
      const refused = await sendNew(email, own)
      expect(boundOf(refused)).toEqual(bounded('network'))
      expect(refused.body['retry_after']).toBe(300)
    }
    expect(await countsOf('proof_domains')).toEqual([])
    expect((await sendNew('n0@docomo.ne.jp', own)).status).toBe(200)
    expect((await sendNew('new@docomo.ne.jp', newNetwork())).status).toBe(200)
    await pass(60)
    expect(await sendEach(at(OF_DOCOMO, OF_NETWORK + 1, 10), own)).toEqual([200, 200, 200, 200, 429])
  })

  test('one network mails 300 strangers of a carrier in an hour', async () => {
    expect(await sendAtDefaults(at(OF_DOCOMO, 150), newNetwork())).toBe(150)
    const own = newNetwork()
    await sendAtDefaults(['n@docomo.ne.jp'], own)
    await shop.db.transaction(tx =>
      sql`update proof_networks set addresses = 295 where addresses = 1`.execute(tx),
    )
    expect(await sendAtDefaults(at(OF_DOCOMO, 50, 200), own)).toBe(5)
  })

  test('forms that the domain refuses take no place of others in their statement', async () => {
    const own = newNetwork()
    await sendNew('n0@example.com', own)
    const emails = [...at('example.com', 20, 1), 'new@docomo.ne.jp']
    const changes = await Promise.all(emails.map(email => changeOf(email, own)))
    const written = await Promise.all(changes.map(change => shop.db.write(storeForms, change)))
    expect(written.map(one => one === 'stored')).toEqual([...times(20).map(() => false), true])
  })

  test('the addresses of an IPv6 /64 are one', async () => {
    // The first gives the network its row: two statements that both make it count for one of them alone.
    expect((await sendNew('n0@docomo.ne.jp', '2001:db8::1')).status).toBe(200)
    const statuses = await Promise.all(
      times(OF_NETWORK + 1).map(
        async n => (await sendNew(`n${n + 1}@docomo.ne.jp`, `2001:db8::${n + 2}`)).status,
      ),
    )
    expect(statuses.filter(status => status === 200)).toHaveLength(OF_NETWORK - 1)
  })

  test('each that proves itself where everybody has a mailbox makes room for five more, once', async () => {
    const own = newNetwork()
    const orders = [await shop.orderToken(), await shop.orderToken()]
    for (const { token } of orders) await send(token, 'n0@docomo.ne.jp', own)
    await sendEach(at(OF_DOCOMO, OF_NETWORK - 1, 1), own)
    expect((await sendNew('new@docomo.ne.jp', own)).status).toBe(429)
    // The proof counts for the network that has asked, wherever else the mailbox was mailed from since.
    const other = newNetwork()
    await sendEach(['n0@docomo.ne.jp', ...at(OF_DOCOMO, OF_NETWORK - 1, 20)], other)
    for (const { id } of orders) expect((await follow(id)).status).toBe(200)
    expect(await sendEach(at(OF_DOCOMO, 6, 30), own)).toEqual([200, 200, 200, 200, 200, 429])
    expect((await sendNew('new@docomo.ne.jp', other)).status).toBe(429)
  })

  test('one that proves itself at any other domain gives back its own place alone: one person may have all names there', async () => {
    const own = newNetwork()
    const { id, token } = await shop.orderToken()
    await send(token, 'n0@example.com', own)
    await sendEach(at(OF_DOCOMO, OF_NETWORK - 1), own)
    expect((await follow(id)).status).toBe(200)
    expect(await sendEach(at(OF_DOCOMO, 2, 10), own)).toEqual([200, 429])
  })

  test('what has proved itself in an hour that is over makes no room in the next', async () => {
    const own = newNetwork()
    const { id, token } = await shop.orderToken()
    await send(token, 'n0@docomo.ne.jp', own)
    await pass(60)
    expect((await follow(id)).status).toBe(200)
    expect(await sendEach(at(OF_DOCOMO, OF_NETWORK + 1, 1), own)).toEqual([200, 200, 200, 200, 429])
    await shop.db.transaction(tx => tx.updateTable('proof_networks').set({ room: 100 }).execute())
    await pass(60)
    expect(await sendEach(at(OF_DOCOMO, OF_NETWORK + 1, 10), own)).toEqual([200, 200, 200, 200, 429])
  })

  test('forms at once in two processes get as many through as the bound says', async () => {
    const own = newNetwork()
    await sendNew('n100@docomo.ne.jp', own)
    const orders = await Promise.all(times(12).map(() => shop.orderToken()))
    const answers = await Promise.all(
      orders.map(({ token }, index) =>
        sendOrderMail({ ...shop.deps, db: index % 2 === 0 ? shop.db : elsewhere }, SITE, {
          token,
          ...formFrom(`n${index}@docomo.ne.jp`, own),
        }),
      ),
    )
    expect(answers.filter(answer => !isRefusal(answer))).toHaveLength(OF_NETWORK - 1)
  })

  test('of two in one statement the one is stored that another process, counting at the same time, leaves room for', async () => {
    const own = newNetwork()
    await sendEach(at(OF_DOCOMO, OF_NETWORK - 2), own)
    const changes = await Promise.all(times(2).map(n => changeOf(`new${n}@docomo.ne.jp`, own)))
    const written = await whileOthersCommit(
      tx => sql`update proof_networks set addresses = addresses + 1`.execute(tx),
      () => Promise.all(changes.map(change => shop.db.write(storeForms, change))),
    )
    expect(written.filter(one => one === 'stored')).toHaveLength(1)
  })

  test.each([
    [2, 1],
    [3, 2],
  ])('and so at one domain: with room for %i, %i of two', async (room, stored) => {
    const own = newNetwork()
    await sendNew('n0@example.com', own)
    await shop.db.transaction(tx => tx.updateTable('proof_networks').set({ room }).execute())
    const changes = await Promise.all(times(2).map(n => changeOf(`new${n}@example.com`, own)))
    const written = await whileOthersCommit(
      tx => sql`update proof_networks set addresses = addresses + 1`.execute(tx),
      () => Promise.all(changes.map(change => shop.db.write(storeForms, change))),
    )
    expect(written.filter(one => one === 'stored')).toHaveLength(stored)
  })

  test('a network that another process has just begun to count keeps its bound', async () => {
    const own = newNetwork()
    const row = {
      network_hash: networkHash(shop.deps.env, own),
      domain_hash: Buffer.alloc(0),
      counted_from: sql<Date>`now()`,
      addresses: OF_NETWORK,
    }
    const answer = await whileOthersCommit(
      tx => tx.insertInto('proof_networks').values(row).execute(),
      () => sendNew('new@docomo.ne.jp', own),
    )
    expect(boundOf(answer)).toEqual(bounded('network'))
    expect(answer.body['retry_after']).toBe(300)
  })

  test('links that are followed at once, in two processes, are each counted', async () => {
    const own = newNetwork()
    const orders = []
    for (const email of at(OF_DOCOMO, OF_NETWORK)) {
      const order = await shop.orderToken()
      await send(order.token, email, own)
      orders.push(order)
    }
    await Promise.all(
      orders.map(({ id }, index) =>
        confirmOrderMail(
          { ...shop.deps, db: index % 2 === 0 ? shop.db : elsewhere },
          { site: SITE, token: shop.deps.tokens.derive('mail', `${id}.1`), address: own },
        ),
      ),
    )
    const rows = await shop.db.read(read => read.selectFrom('proof_networks').select('room').execute())
    expect(rows).toEqual([{ room: 5 * OF_NETWORK }])
  })
})

/** Does something while another process has written and not committed yet; once somebody waits for it, it commits. */
async function whileOthersCommit<T>(write: (tx: Tx) => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const written = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const other = elsewhere.transaction(async tx => {
    await write(tx)
    written.resolve()
    await mayCommit.promise
  })
  await written.promise
  let isOver = false
  const result = work().finally(() => {
    isOver = true
  })
  await untilSomebodyWaits(shop.db, () => isOver)
  mayCommit.resolve()
  await other
  return result
}

describe('were the conditions of the counts to fail', () => {
  const always = sql<boolean>`true`
  const plenty = sql<number>`1000`

  test.each([
    ['a sixth mail to a mailbox', 'hana@gmail.com', { recipient: always }],
    ['a mailbox too many of a domain', 'new@example.com', { domain: always, room: plenty }],
    ['a mailbox too many of a network', 'new@docomo.ne.jp', { network: always, networkRoom: plenty }],
  ])('%s would be mailed', async (_, email, without) => {
    const own = newNetwork()
    await sendEach(times(5).map(() => 'hana@gmail.com'))
    await sendEach(times(ADDRESSES).map(n => `m${n}@example.com`))
    await sendEach(
      times(OF_NETWORK).map(n => `n${n}@docomo.ne.jp`),
      own,
    )
    const change = await changeOf(email, email.endsWith('docomo.ne.jp') ? own : newNetwork())
    expect(await shop.db.write(storeForms, change)).not.toBe('stored')
    expect(await shop.db.write(storingForms({ ...BOUND_CONDITIONS, ...without }), change)).toBe('stored')
  })
})

test('a member whose site trusts its members needs no mail, however many the mailbox had (S-5.06, D-68)', async () => {
  await sendEach(times(6).map(() => 'hana@gmail.com'))
  const { token } = await shop.orderToken()
  const found = await shop.db.find(formFactsByToken, { siteKey: 'demo', token, mailDomain: undefined })
  if (found === undefined) throw new Error('no order')
  const trusting = { ...SITE, membership: { ...SITE.membership, skipMailAuthentication: true } }
  const facts = { ...found, memberAddress: 'hana@gmail.com' }
  const decision = decideForm(shop.deps, trusting, formFrom('hana@gmail.com'), facts)
  if (!('change' in decision)) throw new Error('a good form was refused')
  expect(await shop.db.write(storeForms, decision.change)).toBe('stored')
})

test('S-15.02: which network asked for a mail, and for which order, is known for an hour', async () => {
  await sendNew('hana@gmail.com')
  await pass(60)
  const { id, token } = await shop.orderToken()
  const own = newNetwork()
  await send(token, 'hana@gmail.com', own)
  const rows = await shop.db.read(read => read.selectFrom('proof_recipients').selectAll().execute())
  expect(rows).toMatchObject([
    { sent_at: [expect.any(Date)], sent_from: [networkHash(shop.deps.env, own)], sent_for: [id] },
  ])
})

test('counts are swept when their hour is over, and proofs of a domain after thirty days', async () => {
  const { id, token } = await shop.orderToken()
  await send(token, 'm0@example.com')
  await sendNew('m1@example.org')
  await follow(id)
  expect(await sweepCounts(shop.deps)).toBe(0)
  await pass(60)
  // Two mailboxes, their two networks with a row for each domain, and the domain that proved nothing.
  expect(await sweepCounts(shop.deps)).toBe(7)
  await pass(30 * 24 * 60)
  expect(await sweepCounts(shop.deps)).toBe(1)
})

test('S-15.02: a bound that is met is logged and counted without the address', async () => {
  const counted = async () => {
    const { body } = await shop.app.inject('/metrics')
    return ['recipient', 'domain', 'network'].map(by =>
      Number(new RegExp(`kippu_mails_bounded_total{by="${by}"} (\\d+)`).exec(body)?.[1]),
    )
  }
  const [recipients = 0, domains = 0, ofNetworks = 0] = await counted()
  await sendEach(times(6).map(() => 'planted.reader@gmail.com'))
  await sendEach(times(ADDRESSES + 1).map(n => `planted${n}@planted.example`))
  const own = newNetwork()
  await sendEach(
    times(OF_NETWORK + 1).map(n => `planted${n}@docomo.ne.jp`),
    own,
  )
  expect(await counted()).toEqual([recipients + 1, domains + 1, ofNetworks + 1])
  expect(shop.logged.join('')).toContain('"by":"network"')
  expect(shop.logged.some(line => line.includes('one too many') && line.includes(own))).toBe(false)
  expect(shop.logged.join('')).toContain('a confirmation mail would be one too many')
  expect(shop.logged.join('').toLowerCase()).not.toContain('planted')
})
