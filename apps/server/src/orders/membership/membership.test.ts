import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  insertMember,
  insertPromotion,
  memberToken,
  memberTokenSecrets,
  type TokenOptions,
} from '../../../test/members.ts'
import { createShop, type Shop } from '../../../test/shop/shop.ts'

const PASSWORD = 'correct horse'
const NOW = '2026-11-21T10:00:00+09:00'

let shop: Shop
let promotionId: string
let member: string

beforeAll(async () => {
  shop = await createShop({
    variables: {
      MEMBERSHIP_TOKEN_SECRETS: memberTokenSecrets(['demo', 'cancanfactory']),
    },
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

  test('R-3.138, R-7.48, S-5.01: a pair names a promotion with six fields', async () => {
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

  test.each([
    ['th', 'Gold'],
    ['xx', 'ゴールド会員'],
  ])('the name in %s, in which the venue wrote none, is %s', async (lang, name) => {
    expect((await ask(`lang=${lang}&membership_key=club&membership_value=gold-test`)).body).toMatchObject({
      name,
    })
  })

  test('R-7.48, S-5.01: an unknown pair is not found', async () => {
    for (const pair of ['club&membership_value=none', 'gold-test&membership_value=club'])
      expect(await ask(`membership_key=${pair}`)).toEqual({
        status: 404,
        body: { error: 'record not found' },
      })
    expect((await ask('membership_key=club')).status).toBe(400)
  })
})

describe('POST membership/login/{order token}', () => {
  test('R-1.02, R-6.03, R-7.50, S-5.02, R-3.135: the right password applies the promotion to the order', async () => {
    const { token } = await shop.orderToken(2)
    expect(await read(token)).toMatchObject({ price: 6400, membership_promotion: null })
    expect(await logIn(token, member)).toEqual({ status: 200, body: { result: true } })
    expect(await read(token)).toMatchObject({
      subtotal: 6400,
      price: 5760,
      membership_promotion: { membership_promotion_name: 'ゴールド会員', membership_discount: 640 },
    })
  })

  test('an id is recognised in any case, in full width and with blanks around it (D-07)', async () => {
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
    'an order that is %s accepts a member',
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
    expect(await logIn(token, member)).toEqual({ status: 400, body: { error: 'order is being paid' } })
    expect(await read(token)).toMatchObject({ price: 3200 })
  })

  test('D-07: an unknown order, one that has ended and a token of another kind refuse the login', async () => {
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

  test('another member replaces the first, and none of the first member’s promotion stays', async () => {
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

describe('POST membership/token/login/{order token}', () => {
  test('R-1.03, R-6.04, R-7.51, S-5.05: a token of the organisation logs its member in', async () => {
    const loginId = await insertMember(shop.db, { password: null, promotionId })
    const { token } = await shop.orderToken()
    const good = await memberToken({ audience: 'demo', loginId, issuedAt: nowSeconds() })
    expect(await logInByToken(token, good)).toEqual({ status: 200, body: { result: true } })
    expect(await read(token)).toMatchObject({ price: 2880 })
    expect(await readMember(token)).toMatchObject({ status: 200, body: { name: '灯 花' } })
  })

  test('S-5.05, D-07: the id in a token is recognised in any case, as a typed one is', async () => {
    const { token } = await shop.orderToken()
    const loginId = ` ${member.toUpperCase().replace('@', '＠')}`
    const good = await memberToken({ audience: 'demo', loginId, issuedAt: nowSeconds() })
    expect((await logInByToken(token, good)).status).toBe(200)
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

  test('S-5.05: a malformed or unsigned token, one without a member and one of an unknown member are refused', async () => {
    const { token } = await shop.orderToken()
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const iat = nowSeconds()
    const unsigned = `${part({ alg: 'none' })}.${part({ sub: member, aud: 'demo', iat, exp: iat + 60 })}.`
    const noMember = await memberToken({ audience: 'demo', issuedAt: iat })
    const unknown = await memberToken({ audience: 'demo', issuedAt: iat, loginId: 'nobody' })
    for (const bad of ['x', 'a.b.c', unsigned, noMember, unknown])
      expect(await logInByToken(token, bad)).toEqual(REFUSED)
  })

  test('S-5.05: a token expires at its own time', async () => {
    const { token } = await shop.orderToken()
    const short = await memberToken({ audience: 'demo', loginId: member, issuedAt: nowSeconds() })
    shop.clock.advance(331_000)
    expect(await logInByToken(token, short)).toEqual(REFUSED)
    shop.clock.set(NOW)
    expect((await logInByToken(token, short)).status).toBe(200)
  })
})

describe('GET membership/{order token}', () => {
  test('R-7.52, R-3.139: after a login it returns six facts about the member', async () => {
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

  test('R-8.75, D-07: an unknown order and one that has ended return nothing', async () => {
    const { token, id } = await shop.orderToken()
    await logIn(token, member)
    await setStatus(id, 'completed')
    for (const unknown of [token, 'promotions', shop.deps.tokens.derive('order', 'x')])
      expect(await readMember(unknown)).toEqual({
        status: 400,
        body: { error: 'membership retrieval failure' },
      })
  })

  test.each(['mail_sent', 'ready_checkout', 'payment_pending', 'payment_3ds'])(
    'R-7.52, S-15.02: an order that is %s returns nothing: the link in its mail may have reached a stranger',
    async status => {
      const { token, id } = await shop.orderToken()
      await logIn(token, member)
      await setStatus(id, status)
      expect(await readMember(token)).toEqual({
        status: 400,
        body: { error: 'membership retrieval failure' },
      })
    },
  )

  test('S-1.07: after the hold has ended it is too late', async () => {
    const { token, id } = await shop.orderToken()
    await logIn(token, member)
    await shop.endHold(id)
    expect(await readMember(token)).toEqual({ status: 400, body: { error: 'session_timeout' } })
  })
})

test('each login leaves a line with its way in and how it ended', async () => {
  const { token } = await shop.orderToken()
  const before = shop.logged.length
  await logIn(token, member, 'a wrong password')
  await logInByToken(token, 'a.b.c')
  await logIn(token, member)
  const lines = shop.logged.slice(before).map(line => JSON.parse(line) as Record<string, unknown>)
  const refused = { refusal: 'membership login failed', status: 400 }
  expect(lines.filter(({ method }) => method === 'POST')).toEqual([
    expect.objectContaining({ route: '/api/v1/membership/login/:id', ...refused }),
    expect.objectContaining({ route: '/api/v1/membership/token/login/:id', ...refused }),
    expect.objectContaining({ route: '/api/v1/membership/login/:id', status: 200 }),
  ])
})

test('S-15.02: passwords, login ids, addresses and tokens never reach the log, nor the database in plain text', async () => {
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
  expect(shop.logged.length).toBeGreaterThan(5)
  const failures = await shop.db.read(tx => tx.selectFrom('login_failures').selectAll().execute())
  const members = await shop.db.read(tx => tx.selectFrom('members').select('password_hash').execute())
  const written = `${shop.logged.join('')}${JSON.stringify(failures)}${JSON.stringify(members)}`
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
