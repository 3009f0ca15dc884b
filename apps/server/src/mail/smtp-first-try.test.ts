import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

import { siteOf } from '@kippu/demo/demo-sites'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Mailbox, startMailbox } from '../../test/mailbox.ts'
import { createShop, type Shop } from '../../test/shop/shop.ts'
import { sendOrderMail } from '../sales/order-mails/send-order-mail.ts'
import { hashToken } from '../platform/tokens.ts'
import { createFirstTry } from './smtp-first-try.ts'

let mailbox: Mailbox
let shop: Shop
let firstTry: ReturnType<typeof createFirstTry>

beforeAll(async () => {
  mailbox = await startMailbox()
  shop = await createShop({
    replace: deps => {
      firstTry = createFirstTry({ ...deps, env: { ...deps.env, smtpUrl: mailbox.smtpUrl } })
      return { firstTry }
    },
  })
  await shop.renew()
})

afterAll(async () => {
  firstTry.close()
  await shop.close()
  await mailbox.close()
})

/** The order waits for its first confirmation link. */
const waitForMail = (id: string) =>
  shop.db.transaction(tx =>
    tx
      .updateTable('orders')
      .set({
        status: 'mail_sent',
        mail_generation: 1,
        mail_token_hash: hashToken(shop.deps.tokens.derive('mail', `${id}.1`)),
      })
      .where('id', '=', id)
      .execute(),
  )

const formWith = (email: string) => ({
  contents: [
    { key: 'email', value: email },
    { key: 'fullname', value: '𠮷田 太郎' },
  ],
})

test('S-6.03: a refusal of an address by the mail server is answered at once, so that the address can be corrected', async () => {
  const { token } = await shop.orderToken()
  const path = `/api/v1/ordermails/${token}`

  expect(await shop.call('POST', path, formWith('bounce@invalid.test'))).toMatchObject({
    status: 400,
    body: { error: 'invalid email address' },
  })
  expect(await shop.call('POST', path, formWith('right@example.com'))).toMatchObject({ status: 200 })
  expect(await mailbox.mailsTo('right@example.com')).toHaveLength(1)
})

test('S-6.04: a mail that was sent while its buyer waited leaves the queue, and no job sends it again', async () => {
  const { id, token } = await shop.orderToken()
  await shop.call('POST', `/api/v1/ordermails/${token}`, formWith('once@example.com'))
  const job = { name: 'send-confirmation-mail', orderId: id, generation: 1 } as const

  expect(await shop.queued()).not.toContainEqual(job)
  expect(await firstTry.sendConfirmation(job)).toBe('sent')
  expect(await mailbox.mailsTo('once@example.com')).toHaveLength(1)
})

test('S-6.04: when the process ends between sending a mail and noting it, the queue still has the mail', async () => {
  const db = { ...shop.db, write: () => Promise.reject(new Error('the process has ended')) }
  const dying = createFirstTry({ ...shop.deps, db, env: { ...shop.deps.env, smtpUrl: mailbox.smtpUrl } })
  const { id, token } = await shop.orderToken()
  const asked = sendOrderMail({ ...shop.deps, firstTry: dying }, siteOf('demo'), {
    address: '192.0.2.1',
    token,
    ...formWith('twice@example.com'),
  })

  expect(await asked).toEqual({ mail_sent: true, places: 'held' })
  const job = { name: 'send-confirmation-mail', orderId: id, generation: 1 } as const
  expect(await shop.queued()).toContainEqual(job)
  expect(await firstTry.sendConfirmation(job)).toBe('sent')
  expect(await mailbox.mailsTo('twice@example.com')).toHaveLength(2)
  dying.close()
})

test('an order without a link that works gets no mail', async () => {
  const { id, token } = await shop.orderToken()
  await shop.call('POST', `/api/v1/ordermails/${token}`, formWith('void@example.com'))
  await shop.db.transaction(tx =>
    tx
      .updateTable('orders')
      .set({ mail_token_hash: null, mailed_generation: 0 })
      .where('id', '=', id)
      .execute(),
  )
  const job = { name: 'send-confirmation-mail', orderId: id, generation: 1 } as const
  expect(await firstTry.sendConfirmation(job)).toBe('sent')
  expect(await mailbox.mailsTo('void@example.com')).toHaveLength(1)
})

const addressOrders = (email = 'away@example.com') =>
  shop.db.transaction(tx =>
    tx
      .updateTable('orders')
      .set({ email, customer_info: JSON.stringify([{ key: 'email', value: email }]) })
      .execute(),
  )

test('S-6.04: while the mail server is down the visitor continues, and the queue has the mail', async () => {
  const away = createFirstTry({ ...shop.deps, env: { ...shop.deps.env, smtpUrl: 'smtp://127.0.0.1:9' } })
  const { id } = await shop.orderToken()
  await waitForMail(id)
  await addressOrders()

  expect(await away.sendConfirmation({ name: 'send-confirmation-mail', orderId: id, generation: 1 })).toBe(
    'later',
  )
  away.close()
})

test('in a crowd nobody waits ten seconds for the queue: a mail goes out as soon as five others are through', async () => {
  await shop.renew({ capacities: [20] })
  const orders = await Promise.all(Array.from({ length: 12 }, () => shop.orderToken()))
  for (const { id } of orders) await waitForMail(id)
  await addressOrders('crowd@example.com')
  const tries = orders.map(({ id: orderId }) =>
    firstTry.sendConfirmation({ name: 'send-confirmation-mail', orderId, generation: 1 }),
  )
  expect((await Promise.all(tries)).slice(5)).toEqual(Array.from({ length: 7 }, () => 'later'))
  await expect.poll(() => mailbox.mailsTo('crowd@example.com'), { timeout: 20_000 }).toHaveLength(12)
})

test('a visitor does not wait when five others wait for a slow mail server: their mail comes after those', async () => {
  const sockets: Socket[] = []
  const five = Promise.withResolvers<void>()
  const silent = createServer(socket => {
    if (sockets.push(socket.on('error', () => undefined)) === 5) five.resolve()
  })
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const { port } = silent.address() as AddressInfo
  const slow = createFirstTry({
    ...shop.deps,
    env: { ...shop.deps.env, smtpUrl: `smtp://127.0.0.1:${port}` },
  })
  await shop.renew({ capacities: [10] })
  const orders = await Promise.all(Array.from({ length: 6 }, () => shop.orderToken()))
  for (const { id } of orders) await waitForMail(id)
  await addressOrders()
  const tries = orders.map(({ id: orderId }) =>
    slow.sendConfirmation({ name: 'send-confirmation-mail', orderId, generation: 1 }),
  )
  const first = await Promise.race(tries.map(async (result, index) => [index, await result]))
  await five.promise
  for (const socket of sockets) socket.end('421 4.3.2 not now\r\n')
  expect(first).toEqual([5, 'later'])
  expect(await Promise.all(tries)).toEqual(Array.from({ length: 6 }, () => 'later'))
  slow.close()
  silent.close()
})
