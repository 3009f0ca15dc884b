import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { type BoughtVisit, buyVisit } from '../../test/bought-visit.ts'
import { createShop, type Shop } from '../../test/shop/shop.ts'
import { hashToken } from '../platform/tokens.ts'

const UNKNOWN = { status: 404, body: { error: 'record not found' } }
const SENT = { status: 200, body: { mail_sent: true } }

let shop: Shop
let visit: BoughtVisit

beforeAll(async () => {
  shop = await createShop()
})

beforeEach(async () => {
  await shop.renew()
  visit = await buyVisit(shop, 'hana@example.com')
})

afterAll(() => shop.close())

const mail = (token: string, lang = 'th') => shop.call('POST', `/api/v1/reservationmails/${token}`, { lang })

const minutesPass = (minutes: number) =>
  shop.db.transaction(tx =>
    tx
      .updateTable('reservations')
      .set({
        mailed_again_at: sql<
          Date[]
        >`array(select t - make_interval(mins => ${minutes}) from unnest(mailed_again_at) as t)`,
      })
      .where('id', '=', visit.reservationId)
      .execute(),
  )

/** Mails of the reservation that were asked for again and lie in the queue. */
async function queuedMails() {
  const jobs = await shop.queued()
  return jobs.filter(job => job.name === 'send-tickets-again' && job.reservationId === visit.reservationId)
}

describe('E-17 POST reservationmails/{token}', () => {
  test('S-8.07: a token from before a move is told that it has changed, and nothing is mailed', async () => {
    const former = shop.deps.tokens.derive('reservation', 'former')
    await shop.db.transaction(tx =>
      tx
        .insertInto('former_reservation_tokens')
        .values({
          token_hash: hashToken(former),
          reservation_id: visit.reservationId,
          replaced_at: sql<Date>`now()`,
        })
        .execute(),
    )
    expect(await mail(former)).toMatchObject({ status: 410, body: { error: 'reservation url changed' } })
    expect(await queuedMails()).toEqual([])
  })
  test('queues one more mail, in the language that was asked for', async () => {
    expect(await mail(visit.token)).toEqual(SENT)
    expect(await mail(visit.token, 'kr')).toEqual(SENT)
    expect(await queuedMails()).toMatchObject([{ lang: 'th' }, { lang: 'kr' }])
  })

  test('three an hour, then the visitor is told when again; nothing else is said', async () => {
    for (let times = 0; times < 3; times += 1) expect(await mail(visit.token)).toEqual(SENT)
    const refused = await mail(visit.token)
    expect(refused).toEqual({
      status: 429,
      body: { error: 'too many mails', retry_after: expect.any(Number) },
    })
    expect(refused.body['retry_after']).toBeGreaterThan(3590)
    expect(refused.body['retry_after']).toBeLessThanOrEqual(3600)
    expect(await queuedMails()).toHaveLength(3)
  })

  test('the hour slides: what is more than an hour ago makes room', async () => {
    expect(await mail(visit.token)).toEqual(SENT)
    await minutesPass(40)
    for (let times = 0; times < 2; times += 1) expect(await mail(visit.token)).toEqual(SENT)
    const { body } = await mail(visit.token)
    expect(body['retry_after']).toBeLessThanOrEqual(20 * 60)
    await minutesPass(20)
    expect(await mail(visit.token)).toEqual(SENT)
    expect((await mail(visit.token)).status).toBe(429)
  })

  test('ten at once are three mails, and another reservation has three of its own', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => mail(visit.token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await queuedMails()).toHaveLength(3)
    const another = await buyVisit(shop, 'hana@example.com')
    expect(await mail(another.token)).toEqual(SENT)
  })

  test('S-8.03, S-15.01: other tokens, other sites and a cancelled reservation are not found', async () => {
    const order = shop.deps.tokens.derive('order', visit.orderId)
    const near = `${visit.token.slice(0, -1)}${visit.token.endsWith('A') ? 'B' : 'A'}`
    for (const wrong of [near, order, visit.number, 'rsv_']) expect(await mail(wrong)).toEqual(UNKNOWN)
    const elsewhere = await shop.app.inject({
      method: 'POST',
      url: `/api/v1/reservationmails/${visit.token}`,
      headers: { host: 'cancanfactory.localhost' },
      payload: { lang: 'ja' },
    })
    expect([elsewhere.statusCode, elsewhere.json()]).toEqual([404, UNKNOWN.body])
    await shop.db.transaction(tx =>
      tx
        .updateTable('reservations')
        .set({ status: 'cancelled' })
        .where('id', '=', visit.reservationId)
        .execute(),
    )
    expect(await mail(visit.token)).toEqual(UNKNOWN)
    expect(await queuedMails()).toEqual([])
  })

  test.each([undefined, 'ko', ''])('the language %j is none', async lang => {
    const { status, body } = await shop.call('POST', `/api/v1/reservationmails/${visit.token}`, { lang })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: 'invalid_request', fields: [{ field: 'lang' }] })
  })
})
