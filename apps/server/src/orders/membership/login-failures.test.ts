import { siteOf } from '@kippu/demo/demo-sites'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { insertMember } from '../../../test/members.ts'
import { createShop, type Shop } from '../../../test/shop/shop.ts'
import { createTokens } from '../../platform/tokens.ts'
import { loginMember } from './login-member.ts'
import { sweepFailures } from './sweep-failures.ts'

const PASSWORD = 'correct horse'
const REFUSED = { status: 400, body: { error: 'membership login failed' } }

let shop: Shop
let member: string

beforeAll(async () => {
  shop = await createShop()
  member = await insertMember(shop.db)
})

beforeEach(async () => {
  await shop.renew()
  await shop.db.transaction(tx => tx.deleteFrom('login_failures').execute())
})

afterAll(() => shop.close())

const logIn = (orderToken: string, email: string, password = PASSWORD) =>
  shop.call('POST', `/api/v1/membership/login/${orderToken}`, { email, password })

const fifteenMinutesPass = () =>
  shop.db.transaction(tx =>
    tx
      .updateTable('login_failures')
      .set({ counted_from: sql<Date>`counted_from - interval '15 minutes'` })
      .execute(),
  )

describe('too many failures (S-5.04)', () => {
  const LIMITED = { status: 429, body: { error: 'too_many_requests' } }

  test('the eleventh try of an id is refused, even with the right password, until 15 minutes have passed', async () => {
    const { token } = await shop.orderToken()
    for (let failure = 1; failure <= 10; failure += 1)
      expect(await logIn(token, member, 'wrong')).toEqual(REFUSED)
    expect(await logIn(token, member, 'wrong')).toEqual(LIMITED)
    expect(await logIn(token, member)).toEqual(LIMITED)
    await fifteenMinutesPass()
    expect((await logIn(token, member)).status).toBe(200)
  })

  test('a client that tries many ids is refused after a hundred failures; another client is not', async () => {
    const { token } = await shop.orderToken()
    for (let failure = 1; failure <= 99; failure += 1)
      expect(await logIn(token, `guess-${failure}@example.com`)).toEqual(REFUSED)
    expect((await logIn(token, member)).status).toBe(200)
    expect(await logIn(token, 'guess-100@example.com')).toEqual(REFUSED)
    expect(await logIn(token, member)).toEqual(LIMITED)
    const elsewhere = { orderToken: token, loginId: member, password: PASSWORD, address: '192.0.2.1' }
    expect(await loginMember(shop.deps, siteOf('demo'), elsewhere)).toEqual({ result: true })
    await fifteenMinutesPass()
    expect((await logIn(token, member)).status).toBe(200)
  })

  test('a client is its network: another address of the same /64 is refused too, one of the next is not', async () => {
    const { token } = await shop.orderToken()
    const from = (address: string, loginId: string, password: string) =>
      loginMember(shop.deps, siteOf('demo'), { orderToken: token, loginId, password, address })
    const guess = (number: number) => from(`2001:db8::${number}`, `guess-${number}@example.com`, 'wrong')
    await guess(1)
    await guess(2)
    // The network alone has failed twice: a hundred real failures are those of the test before.
    await shop.db.transaction(tx =>
      tx.updateTable('login_failures').set({ failures: 99 }).where('failures', '=', 2).execute(),
    )
    await guess(3)
    expect(await from('2001:db8::ffff', member, PASSWORD)).toMatchObject({ code: 'too_many_requests' })
    expect(await from('2001:db8:0:1::1', member, PASSWORD)).toEqual({ result: true })
  })

  test('an id is counted over all clients that try it', async () => {
    const { token } = await shop.orderToken()
    const from = (address: string, password: string) =>
      loginMember(shop.deps, siteOf('demo'), { orderToken: token, loginId: member, password, address })
    for (let failure = 1; failure <= 10; failure += 1) await from(`192.0.2.${failure}`, 'wrong')
    expect(await from('192.0.2.11', PASSWORD)).toMatchObject({ code: 'too_many_requests' })
  })

  test('30 tries at once get at most ten through', async () => {
    const { token } = await shop.orderToken()
    const answers = await Promise.all(Array.from({ length: 30 }, () => logIn(token, member, 'wrong')))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  })

  test('thirty members who log in at once from one address all get in', async () => {
    await shop.renew({ capacities: [30] })
    const members = await Promise.all(Array.from({ length: 30 }, () => insertMember(shop.db)))
    const orders = await Promise.all(members.map(() => shop.orderToken()))
    const answers = await Promise.all(orders.map(({ token }, index) => logIn(token, members[index]!)))
    expect(answers.map(({ status }) => status)).toEqual(members.map(() => 200))
  })

  test('failures of an earlier span do not count in the next', async () => {
    const { token } = await shop.orderToken()
    for (let failure = 1; failure <= 9; failure += 1) await logIn(token, member, 'wrong')
    await fifteenMinutesPass()
    for (let failure = 1; failure <= 10; failure += 1)
      expect(await logIn(token, member, 'wrong')).toEqual(REFUSED)
    expect(await logIn(token, member, 'wrong')).toEqual(LIMITED)
  })

  test('each site has counts of its own', async () => {
    const { token } = await shop.orderToken()
    for (let failure = 1; failure <= 10; failure += 1) await logIn(token, member, 'wrong')
    await shop.db.transaction(tx => tx.updateTable('login_failures').set({ site_key: 'other' }).execute())
    expect((await logIn(token, member)).status).toBe(200)
  })

  test('a successful login leaves no failure behind', async () => {
    const { token } = await shop.orderToken()
    for (let time = 0; time < 11; time += 1) expect((await logIn(token, member)).status).toBe(200)
  })

  test('the worker deletes expired counts, and only those', async () => {
    const { token } = await shop.orderToken()
    await logIn(token, member, 'wrong')
    expect(await sweepFailures(shop.deps)).toBe(0)
    await fifteenMinutesPass()
    await logIn(token, 'somebody@example.com', 'wrong')
    // The count of the member's id: the client's count began anew.
    expect(await sweepFailures(shop.deps)).toBe(1)
  })

  describe('when the secret of the deployment changes', () => {
    let token: string
    beforeEach(async () => {
      ;({ token } = await shop.orderToken())
    })
    const there = (password: string, tokens = shop.deps.tokens) =>
      loginMember({ ...shop.deps, tokens }, siteOf('demo'), {
        orderToken: token,
        loginId: member,
        password,
        address: '192.0.2.7',
      })
    const changed = () => createTokens('the next secret of this deployment', [shop.deps.env.secretKey])

    test('a count goes on where it was', async () => {
      for (let failure = 1; failure <= 6; failure += 1) await there('wrong')
      for (let failure = 7; failure <= 10; failure += 1)
        expect(await there('wrong', changed())).toMatchObject({ code: 'membership login failed' })
      expect(await there(PASSWORD, changed())).toMatchObject({ code: 'too_many_requests' })
      await fifteenMinutesPass()
      expect(await there(PASSWORD, changed())).toEqual({ result: true })
    })

    test('counts of both secrets in one span are one count, also while a server has the former one', async () => {
      const before = createTokens(shop.deps.env.secretKey, ['the next secret of this deployment'])
      for (let failure = 1; failure <= 10; failure += 1)
        await there('wrong', failure % 2 === 0 ? before : changed())
      expect(await there(PASSWORD, before)).toMatchObject({ code: 'too_many_requests' })
      expect(await there(PASSWORD, changed())).toMatchObject({ code: 'too_many_requests' })
    })

    test('a count whose span is over does not end one that goes on', async () => {
      for (let failure = 1; failure <= 5; failure += 1) await there('wrong')
      await fifteenMinutesPass()
      const alone = createTokens('the next secret of this deployment')
      for (let failure = 1; failure <= 10; failure += 1) await there('wrong', alone)
      expect(await there(PASSWORD, changed())).toMatchObject({ code: 'too_many_requests' })
    })

    test('a count whose span is over is not continued', async () => {
      for (let failure = 1; failure <= 10; failure += 1) await there('wrong')
      await fifteenMinutesPass()
      expect(await there(PASSWORD, changed())).toEqual({ result: true })
    })
  })

  test('S-15.02: the counted subject is stored as a hash that needs the deployment’s secret', async () => {
    const { token } = await shop.orderToken()
    await logIn(token, member, 'wrong')
    const tokens = createTokens('another secret of another deployment')
    const there = { orderToken: token, loginId: member, password: 'wrong', address: '127.0.0.1' }
    await loginMember({ ...shop.deps, tokens }, siteOf('demo'), there)
    const rows = await shop.db.read(tx => tx.selectFrom('login_failures').select('failures').execute())
    expect(rows.map(({ failures }) => failures)).toEqual([1, 1, 1, 1])
  })
})
