import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createShop, type Shop } from '../../../test/shop/shop.ts'
import { confirmationJobId } from '../../platform/jobs/jobs.ts'
import { type MailedLink, noteMailedLinks } from './order-mail.ts'

let shop: Shop

beforeAll(async () => {
  shop = await createShop()
})

beforeEach(() => shop.renew({ capacities: [60] }))

afterAll(() => shop.close())

const noteMailed = (mail: MailedLink) => shop.db.write(noteMailedLinks, mail)

/** An order whose form was sent so many times. */
async function orderWithMails(count: number): Promise<string> {
  const { id, token } = await shop.orderToken()
  const contents = [
    { key: 'email', value: 'a@example.com' },
    { key: 'fullname', value: '𠮷田 太郎' },
  ]
  for (let mail = 1; mail <= count; mail += 1)
    expect((await shop.call('POST', `/api/v1/ordermails/${token}`, { contents })).status).toBe(200)
  return id
}

const generationsQueued = async (id: string) =>
  (await shop.queued()).flatMap(job => ('generation' in job && job.orderId === id ? [job.generation] : []))

const mailed = (id: string) =>
  shop.db.read(read =>
    read
      .selectFrom('orders')
      .select(['mailed_generation', 'version'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )

test('S-6.04: the mail of a generation that was sent takes its job out of the queue, and no other', async () => {
  const [id, other] = [await orderWithMails(2), await orderWithMails(1)]
  await noteMailed({ orderId: id, generation: 2 })
  expect(await generationsQueued(id)).toEqual([1])
  expect(await generationsQueued(other)).toEqual([1])
  expect(await mailed(id)).toMatchObject({ mailed_generation: 2 })
})

test.each([
  ['created', []],
  ['retry', [{ state: 'retry' }]],
  ['active', [{ state: 'active' }]],
  ['completed', [{ state: 'completed' }]],
])('S-6.04: a job leaves the queue only while nobody has begun it: %s', async (state, left) => {
  const id = await orderWithMails(1)
  const jobId = confirmationJobId({ orderId: id, generation: 1 })
  await shop.db.transaction(tx =>
    sql`update jobs.job set state = ${state}::jobs.job_state where id = ${jobId}`.execute(tx),
  )
  await noteMailed({ orderId: id, generation: 1 })
  const { rows } = await shop.db.read(read =>
    sql`select state from jobs.job where id = ${jobId}`.execute(read),
  )
  expect(rows).toEqual(left)
})

test('of mails that are noted at once each order has its newest, and an older one takes nothing back', async () => {
  const [id, other] = [await orderWithMails(3), await orderWithMails(1)]
  const all = [
    { orderId: id, generation: 1 },
    { orderId: id, generation: 3 },
    { orderId: other, generation: 1 },
    { orderId: id, generation: 2 },
  ]
  await Promise.all(all.map(noteMailed))
  const newest = await mailed(id)
  expect(newest).toMatchObject({ mailed_generation: 3 })
  expect(await mailed(other)).toMatchObject({ mailed_generation: 1 })
  expect([await generationsQueued(id), await generationsQueued(other)]).toEqual([[], []])
  await noteMailed({ orderId: id, generation: 2 })
  expect(await mailed(id)).toEqual(newest)
})
