import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type Shop } from '../../../test/shop/shop.ts'

const ANSWERS = [
  { key: 'email', value: 'a@example.com' },
  { key: 'fullname', value: '𠮷田 太郎' },
]

let shop: Shop

beforeAll(async () => {
  shop = await createShop()
  const shown = (field_name: string, is_require: boolean, position: number) => ({
    site_key: 'demo',
    field_name,
    is_require,
    is_display: true,
    position,
  })
  await shop.db.transaction(async tx => {
    await tx.deleteFrom('field_templates').execute()
    const hidden = { ...shown('address', true, 9), is_display: false }
    const fields = [
      shown('email', true, 1),
      shown('fullname', true, 2),
      shown('phone', false, 3),
      shown('mail_magazine', false, 4),
      shown('gender', true, 5),
      hidden,
    ]
    await tx.insertInto('field_templates').values(fields).execute()
  })
})

beforeEach(() => shop.renew())

afterAll(() => shop.close())

const send = (token: string, contents: object = ANSWERS) =>
  shop.call('POST', `/api/v1/ordermails/${token}`, { contents })
const confirm = (mailToken: string) => shop.call('GET', `/api/v1/ordermails/${mailToken}`)
const mailToken = (orderId: string, generation: number) =>
  shop.deps.tokens.derive('mail', `${orderId}.${generation}`)
const read = async (token: string) => (await shop.call('GET', `/api/v1/orders/${token}`)).body
const jobsOf = async (orderId: string) =>
  (await shop.queued()).filter(job => 'orderId' in job && job.orderId === orderId)

describe('POST ordermails/{order token}', () => {
  test('R-7.19, R-3.122: stores the answers and queues one mail', async () => {
    const { token, id } = await shop.orderToken()
    expect(await send(token)).toEqual({ status: 200, body: { mail_sent: true, places: 'held' } })
    expect(await read(token)).toMatchObject({ status: 'mail_sent', customer_info: ANSWERS })
    expect(await jobsOf(id)).toEqual([{ name: 'send-confirmation-mail', orderId: id, generation: 1 }])
  })

  test('an order sends five mails at most: it is not a way to flood a stranger', async () => {
    const { token, id } = await shop.orderToken()
    for (let mail = 1; mail <= 5; mail += 1) expect((await send(token)).status).toBe(200)
    expect(await send(token)).toEqual({ status: 429, body: { error: 'too_many_requests' } })
    expect(await jobsOf(id)).toHaveLength(5)
    expect((await confirm(mailToken(id, 5))).status).toBe(200)
  })

  test('S-1.02: asked again it replaces the answers, and only the newest link works', async () => {
    const { token, id } = await shop.orderToken()
    await send(token)
    const corrected = [{ key: 'email', value: 'b@example.com' }, ANSWERS[1]!]
    expect(await send(token, corrected)).toMatchObject({ status: 200 })
    expect(await read(token)).toMatchObject({ customer_info: corrected })
    expect(await jobsOf(id)).toHaveLength(2)
    expect(await confirm(mailToken(id, 1))).toEqual({ status: 404, body: { error: 'record not found' } })
    expect(await confirm(mailToken(id, 2))).toEqual({ status: 200, body: { order_token: token } })
  })

  test('two at once leave one link that works', async () => {
    const { token, id } = await shop.orderToken()
    await Promise.all([send(token), send(token)])
    expect((await confirm(mailToken(id, 1))).status).toBe(404)
    expect((await confirm(mailToken(id, 2))).status).toBe(200)
  })

  test.each(['x', 'a@b', 'a b@example.com', 'a@example.com\r\nBcc: c@example.com', '‮a@example.com'])(
    'R-7.20: %j is not an address',
    async value => {
      const { token } = await shop.orderToken()
      expect(await send(token, [{ key: 'email', value }, ANSWERS[1]!])).toEqual({
        status: 400,
        body: { error: 'invalid email address' },
      })
      expect(await read(token)).toMatchObject({ status: 'temporary', customer_info: [] })
    },
  )

  test('R-7.20: a required field that is missing or blank is an invalid request, by field and rule', async () => {
    const { token } = await shop.orderToken()
    const fields = (field: string) => ({
      status: 400,
      body: { error: 'invalid_request', fields: [{ field, rule: 'common_validate_required' }] },
    })
    expect(await send(token, [ANSWERS[0]!])).toEqual(fields('fullname'))
    expect(await send(token, [ANSWERS[0]!, { key: 'fullname', value: '　' }])).toEqual(fields('fullname'))
    expect(await send(token, [ANSWERS[1]!])).toEqual(fields('email'))
  })

  test('the rules of the browser are the rules of the server', async () => {
    const { token } = await shop.orderToken()
    const answer = await send(token, [...ANSWERS, { key: 'phone', value: '12' }])
    expect(answer.body).toEqual({
      error: 'invalid_request',
      fields: [{ field: 'phone', rule: 'common_validate_phone' }],
    })
  })

  test.each(['address', 'is_admin', '__proto__'])(
    'a field that the site does not show is refused: %s',
    async key => {
      const { token } = await shop.orderToken()
      const answer = await send(token, [...ANSWERS, { key, value: 'x' }])
      expect(answer.body).toEqual({
        error: 'invalid_request',
        fields: [{ field: 'contents', rule: 'unexpected' }],
      })
    },
  )

  test('an answer given twice is refused', async () => {
    const { token } = await shop.orderToken()
    expect(await send(token, [...ANSWERS, ANSWERS[0]!])).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    })
  })

  test('S-6.08: line breaks are taken out of names before they are stored', async () => {
    const { token } = await shop.orderToken()
    await send(token, [ANSWERS[0]!, { key: 'fullname', value: 'Taro\r\nBcc: c@example.com' }])
    expect(await read(token)).toMatchObject({
      customer_info: [ANSWERS[0], { key: 'fullname', value: 'Taro Bcc: c@example.com' }],
    })
  })

  test.each(['a\0b', '\ud800', 'x\udc00'])('%j cannot be stored, and is told so', async value => {
    const { token } = await shop.orderToken()
    expect(await send(token, [...ANSWERS, { key: 'gender', value }])).toEqual({
      status: 400,
      body: { error: 'invalid_request', fields: [{ field: 'contents.2.value', rule: 'text' }] },
    })
  })

  test('S-1.11: a confirmed order takes other answers with the same address, and needs no other mail', async () => {
    const { token, id } = await shop.orderToken()
    await send(token)
    await confirm(mailToken(id, 1))
    const changed = [ANSWERS[0]!, { key: 'fullname', value: '吉田 花子' }]
    for (let time = 0; time < 6; time += 1)
      expect(await send(token, changed)).toEqual({
        status: 200,
        body: { mail_sent: false, places: 'held', order_token: token },
      })
    expect(await read(token)).toMatchObject({ status: 'ready_checkout', customer_info: changed })
    expect(await jobsOf(id)).toHaveLength(1)
    expect(await confirm(mailToken(id, 1))).toEqual({ status: 200, body: { order_token: token } })
  })

  test('S-1.11: a confirmed order keeps its address, and one being paid all its answers', async () => {
    const { token, id } = await shop.orderToken()
    await send(token)
    await confirm(mailToken(id, 1))
    const refused = { status: 400, body: { error: 'invalid order status' } }
    expect(await send(token, [{ key: 'email', value: 'b@example.com' }, ANSWERS[1]!])).toEqual(refused)
    expect(await read(token)).toMatchObject({ status: 'ready_checkout', customer_info: ANSWERS })
    await shop.db.transaction(tx =>
      tx.updateTable('orders').set({ status: 'payment_pending' }).where('id', '=', id).execute(),
    )
    expect(await send(token)).toEqual({ status: 400, body: { error: 'order is being paid' } })
  })

  test('R-4.14: the order and its mails are in the language of the form from then on, proved or not', async () => {
    const { token, id } = await shop.orderToken()
    const sendIn = (lang: string) =>
      shop.call('POST', `/api/v1/ordermails/${token}`, { contents: ANSWERS, lang })
    await sendIn('th')
    expect(await read(token)).toMatchObject({ status: 'mail_sent', lang: 'th' })
    await send(token)
    expect(await read(token)).toMatchObject({ lang: 'th' })
    await confirm(mailToken(id, 2))
    await sendIn('en')
    expect(await read(token)).toMatchObject({ status: 'ready_checkout', lang: 'en' })
    expect(await sendIn('xx')).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  })

  test('an unknown order, or a token of another kind, is not found', async () => {
    const { id } = await shop.orderToken()
    for (const token of ['ord_AAAAAAAAAAAAAAAAAAAAAAAA', mailToken(id, 1)])
      expect(await send(token)).toEqual({ status: 404, body: { error: 'record not found' } })
  })
})

describe('GET ordermails/{mail token}', () => {
  test('R-7.21, S-1.03: confirms the address, and again is the same', async () => {
    const { token, id } = await shop.orderToken()
    await send(token)
    for (let time = 0; time < 2; time += 1) {
      expect(await confirm(mailToken(id, 1))).toEqual({ status: 200, body: { order_token: token } })
      expect(await read(token)).toMatchObject({ status: 'ready_checkout' })
    }
  })

  test('while the order is being paid the link still leads to it', async () => {
    const { token, id } = await shop.orderToken()
    await send(token)
    await confirm(mailToken(id, 1))
    await shop.db.transaction(tx =>
      tx.updateTable('orders').set({ status: 'payment_3ds' }).where('id', '=', id).execute(),
    )
    expect(await confirm(mailToken(id, 1))).toEqual({ status: 200, body: { order_token: token } })
    expect(await read(token)).toMatchObject({ status: 'payment_3ds' })
  })

  test('S-1.07: after the hold has ended the link is too late', async () => {
    const { token, id } = await shop.orderToken()
    await send(token)
    await shop.endHold(id)
    expect(await confirm(mailToken(id, 1))).toEqual({ status: 400, body: { error: 'session_timeout' } })
  })

  test('S-15.01: an order token confirms nothing, nor does a link never sent', async () => {
    const { token, id } = await shop.orderToken()
    expect((await confirm(token)).status).toBe(404)
    expect((await confirm(mailToken(id, 1))).status).toBe(404)
  })
})
