import { siteOf } from '@kippu/sites/registry'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { insertMember } from '../../test/members.ts'
import { createOrdersApp, type OrdersApp } from '../../test/orders-app.ts'
import { loginMember } from './login-member.ts'
import { sweepFailures } from './sweep-failures.ts'

const PASSWORD = 'correct horse'
const REFUSED = { status: 400, body: { error: 'membership login failed' } }

let shop: OrdersApp
let member: string

beforeAll(async () => {
  shop = await createOrdersApp()
  member = await insertMember(shop.db)
})

beforeEach(async () => {
  await shop.renew()
  await shop.db.transaction(tx => tx.deleteFrom('login_failures').execute())
})

afterAll(() => shop.close())

const logIn = (orderToken: string, email: string, password = PASSWORD) =>
  shop.call('POST', `/api/v1/membership/login/${orderToken}`, { email, password })

describe('too many failures (S-5.04)', () => {
  const LIMITED = { status: 429, body: { error: 'too_many_requests' } }

  test('the eleventh try of an id is refused, even with the right password, until 15 minutes are over', async () => {
    const { token } = await shop.orderToken()
    for (let failure = 1; failure <= 10; failure += 1)
      expect(await logIn(token, member, 'wrong')).toEqual(REFUSED)
    expect(await logIn(token, member, 'wrong')).toEqual(LIMITED)
    expect(await logIn(token, member)).toEqual(LIMITED)
    await shop.db.transaction(tx =>
      tx
        .updateTable('login_failures')
        .set({ failed_at: sql<Date>`failed_at - interval '15 minutes'` })
        .execute(),
    )
    expect((await logIn(token, member)).status).toBe(200)
  })

  test('a client that tries many ids is refused after ten failures; another one is not', async () => {
    const { token } = await shop.orderToken()
    for (let failure = 1; failure <= 10; failure += 1) await logIn(token, `guess-${failure}@example.com`)
    expect(await logIn(token, member)).toEqual(LIMITED)
    const elsewhere = { orderToken: token, loginId: member, password: PASSWORD, address: '192.0.2.1' }
    expect(await loginMember(shop.deps, siteOf('demo'), elsewhere)).toEqual({ result: true })
  })

  test('an id is counted however many clients try it', async () => {
    const { token } = await shop.orderToken()
    const from = (address: string, password: string) =>
      loginMember(shop.deps, siteOf('demo'), { orderToken: token, loginId: member, password, address })
    for (let failure = 1; failure <= 10; failure += 1) await from(`192.0.2.${failure}`, 'wrong')
    expect(await from('192.0.2.11', PASSWORD)).toMatchObject({ code: 'too_many_requests' })
  })

  test('30 tries at once get no more than ten between them', async () => {
    const { token } = await shop.orderToken()
    const answers = await Promise.all(Array.from({ length: 30 }, () => logIn(token, member, 'wrong')))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  })

  test('who logs in leaves no failure behind', async () => {
    const { token } = await shop.orderToken()
    for (let time = 0; time < 11; time += 1) expect((await logIn(token, member)).status).toBe(200)
  })

  test('the worker drops failures that count no more, and only those', async () => {
    const { token } = await shop.orderToken()
    await logIn(token, member, 'wrong')
    expect(await sweepFailures(shop.deps)).toBe(0)
    await shop.db.transaction(tx =>
      tx
        .updateTable('login_failures')
        .set({ failed_at: sql<Date>`failed_at - interval '15 minutes'` })
        .execute(),
    )
    await logIn(token, member, 'wrong')
    // One row of the login id and one of the client.
    expect(await sweepFailures(shop.deps)).toBe(2)
  })
})
