import { MOST_WRONG_MAIL_CODES } from '@kippu/domain/form/mail-code'
import { siteOf } from '@kippu/demo/demo-sites'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { testEnv } from '../../../test/shop/test-env.ts'
import { createShop, type Shop } from '../../../test/shop/shop.ts'
import { ORDER } from '../../../test/order-record.ts'
import { createSiteDirectory } from '../../platform/http/sites.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { createTokens, hashToken } from '../../platform/tokens.ts'
import { decideCode } from './confirm-mail-code.ts'

const ANSWERS = [
  { key: 'email', value: 'a@example.com' },
  { key: 'fullname', value: '𠮷田 太郎' },
]
const WRONG = {
  status: 400,
  body: { error: 'wrong mail code', fields: [{ field: 'code', rule: 'wrong_mail_code' }] },
}
const USED_UP = {
  status: 400,
  body: { error: 'mail code used up', fields: [{ field: 'code', rule: 'mail_code_used_up' }] },
}

/** Ten units of a day of twenty may be held by one network. */
const SHARES = {
  ...siteOf('demo').unprovenShares,
  day: { part: 0.6, least: 0 },
  network: { part: 0.5, least: 0 },
  mailDomain: { part: 0.6, least: 0 },
}

let shop: Shop

beforeAll(async () => {
  const sites = [{ ...siteOf('demo'), unprovenShares: SHARES }, siteOf('mori')]
  shop = await createShop({ replace: ({ env }) => ({ sites: createSiteDirectory(env, sites) }) })
})
beforeEach(() => shop.renew({ capacities: [20] }))
afterAll(() => shop.close())

const send = (token: string) => shop.call('POST', `/api/v1/ordermails/${token}`, { contents: ANSWERS })
const type = (token: string, code: string) => shop.call('POST', `/api/v1/ordermails/code/${token}`, { code })
const follow = (id: string, generation = 1) =>
  shop.call('GET', `/api/v1/ordermails/${shop.deps.tokens.derive('mail', `${id}.${generation}`)}`)
const read = async (token: string) => (await shop.call('GET', `/api/v1/orders/${token}`)).body
const rowOf = (id: string) =>
  shop.db.read(tx => tx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

/** The code that stands in the mail of a generation. */
function codeOf(id: string, generation = 1): string {
  const { tokens } = shop.deps
  const name = `${id}.${generation}`
  return tokens.deriveMailCode(name, hashToken(tokens.derive('mail', name)))
}

/** Codes that are not the right one. */
function wrongCodes(right: string, count = 1): string[] {
  const other = (index: number) => String((Number(right) + index + 1) % 1_000_000).padStart(6, '0')
  return Array.from({ length: count }, (_, index) => other(index))
}

async function mailed(quantity = 1) {
  const order = await shop.orderToken(quantity)
  expect((await send(order.token)).status).toBe(200)
  const code = codeOf(order.id)
  return { ...order, code, wrong: wrongCodes(code)[0] ?? '' }
}

describe('POST ordermails/code/{order token} (decision 63)', () => {
  test('the code proves what the link proves: the order is ready to be paid, and held as long (S-1.03)', async () => {
    const byCode = await mailed()
    const byLink = await mailed()
    expect(await type(byCode.token, byCode.code)).toEqual({
      status: 200,
      body: { order_token: byCode.token },
    })
    expect((await follow(byLink.id)).status).toBe(200)
    const [one, other] = [await rowOf(byCode.id), await rowOf(byLink.id)]
    expect(one).toMatchObject({ status: 'ready_checkout', version: other.version, mail_generation: 1 })
    expect(Math.abs(one.expires_at.getTime() - other.expires_at.getTime())).toBeLessThan(60_000)
    const holds = await shop.db.read(tx =>
      tx.selectFrom('holds').selectAll().where('order_id', '=', byCode.id).execute(),
    )
    expect(holds).toMatchObject([{ is_proved: true }])
    const [mailbox] = await shop.db.read(tx => tx.selectFrom('proof_recipients').selectAll().execute())
    expect(mailbox).toBeDefined()
  })

  test.each([
    [
      'in full width',
      (code: string) => code.replaceAll(/\d/g, c => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
    ],
    ['in groups', (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)}\n`],
  ])('the code is taken %s', async (_, written) => {
    const { token, code } = await mailed()
    expect((await type(token, written(code))).status).toBe(200)
  })

  test.each(['', '12345', '1234567', 'abcdef', '12 34'])('%j is neither a code nor a try', async typed => {
    const { id, token } = await mailed()
    expect(await type(token, typed)).toEqual({
      status: 400,
      body: { error: 'invalid_request', fields: [{ field: 'code', rule: 'mail_code' }] },
    })
    expect(await rowOf(id)).toMatchObject({ wrong_mail_codes: 0 })
  })

  test('four wrong codes are forgiven', async () => {
    const { id, token, code } = await mailed()
    for (const wrong of wrongCodes(code, 4)) expect(await type(token, wrong)).toEqual(WRONG)
    expect(await rowOf(id)).toMatchObject({ status: 'mail_sent', wrong_mail_codes: 4 })
    expect((await type(token, code)).status).toBe(200)
  })

  test('after five wrong codes not even the right one is taken; the link is, and so is the code of a new mail', async () => {
    const { id, token, code } = await mailed()
    const answers = []
    for (const wrong of wrongCodes(code, 5)) answers.push(await type(token, wrong))
    expect(answers).toEqual([WRONG, WRONG, WRONG, WRONG, USED_UP])
    expect(await type(token, code)).toEqual(USED_UP)
    expect(await read(token)).toMatchObject({ status: 'mail_sent' })
    await send(token)
    expect(await type(token, code)).toEqual(WRONG)
    expect((await type(token, codeOf(id, 2))).status).toBe(200)
    const other = await mailed()
    for (const wrong of wrongCodes(other.code, 5)) await type(other.token, wrong)
    expect((await follow(other.id)).status).toBe(200)
  })

  test('of forty codes at once no more than five are judged, and the right one among the others opens nothing', async () => {
    const { id, token, code } = await mailed()
    const guesses = wrongCodes(code, 39)
    const answers = await Promise.all(guesses.map(guess => type(token, guess)))
    const told = answers.filter(({ body }) =>
      ['wrong mail code', 'mail code used up'].includes(String(body['error'])),
    )
    expect(answers.filter(({ body }) => body['error'] === 'wrong mail code').length).toBeLessThan(
      MOST_WRONG_MAIL_CODES,
    )
    expect(told.length).toBeGreaterThanOrEqual(MOST_WRONG_MAIL_CODES)
    expect(await rowOf(id)).toMatchObject({ status: 'mail_sent', wrong_mail_codes: MOST_WRONG_MAIL_CODES })
    expect(await type(token, code)).toEqual(USED_UP)
  })

  test('a new mail makes the code before it void, and its tries are counted anew (S-1.02)', async () => {
    const { id, token, code } = await mailed()
    for (const wrong of wrongCodes(code, 4)) await type(token, wrong)
    await send(token)
    expect(await type(token, code)).toEqual(WRONG)
    expect(await rowOf(id)).toMatchObject({
      mail_generation: 2,
      mail_code_generation: 2,
      wrong_mail_codes: 1,
    })
    expect((await type(token, codeOf(id, 2))).status).toBe(200)
  })

  test('link and code at once, in two tabs: both lead on, and the order moves once', async () => {
    const { id, token, code } = await mailed()
    const before = (await rowOf(id)).version
    const answers = await Promise.all([type(token, code), follow(id), type(token, code), follow(id)])
    expect(answers).toEqual(answers.map(() => ({ status: 200, body: { order_token: token } })))
    expect(await rowOf(id)).toMatchObject({ status: 'ready_checkout', version: before + 1 })
  })

  test('used again it changes nothing, and neither does any other: nothing is left to prove', async () => {
    const { id, token, code, wrong } = await mailed()
    await type(token, code)
    const { version, expires_at: expiresAt } = await rowOf(id)
    for (const again of [code, wrong]) expect((await type(token, again)).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ version, expires_at: expiresAt, wrong_mail_codes: 0 })
  })

  test('S-1.07: after the hold has ended the code is too late', async () => {
    const { id, token, code } = await mailed()
    await shop.endHold(id)
    expect(await type(token, code)).toEqual({ status: 400, body: { error: 'session_timeout' } })
  })

  test('before a mail was asked for there is no code', async () => {
    const { id, token } = await shop.orderToken()
    expect(await type(token, codeOf(id))).toEqual({ status: 400, body: { error: 'invalid order status' } })
  })

  test('S-15.01: the code of another order is wrong; a link, or the token of another site, opens nothing', async () => {
    const one = await mailed()
    const other = await mailed()
    expect(await type(one.token, other.code)).toEqual(WRONG)
    const notFound = { status: 404, body: { error: 'record not found' } }
    expect(await type(shop.deps.tokens.derive('mail', `${one.id}.1`), one.code)).toEqual(notFound)
    const there = await shop.app.inject({
      method: 'POST',
      url: `/api/v1/ordermails/code/${one.token}`,
      payload: { code: one.code },
      headers: { host: 'mori.localhost' },
    })
    expect(there.statusCode).toBe(404)
    expect(await rowOf(one.id)).toMatchObject({ status: 'mail_sent', wrong_mail_codes: 1 })
  })

  test('nothing of a code is stored', async () => {
    const { id, token, code } = await mailed()
    await type(token, code)
    expect(JSON.stringify(await rowOf(id))).not.toContain(code)
    expect(JSON.stringify(await shop.queued())).not.toContain(code)
  })

  test('D-18: an order without places takes them by its code; where none are left it may be typed again', async () => {
    await shop.orderToken(5)
    await shop.orderToken(5)
    const { id, token, code } = await mailed(2)
    expect(await read(token)).toMatchObject({ places: 'at_proof' })
    const capacity = (units: number) =>
      shop.db.transaction(tx =>
        tx
          .updateTable('time_spans')
          .set({ capacity: units })
          .where('id', '=', shop.catalogue.spans[0]!)
          .execute(),
      )
    await capacity(10)
    expect(await type(token, code)).toEqual({ status: 400, body: { error: 'out of stock' } })
    await capacity(20)
    expect(await rowOf(id)).toMatchObject({ wrong_mail_codes: 0, places_at_proof: true })
    expect((await type(token, code)).status).toBe(200)
    expect(await read(token)).toMatchObject({ status: 'ready_checkout', places: 'held' })
  })
})

describe('a code', () => {
  const tokens = createTokens('a secret of thirty-two characters')
  const name = `${ORDER.id}.${ORDER.mailGeneration}`
  const mailTokenHash = hashToken(tokens.derive('mail', name))
  const code = tokens.deriveMailCode(name, mailTokenHash)

  test('proves nothing where no mail was sent, because the address is known of the member (S-5.06)', () => {
    const order = { ...ORDER, placesAtProof: true, mailTokenHash: null }
    const fields = [{ field: 'code', rule: 'mail_code_used_up' }]
    expect(decideCode({ tokens, env: testEnv() }, order, code)).toEqual({
      answer: refuse('mail code used up', { fields }),
    })
  })
})
