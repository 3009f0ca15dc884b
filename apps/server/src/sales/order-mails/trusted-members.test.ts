import { siteOf } from '@kippu/demo/demo-sites'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { insertMember } from '../../../test/members.ts'
import { createShop, type Shop } from '../../../test/shop/shop.ts'
import { createSiteDirectory } from '../../platform/http/sites.ts'

const PASSWORD = 'correct horse'
const formWith = (email: string) => ({
  contents: [
    { key: 'email', value: email },
    { key: 'fullname', value: '𠮷田 太郎' },
  ],
})

let shop: Shop
let member: string

/** The demo as a site that trusts its members' addresses. */
beforeAll(async () => {
  const demo = siteOf('demo')
  const trusting = { ...demo, membership: { ...demo.membership, skipMailAuthentication: true } }
  shop = await createShop({
    replace: ({ env }) => ({ sites: createSiteDirectory(env, [trusting]) }),
  })
  member = await insertMember(shop.db)
})

beforeEach(() => shop.renew({ capacities: [50] }))

afterAll(() => shop.close())

const send = (token: string, email = 'hana@example.com') =>
  shop.call('POST', `/api/v1/ordermails/${token}`, formWith(email))
const logIn = (token: string) =>
  shop.call('POST', `/api/v1/membership/login/${token}`, { email: member, password: PASSWORD })
const read = async (token: string) => (await shop.call('GET', `/api/v1/orders/${token}`)).body
const mailsOf = async (orderId: string) =>
  (await shop.queued()).filter(job => 'orderId' in job && job.orderId === orderId)

/** What is answered to a form that needs no mail. */
const trusted = (token: string) => ({
  status: 200,
  body: { mail_sent: false, places: 'held', order_token: token },
})

describe('a site that trusts the addresses of its members (S-5.06, D-16)', () => {
  test('S-5.06, S-1.03, D-68: after a login the form leads to the payment at once, without a mail', async () => {
    const { token, id } = await shop.orderToken()
    await logIn(token)
    expect(await send(token)).toEqual(trusted(token))
    expect(await read(token)).toMatchObject({
      status: 'ready_checkout',
      customer_info: formWith('hana@example.com').contents,
    })
    expect(await mailsOf(id)).toEqual([])
  })

  test('R-4.14: what needs no mail now is mailed in the language of the form later', async () => {
    const { token } = await shop.orderToken()
    await logIn(token)
    const form = { ...formWith('hana@example.com'), lang: 'kr' }
    expect(await shop.call('POST', `/api/v1/ordermails/${token}`, form)).toEqual(trusted(token))
    expect(await read(token)).toMatchObject({ lang: 'kr' })
  })

  test('an address is the same in any case, and the form can be sent again', async () => {
    const { token, id } = await shop.orderToken()
    await logIn(token)
    for (const email of ['hana@example.com', 'HANA@Example.com'])
      expect(await send(token, email)).toEqual(trusted(token))
    expect(await read(token)).toMatchObject({ customer_info: formWith('HANA@Example.com').contents })
    expect(await mailsOf(id)).toEqual([])
  })

  test('S-5.06, S-15.02, D-68: another address than her own is proved by a mail, as everybody’s is', async () => {
    const { token, id } = await shop.orderToken()
    await logIn(token)
    expect(await send(token, 'stranger@example.com')).toEqual({
      status: 200,
      body: { mail_sent: true, places: 'held' },
    })
    expect(await read(token)).toMatchObject({ status: 'mail_sent' })
    expect(await mailsOf(id)).toHaveLength(1)
  })

  test('S-1.11: another address needs another order once her own was trusted', async () => {
    const { token, id } = await shop.orderToken()
    await logIn(token)
    await send(token)
    expect(await send(token, 'stranger@example.com')).toEqual({
      status: 400,
      body: { error: 'invalid order status' },
    })
    expect(await read(token)).toMatchObject({ customer_info: formWith('hana@example.com').contents })
    expect(await mailsOf(id)).toEqual([])
  })

  test('nobody logged in: the link is mailed as on every other site', async () => {
    const { token, id } = await shop.orderToken()
    expect(await send(token)).toEqual({ status: 200, body: { mail_sent: true, places: 'held' } })
    expect(await read(token)).toMatchObject({ status: 'mail_sent' })
    expect(await mailsOf(id)).toHaveLength(1)
  })

  test('S-1.02: a login after the mail voids its link', async () => {
    const { token, id } = await shop.orderToken()
    await send(token, 'wrong@example.com')
    await logIn(token)
    expect(await send(token)).toEqual(trusted(token))
    const link = shop.deps.tokens.derive('mail', `${id}.1`)
    expect(await shop.call('GET', `/api/v1/ordermails/${link}`)).toEqual({
      status: 404,
      body: { error: 'record not found' },
    })
  })

  test('what is wrong with the form is told all the same (R-7.20, R-8.70)', async () => {
    const { token } = await shop.orderToken()
    await logIn(token)
    expect(await send(token, 'x')).toEqual({ status: 400, body: { error: 'invalid email address' } })
    expect(await read(token)).toMatchObject({ status: 'temporary', customer_info: [] })
  })

  test('S-1.04: an order that is being paid keeps its answers', async () => {
    const { token, id } = await shop.orderToken()
    await logIn(token)
    await shop.db.transaction(tx =>
      tx.updateTable('orders').set({ status: 'payment_pending' }).where('id', '=', id).execute(),
    )
    expect(await send(token)).toEqual({ status: 400, body: { error: 'order is being paid' } })
  })
})

describe('a site that trusts nobody', () => {
  let other: Shop

  beforeAll(async () => {
    other = await createShop()
  })

  afterAll(() => other.close())

  test('mails its members the link too (D-16, D-68)', async () => {
    const loginId = await insertMember(other.db)
    const { token } = await other.orderToken()
    await other.call('POST', `/api/v1/membership/login/${token}`, { email: loginId, password: PASSWORD })
    const answer = await other.call('POST', `/api/v1/ordermails/${token}`, formWith('hana@example.com'))
    expect(answer.body).toEqual({ mail_sent: true, places: 'held' })
  })
})
