import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type Shop } from '../../../test/shop/shop.ts'
import { paidInFull } from '../../../test/paid-in-full.ts'
import { normaliseAddress } from '../buyers/buyer.ts'
import { completeOrder } from '../../../test/complete-order.ts'
import { claimForPayment } from '../../../test/claim-order.ts'
import { type SubscribedReader, subscribedReader } from './subscribed-reader.ts'

let shop: Shop

beforeAll(async () => {
  shop = await createShop()
})

beforeEach(async () => {
  await shop.renew({ capacities: [50] })
  await shop.db.transaction(async tx => {
    await tx.deleteFrom('magazine_subscriptions').execute()
    await tx.deleteFrom('magazine_readers').execute()
  })
})

afterAll(() => shop.close())

interface Answers {
  readonly mail_magazine?: string
  readonly teamlab_mail_magazine?: string
}

/** Buys a ticket with these answers in the form. */
async function buy(email: string, answers: Answers): Promise<void> {
  const { id } = await shop.orderToken()
  const customer_info = JSON.stringify(
    Object.entries({ email, ...answers }).map(([key, value]) => ({ key, value })),
  )
  await shop.db.transaction(async tx => {
    await tx
      .updateTable('orders')
      .set({ status: 'ready_checkout', customer_info })
      .where('id', '=', id)
      .execute()
    await claimForPayment(tx, { orderId: id })
    const paid = await paidInFull(tx, id)
    const reservation = await completeOrder(tx, { ...shop.deps, orderId: id, paid })
    if (reservation === undefined) throw new Error('the order was not completed')
  })
}

/** The token that ends the magazines of an address; undefined where it gets none. */
const tokenOf = async (email: string, siteKey = 'demo') => {
  const reader = subscribedReader(sql`${siteKey}`, sql`${normaliseAddress(email)}`)
  const { rows } = await shop.db.read(read =>
    sql<{ reader: SubscribedReader | null }>`select ${reader} as reader`.execute(read),
  )
  const found = rows[0]?.reader ?? undefined
  return found && shop.deps.tokens.deriveStored('magazine', found.id, found.tokenHash)
}
const readersCount = async () =>
  (await shop.db.read(tx => tx.selectFrom('magazine_readers').selectAll().execute())).length
const read = (token: string | undefined) => shop.call('GET', `/api/v1/mailmagazines/${token}`)
const release = async (token: string | undefined, field_name: string) => {
  const { statusCode: status, body } = await shop.app.inject({
    method: 'PUT',
    url: `/api/v1/mailmagazines/${token}`,
    payload: { field_name },
  })
  return { status, body: JSON.parse(body) }
}
const both = (first: boolean, second: boolean) => ({
  status: 200,
  body: [
    { field_name: 'mail_magazine', is_subscribed: first },
    { field_name: 'teamlab_mail_magazine', is_subscribed: second },
  ],
})

describe('subscribing (S-6.07)', () => {
  test('S-6.07, R-7.36: a completed order subscribes to the magazines that were answered with true', async () => {
    await buy('hana@example.com', { mail_magazine: 'true', teamlab_mail_magazine: 'false' })
    expect(await read(await tokenOf('hana@example.com'))).toEqual(both(true, false))
  })

  test.each([{}, { mail_magazine: 'false' }, { mail_magazine: 'TRUE' }, { mail_magazine: '' }])(
    'an answer other than true subscribes to nothing: %o',
    async answers => {
      await buy('hana@example.com', answers)
      expect(await tokenOf('hana@example.com')).toBeUndefined()
      expect(await readersCount()).toBe(0)
    },
  )

  test('an order that is not completed subscribes to nothing', async () => {
    const { token } = await shop.orderToken()
    const contents = [
      { key: 'email', value: 'hana@example.com' },
      { key: 'fullname', value: 'Hana' },
      { key: 'mail_magazine', value: 'true' },
    ]
    expect((await shop.call('POST', `/api/v1/ordermails/${token}`, { contents })).status).toBe(200)
    expect(await readersCount()).toBe(0)
  })

  test('S-6.05: an address has one token on a site, in whatever case it is written', async () => {
    await buy('hana@example.com', { mail_magazine: 'true' })
    const token = await tokenOf('hana@example.com')
    await buy('hana@EXAMPLE.com', { teamlab_mail_magazine: 'true' })
    await buy('Hana@Example.Com', { mail_magazine: 'true' })
    expect(await readersCount()).toBe(1)
    for (const written of ['hana@EXAMPLE.com', 'HANA@example.com']) expect(await tokenOf(written)).toBe(token)
    expect(await read(token)).toEqual(both(true, true))
  })

  test('two purchases at once create one reader', async () => {
    const answers = { mail_magazine: 'true', teamlab_mail_magazine: 'true' }
    await Promise.all([1, 2, 3, 4].map(() => buy('hana@example.com', answers)))
    expect(await readersCount()).toBe(1)
    expect(await read(await tokenOf('hana@example.com'))).toEqual(both(true, true))
  })

  test('S-6.07: a buyer who ended a magazine gets it again only after buying with it', async () => {
    await buy('hana@example.com', { mail_magazine: 'true', teamlab_mail_magazine: 'true' })
    const token = await tokenOf('hana@example.com')
    await release(token, 'mail_magazine')
    await buy('hana@example.com', { mail_magazine: 'false' })
    expect(await read(token)).toEqual(both(false, true))
    await buy('hana@example.com', { mail_magazine: 'true' })
    expect(await read(token)).toEqual(both(true, true))
  })
})

describe('ending (R-7.38)', () => {
  test('R-7.38, S-6.06, R-8.60: each magazine can be ended separately, once', async () => {
    await buy('hana@example.com', { mail_magazine: 'true', teamlab_mail_magazine: 'true' })
    const token = await tokenOf('hana@example.com')
    expect(await release(token, 'mail_magazine')).toEqual({
      status: 200,
      body: { field_name: 'mail_magazine', is_subscribed: false },
    })
    expect(await release(token, 'mail_magazine')).toEqual({
      status: 400,
      body: { error: 'mail magazine already unsubscribed' },
    })
    expect(await read(token)).toEqual(both(false, true))
  })

  test('one of two requests at once ends it', async () => {
    await buy('hana@example.com', { mail_magazine: 'true' })
    const token = await tokenOf('hana@example.com')
    const answers = await Promise.all([release(token, 'mail_magazine'), release(token, 'mail_magazine')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test('a magazine that was never subscribed to counts as ended', async () => {
    await buy('hana@example.com', { mail_magazine: 'true' })
    expect((await release(await tokenOf('hana@example.com'), 'teamlab_mail_magazine')).body).toEqual({
      error: 'mail magazine already unsubscribed',
    })
  })

  test('when all are ended the mails have no link, and the old link still says so', async () => {
    await buy('hana@example.com', { mail_magazine: 'true' })
    const token = await tokenOf('hana@example.com')
    await release(token, 'mail_magazine')
    expect(await tokenOf('hana@example.com')).toBeUndefined()
    expect(await read(token)).toEqual(both(false, false))
  })

  test('R-7.36, R-7.38: an unknown token, one of another kind and one of another site are not found', async () => {
    await buy('hana@example.com', { mail_magazine: 'true' })
    const token = await tokenOf('hana@example.com')
    const { tokens } = shop.deps
    for (const unknown of [
      tokens.derive('magazine', 'x'),
      tokens.derive('order', 'x'),
      'mag_',
      `${token}A`,
    ]) {
      expect(await read(unknown)).toEqual({ status: 404, body: { error: 'record not found' } })
      expect(await release(unknown, 'mail_magazine')).toEqual({
        status: 404,
        body: { error: 'record not found' },
      })
    }
    const elsewhere = await shop.app.inject({
      url: `/api/v1/mailmagazines/${token}`,
      headers: { host: 'cancanfactory.localhost' },
    })
    expect(elsewhere.statusCode).toBe(404)
    expect(await tokenOf('hana@example.com', 'cancanfactory')).toBeUndefined()
  })

  test('a magazine that does not exist is an invalid request', async () => {
    await buy('hana@example.com', { mail_magazine: 'true' })
    expect((await release(await tokenOf('hana@example.com'), 'gender')).body).toMatchObject({
      error: 'invalid_request',
    })
  })
})
