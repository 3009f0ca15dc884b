import { siteOf } from '@kippu/sites/registry'
import type { Site } from '@kippu/sites/site'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  insertMember,
  insertPromotion,
  memberToken,
  memberTokenSecrets,
  type TokenOptions,
} from '../../test/members.ts'
import { createOrdersApp, type OrdersApp } from '../../test/orders-app.ts'
import { createLog } from '../http/request-log.ts'
import { createSiteDirectory } from '../http/sites.ts'
import { loginMember } from './login-member.ts'
import { sweepFailures } from './sweep-failures.ts'

const PASSWORD = 'correct horse'
const NOW = '2026-11-21T10:00:00+09:00'

let shop: OrdersApp
let logged: string[]
let promotionId: string
let member: string

beforeAll(async () => {
  logged = []
  shop = await createOrdersApp({
    variables: {
      MEMBERSHIP_TOKEN_SECRETS: memberTokenSecrets(['demo', 'cancanfactory']),
      LOG_LEVEL: 'trace',
    },
    replace: () => ({ log: createLog('trace', { write: line => void logged.push(line) }) }),
  })
  promotionId = await insertPromotion(shop.db, { value: 'gold-test' })
  member = await insertMember(shop.db, { promotionId })
})

beforeEach(async () => {
  await shop.renew({ capacities: [100] })
  await shop.db.transaction(tx => tx.deleteFrom('login_failures').execute())
})

afterAll(() => shop.close())

const REFUSED = { status: 400, body: { error: 'membership login failed' } }

const logIn = (orderToken: string, email: string, password = PASSWORD) =>
  shop.call('POST', `/api/v1/membership/login/${orderToken}`, { email, password })
const logInByToken = (orderToken: string, token: string) =>
  shop.call('POST', `/api/v1/membership/token/login/${orderToken}`, { token })
const read = async (orderToken: string) => (await shop.call('GET', `/api/v1/orders/${orderToken}`)).body
const readMember = (orderToken: string) => shop.call('GET', `/api/v1/membership/${orderToken}`)
const nowSeconds = () => Math.floor(shop.clock.now() / 1000)
const setStatus = (id: string, status: string) =>
  shop.db.transaction(tx => tx.updateTable('orders').set({ status }).where('id', '=', id).execute())

describe('GET membership/promotion', () => {
  const ask = (query: string) => shop.call('GET', `/api/v1/membership/promotion?${query}`)

  test('R-3.138, R-7.48, S-5.01: a pair names a promotion by six fields', async () => {
    expect(await ask('lang=en&membership_key=club&membership_value=gold-test')).toEqual({
      status: 200,
      body: {
        id: promotionId,
        name: 'Gold',
        membership_key: 'club',
        membership_value: 'gold-test',
        promotion_type: 'percent',
        promotion_amount: 10,
      },
    })
  })

  test('the name falls back to the language of the site', async () => {
    for (const lang of ['th', 'xx'])
      expect((await ask(`lang=${lang}&membership_key=club&membership_value=gold-test`)).body).toMatchObject({
        name: 'ゴールド会員',
      })
  })

  test('R-7.48, S-5.01: a pair that names none is not found', async () => {
    for (const pair of ['club&membership_value=none', 'gold-test&membership_value=club'])
      expect(await ask(`membership_key=${pair}`)).toEqual({
        status: 404,
        body: { error: 'record not found' },
      })
    expect((await ask('membership_key=club')).status).toBe(400)
  })
})

describe('POST membership/login/{order token}', () => {
  test('R-1.02, R-6.03, R-7.50, S-5.02, R-3.135: the right password takes the promotion into the order', async () => {
    const { token } = await shop.orderToken(2)
    expect(await read(token)).toMatchObject({ price: 6400, membership_promotion: null })
    expect(await logIn(token, member)).toEqual({ status: 200, body: { result: true } })
    expect(await read(token)).toMatchObject({
      subtotal: 6400,
      price: 5760,
      membership_promotion: { membership_promotion_name: 'ゴールド会員', membership_discount: 640 },
    })
  })

  test('an id is the same in any case, in full width and with blanks around it (D-07)', async () => {
    const { token } = await shop.orderToken()
    expect((await logIn(token, ` ${member.toUpperCase().replace('@', '＠')} `)).status).toBe(200)
  })

  test('R-7.50, R-8.74: a wrong password, an unknown id and a member without a password are refused alike', async () => {
    const byTokenOnly = await insertMember(shop.db, { password: null })
    const { token } = await shop.orderToken()
    for (const [id, password] of [
      [member, 'correct horse '],
      ['nobody@example.com', PASSWORD],
      [byTokenOnly, PASSWORD],
      [byTokenOnly, '\0'],
    ] as const)
      expect(await logIn(token, id, password)).toEqual(REFUSED)
    expect(await read(token)).toMatchObject({ price: 3200, membership_promotion: null })
    expect(await readMember(token)).toMatchObject({ status: 400 })
  })

  test.each(['temporary', 'mail_sent', 'ready_checkout'])(
    'an order that is %s takes a member',
    async status => {
      const { token, id } = await shop.orderToken()
      await setStatus(id, status)
      expect((await logIn(token, member)).status).toBe(200)
      expect(await read(token)).toMatchObject({ status, price: 2880 })
    },
  )

  test('S-1.04: the price of an order that is being paid is frozen', async () => {
    const { token, id } = await shop.orderToken()
    await setStatus(id, 'payment_pending')
    expect(await logIn(token, member)).toEqual({ status: 400, body: { error: 'invalid order status' } })
    expect(await read(token)).toMatchObject({ price: 3200 })
  })

  test('D-07: an unknown order, one that is over and a token of another kind refuse the login', async () => {
    const { token, id } = await shop.orderToken()
    await setStatus(id, 'completed')
    for (const unknown of [
      token,
      shop.deps.tokens.derive('order', 'x'),
      shop.deps.tokens.derive('mail', `${id}.1`),
    ])
      expect(await logIn(unknown, member)).toEqual(REFUSED)
    const late = await shop.orderToken()
    await shop.endHold(late.id)
    expect(await logIn(late.token, member)).toEqual({ status: 400, body: { error: 'session_timeout' } })
  })

  test('another member takes the place of the first, and none of her promotion', async () => {
    const plain = await insertMember(shop.db)
    const { token } = await shop.orderToken()
    await logIn(token, member)
    expect((await logIn(token, plain)).status).toBe(200)
    expect(await read(token)).toMatchObject({ price: 3200, membership_promotion: null })
  })

  test('S-5.03: a member without a promotion keeps the one that the order was made with', async () => {
    const plain = await insertMember(shop.db)
    const { token, id } = await shop.orderToken()
    await shop.db.transaction(tx =>
      tx.updateTable('orders').set({ promotion_id: promotionId }).where('id', '=', id).execute(),
    )
    expect((await logIn(token, plain)).status).toBe(200)
    expect(await read(token)).toMatchObject({ price: 2880 })
  })

  test('a fixed promotion is yen a ticket (D-24)', async () => {
    const fixed = await insertPromotion(shop.db, { type: 'fixed', amount: 500 })
    const { token } = await shop.orderToken(3)
    await logIn(token, await insertMember(shop.db, { promotionId: fixed }))
    expect(await read(token)).toMatchObject({
      price: 8100,
      membership_promotion: { membership_discount: 1500 },
    })
  })
})

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
    for (let time = 0; time < 12; time += 1) expect((await logIn(token, member)).status).toBe(200)
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

describe('POST membership/token/login/{order token}', () => {
  test('R-1.03, R-6.04, R-7.51, S-5.05: a token of the organisation logs its member in', async () => {
    const loginId = await insertMember(shop.db, { password: null, promotionId })
    const { token } = await shop.orderToken()
    const good = await memberToken({ audience: 'demo', loginId, issuedAt: nowSeconds() })
    expect(await logInByToken(token, good)).toEqual({ status: 200, body: { result: true } })
    expect(await read(token)).toMatchObject({ price: 2880 })
    expect(await readMember(token)).toMatchObject({ status: 200, body: { name: '灯 花' } })
  })

  const WRONG: readonly (readonly [string, Omit<TokenOptions, 'audience'> & Partial<TokenOptions>])[] = [
    ['expired', { issuedAt: -400, expiresAt: -100 }],
    ['without an end', { issuedAt: 0, expiresAt: null }],
    ['good for a day, of two hours ago', { issuedAt: -7_200, expiresAt: 79_200 }],
    ['from the future', { issuedAt: 600, expiresAt: 900 }],
    ['for another site', { issuedAt: 0, audience: 'cancanfactory' }],
    ['for several sites', { issuedAt: 0, audience: ['demo', 'cancanfactory'] }],
    ['of another issuer', { issuedAt: 0, issuer: 'https://thief.example' }],
    ['of another secret', { issuedAt: 0, secret: 'a secret that nobody ever shared with us' }],
    ['of another algorithm', { issuedAt: 0, algorithm: 'HS512' }],
  ]

  /** Times are seconds from now. */
  test.each(WRONG)(
    'R-7.51, R-8.74, S-5.05: a token %s is refused',
    async (_, { issuedAt = 0, expiresAt, ...wrong }) => {
      const { token } = await shop.orderToken()
      const times = {
        issuedAt: nowSeconds() + issuedAt,
        ...(expiresAt !== undefined && { expiresAt: expiresAt === null ? null : nowSeconds() + expiresAt }),
      }
      const bad = await memberToken({ audience: 'demo', loginId: member, ...times, ...wrong })
      expect(await logInByToken(token, bad)).toEqual(REFUSED)
    },
  )

  test('S-5.05: what is no token, has no signature, no member or an unknown one is refused', async () => {
    const { token } = await shop.orderToken()
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const iat = nowSeconds()
    const unsigned = `${part({ alg: 'none' })}.${part({ sub: member, aud: 'demo', iat, exp: iat + 60 })}.`
    const noMember = await memberToken({ audience: 'demo', issuedAt: iat })
    const unknown = await memberToken({ audience: 'demo', issuedAt: iat, loginId: 'nobody' })
    for (const bad of ['x', 'a.b.c', unsigned, noMember, unknown])
      expect(await logInByToken(token, bad)).toEqual(REFUSED)
  })

  test('S-5.05: a token is over when it says so', async () => {
    const { token } = await shop.orderToken()
    const short = await memberToken({ audience: 'demo', loginId: member, issuedAt: nowSeconds() })
    shop.clock.advance(331_000)
    expect(await logInByToken(token, short)).toEqual(REFUSED)
    shop.clock.set(NOW)
    expect((await logInByToken(token, short)).status).toBe(200)
  })
})

describe('GET membership/{order token}', () => {
  test('R-7.52, R-3.139: after a login says six things of the member', async () => {
    const { token } = await shop.orderToken()
    expect(await readMember(token)).toEqual({ status: 400, body: { error: 'membership retrieval failure' } })
    await logIn(token, member)
    expect(await readMember(token)).toEqual({
      status: 200,
      body: {
        name: '灯 花',
        resident_area: '長野県',
        email: 'hana@example.com',
        phone: '090-1234-5678',
        age: '30-34',
        gender: 'female',
      },
    })
  })

  test('R-8.75, D-07: an unknown order and one that is over say nothing', async () => {
    const { token, id } = await shop.orderToken()
    await logIn(token, member)
    await setStatus(id, 'completed')
    for (const unknown of [token, 'promotions', shop.deps.tokens.derive('order', 'x')])
      expect(await readMember(unknown)).toEqual({
        status: 400,
        body: { error: 'membership retrieval failure' },
      })
  })

  test('S-1.07: after the hold has ended it is too late', async () => {
    const { token, id } = await shop.orderToken()
    await logIn(token, member)
    await shop.endHold(id)
    expect(await readMember(token)).toEqual({ status: 400, body: { error: 'session_timeout' } })
  })
})

describe('sites that differ', () => {
  const withMembership = async (
    membership: Partial<Site['membership']>,
    run: (other: OrdersApp) => Promise<void>,
  ): Promise<void> => {
    const demo = siteOf('demo')
    const site = { ...demo, membership: { ...demo.membership, ...membership } }
    const other = await createOrdersApp({
      variables: { MEMBERSHIP_TOKEN_SECRETS: memberTokenSecrets(['demo']) },
      replace: ({ env }) => ({ sites: createSiteDirectory(env, [site]) }),
    })
    try {
      await run(other)
    } finally {
      await other.close()
    }
  }
  const post = (other: OrdersApp, path: string, body: object) => other.call('POST', `/api/v1/${path}`, body)

  test('R-1.04, S-5.07: a site without members refuses all three calls', () =>
    withMembership({ disabled: true }, async other => {
      const loginId = await insertMember(other.db)
      const { token, id } = await other.orderToken()
      const issuedAt = Math.floor(other.clock.now() / 1000)
      const good = await memberToken({ audience: 'demo', loginId, issuedAt })
      expect(await post(other, `membership/login/${token}`, { email: loginId, password: PASSWORD })).toEqual(
        REFUSED,
      )
      expect(await post(other, `membership/token/login/${token}`, { token: good })).toEqual(REFUSED)
      await other.db.transaction(tx =>
        tx
          .updateTable('orders')
          .set({ member_id: tx.selectFrom('members').select('id').where('login_id', '=', loginId) })
          .where('id', '=', id)
          .execute(),
      )
      expect(await other.call('GET', `/api/v1/membership/${token}`)).toMatchObject({
        status: 400,
        body: { error: 'membership retrieval failure' },
      })
    }))

  test('R-1.39, S-5.08: a site for members alone takes no payment without a login', () =>
    withMembership({ loginType: 'Token', required: true }, async other => {
      const loginId = await insertMember(other.db, { password: null })
      const { token, id } = await other.orderToken()
      await other.db.transaction(tx =>
        tx
          .updateTable('orders')
          .set({ status: 'ready_checkout', price: 0, subtotal: 0 })
          .where('id', '=', id)
          .execute(),
      )
      const pay = () => post(other, `orders/checkout/${token}`, { payment_method_type: 'free' })
      expect(await pay()).toEqual(REFUSED)
      const issuedAt = Math.floor(other.clock.now() / 1000)
      const good = await memberToken({ audience: 'demo', loginId, issuedAt })
      expect((await post(other, `membership/token/login/${token}`, { token: good })).status).toBe(200)
      expect((await pay()).body).not.toMatchObject({ error: 'membership login failed' })
    }))
})

test('S-15.02: passwords, login ids, addresses and tokens never reach the log, nor the database as they are', async () => {
  const { token } = await shop.orderToken()
  await logIn(token, member)
  await logIn(token, member, 'a wrong password')
  const good = await memberToken({ audience: 'demo', loginId: member, issuedAt: nowSeconds() })
  await logInByToken(token, good)
  await logInByToken(token, `${good}x`)
  await shop.call('POST', `/api/v1/membership/login/${token}`, {
    email: member,
    password: ['a wrong password'],
  })
  await readMember(token)
  expect(logged.length).toBeGreaterThan(5)
  const failures = await shop.db.read(tx => tx.selectFrom('login_failures').selectAll().execute())
  const members = await shop.db.read(tx => tx.selectFrom('members').select('password_hash').execute())
  const written = `${logged.join('')}${JSON.stringify(failures)}${JSON.stringify(members)}`
  for (const secret of [
    PASSWORD,
    'a wrong password',
    member,
    good,
    token,
    'hana@example.com',
    '灯 花',
    '127.0.0.1',
  ])
    expect(written).not.toContain(secret)
})
