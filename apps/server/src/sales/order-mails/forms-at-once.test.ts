import { siteOf } from '@kippu/demo/demo-sites'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type Shop } from '../../../test/shop/shop.ts'
import type { Database } from '../../platform/db/database.ts'
import { isRefusal, refuse } from '../../platform/http/refusal.ts'
import { storeForms } from '../../orders/life/order-mail.ts'
import { decideForm } from './decide-form.ts'
import { formFactsByToken } from './form-facts.ts'
import { sendOrderMail } from './send-order-mail.ts'

const SITE = siteOf('demo')

let shop: Shop

beforeAll(async () => {
  shop = await createShop()
  await shop.db.transaction(async tx => {
    await tx.deleteFrom('field_templates').where('site_key', '=', 'demo').execute()
    const shown = { site_key: 'demo', field_name: 'email', is_require: true, is_display: true, position: 1 }
    await tx.insertInto('field_templates').values(shown).execute()
  })
})

beforeEach(() => shop.renew({ capacities: [60] }))

afterAll(() => shop.close())

const formWith = (email: string) => ({ contents: [{ key: 'email', value: email }] })
const send = (token: string, email: string, db: Database = shop.db) =>
  sendOrderMail({ ...shop.deps, db }, SITE, { token, ...formWith(email), address: '192.0.2.1' })
const follow = (id: string, generation: number) =>
  shop.call('GET', `/api/v1/ordermails/${shop.deps.tokens.derive('mail', `${id}.${generation}`)}`)
const generationsQueued = async (id: string) =>
  (await shop.queued()).flatMap(job => ('generation' in job && job.orderId === id ? [job.generation] : []))

const rowOf = (id: string) =>
  shop.db.read(read => read.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

/** The database, where something happens once, between the first read of a step and its write. */
function interrupted(deed: () => Promise<unknown>): Database {
  let isDone = false
  return {
    ...shop.db,
    find: async (read, question) => {
      const found = await shop.db.find(read, question)
      if (!isDone) {
        isDone = true
        await deed()
      }
      return found
    },
  }
}

test('S-1.02: forms of many orders that are stored by one statement have each its own answers, link and job', async () => {
  const orders = await Promise.all(Array.from({ length: 20 }, () => shop.orderToken()))
  const answers = await Promise.all(orders.map(({ token }, index) => send(token, `b${index}@example.com`)))
  expect(answers).toEqual(orders.map(() => ({ mail_sent: true, places: 'held' })))
  for (const [index, { id, token }] of orders.entries()) {
    expect(await generationsQueued(id)).toEqual([1])
    expect(await rowOf(id)).toMatchObject({
      status: 'mail_sent',
      email: `b${index}@example.com`,
      customer_info: formWith(`b${index}@example.com`).contents,
    })
    expect(await follow(id, 1)).toEqual({ status: 200, body: { order_token: token } })
  }
  // One statement has one time.
  const { rows } = await shop.db.read(read =>
    sql`select distinct created_on from jobs.job where data ->> 'orderId' = any(${orders.map(({ id }) => id)})`.execute(
      read,
    ),
  )
  expect(rows).toHaveLength(1)
})

test('S-1.02: of forms of one order at the same time each is stored, one link works, and each generation has one job', async () => {
  const { id, token } = await shop.orderToken()
  const emails = ['a@example.com', 'b@example.com', 'c@example.com']
  expect(await Promise.all(emails.map(email => send(token, email)))).toEqual(
    emails.map(() => ({ mail_sent: true, places: 'held' })),
  )
  expect(new Set(await generationsQueued(id))).toEqual(new Set([1, 2, 3]))
  expect((await follow(id, 1)).status).toBe(404)
  expect((await follow(id, 2)).status).toBe(404)
  expect((await follow(id, 3)).status).toBe(200)
  expect(emails).toContain((await rowOf(id)).email)
})

test('six forms of one order at the same time send five mails', async () => {
  const { id, token } = await shop.orderToken()
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(token, 'a@example.com')))
  expect(answers.filter(isRefusal)).toEqual([refuse('too_many_requests')])
  expect(await generationsQueued(id)).toHaveLength(5)
})

/** What time alone does to a hold: its end passes, and the row, its version too, stays as it was. */
const passEndOf = (id: string) =>
  shop.db.transaction(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const expiresAt = sql<Date>`now() - interval '1 second'`
    await tx.updateTable('orders').set({ expires_at: expiresAt }).where('id', '=', id).execute()
  })

describe('between the read of a form and its write', () => {
  test('S-1.07, S-2.03: a hold that ends is told, and nothing is stored or queued', async () => {
    const { id, token } = await shop.orderToken()
    const before = await rowOf(id)
    const db = interrupted(() => passEndOf(id))
    expect(await send(token, 'a@example.com', db)).toEqual(refuse('session_timeout'))
    expect(await rowOf(id)).toMatchObject({
      status: before.status,
      customer_info: before.customer_info,
      mail_generation: 0,
      version: before.version,
    })
    expect(await generationsQueued(id)).toEqual([])
  })

  test('S-1.02: another form is not overwritten unseen: the later one gets the next link', async () => {
    const { id, token } = await shop.orderToken()
    const db = interrupted(() => send(token, 'first@example.com'))
    expect(await send(token, 'second@example.com', db)).toEqual({ mail_sent: true, places: 'held' })
    expect(await rowOf(id)).toMatchObject({ email: 'second@example.com', mail_generation: 2 })
    expect((await follow(id, 1)).status).toBe(404)
    expect((await follow(id, 2)).status).toBe(200)
  })

  test('S-1.04: a payment that begins keeps the answers as they were', async () => {
    const { id, token } = await shop.orderToken()
    await send(token, 'a@example.com')
    await follow(id, 1)
    const pay = () =>
      shop.db.transaction(tx =>
        tx.updateTable('orders').set({ status: 'payment_pending' }).where('id', '=', id).execute(),
      )
    expect(await send(token, 'a@example.com', interrupted(pay))).toEqual(refuse('order is being paid'))
    expect(await rowOf(id)).toMatchObject({ status: 'payment_pending', email: 'a@example.com' })
  })

  test('a form that was decided on an order of before is not written', async () => {
    const { id, token } = await shop.orderToken()
    const found = await shop.db.find(formFactsByToken, { siteKey: 'demo', token, mailDomain: 'example.com' })
    const decision = decideForm(
      shop.deps,
      SITE,
      { ...formWith('a@example.com'), address: '192.0.2.1' },
      found,
    )
    if (!('change' in decision)) throw new Error('a good form was refused')
    expect(await shop.db.write(storeForms, decision.change)).toBe('stored')
    expect(await shop.db.write(storeForms, decision.change)).toBeUndefined()
    expect(await rowOf(id)).toMatchObject({ version: (found?.order.version ?? 0) + 1 })
  })
})
