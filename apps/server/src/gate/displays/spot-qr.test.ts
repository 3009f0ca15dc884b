import { CALLS } from '@kippu/contract/calls'
import { epochMsOf } from '@kippu/domain/jst-date'
import { fastify } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type DemoShop } from '../../../test/shop/shop.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../../../test/small-catalogue.ts'
import { presenceCodeAt } from '../devices/presence-code.ts'
import { serve } from '../../platform/http/route.ts'
import { readQrToken } from '../../door/qr-token.ts'
import { serveSignage } from './serve-signage.ts'

const KEY = 'a-key-of-this-house'
const CALL = CALLS.issueSpotQrToken

let server: DemoShop
let product: SmallCatalogue

beforeAll(async () => {
  server = await createShop({ catalogue: 'demo', variables: { SIGNAGE_KEY: KEY } })
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set('2026-12-01T10:00:00+09:00')
  product = await insertSmallCatalogue(server.db)
  await sellOn(['web', 'spot'])
})
afterEach(() =>
  server.db.transaction(tx => tx.deleteFrom('settings').where('key', '=', 'Signage_Presence_Code').execute()),
)

async function sellOn(channels: string[], change: object = {}): Promise<void> {
  await server.db.transaction(tx =>
    tx
      .updateTable('products')
      .set({ channels, ...change })
      .where('id', '=', product.productId)
      .execute(),
  )
  server.clock.advance(1_000)
}

const issue = (
  body: object = { product_uuid: product.productUuid },
  headers: Readonly<Record<string, string>> = { 'x-signage-key': KEY },
  app = server,
) =>
  app.app.inject({
    method: 'POST',
    url: CALL.path,
    headers: { host: 'localhost', ...headers },
    payload: body,
  })

interface Issued {
  readonly qr_token: string
  readonly url: string
  readonly expires_at: string
  readonly issued_at: string
  readonly product_name: string
  readonly presence: object | null
}
const issued = async (lang = 'ja') =>
  (await issue({ product_uuid: product.productUuid, lang })).json<Issued>()

describe('S-12.03, E-23: the key of the displays', () => {
  test.each([
    ['no key', {}],
    ['another key', { 'x-signage-key': 'a-key-of-that-house' }],
    ['the beginning of the key', { 'x-signage-key': KEY.slice(0, -1) }],
    ['an empty key', { 'x-signage-key': '' }],
    ['the key where a device has its own', { authorization: `Bearer ${KEY}` }],
  ])('%s gets no code, whatever is asked', async (_, headers) => {
    for (const body of [{ product_uuid: product.productUuid }, { product_uuid: crypto.randomUUID() }, {}]) {
      const answer = await issue(body, headers)
      expect([answer.statusCode, answer.json()]).toEqual([401, { error: 'signage key not accepted' }])
    }
  })

  test('a deployment without a key gives no display a code', async () => {
    const keyless = await createShop({ catalogue: 'demo' })
    const answers = [await issue({}, {}, keyless), await issue({}, { 'x-signage-key': 'null' }, keyless)]
    await keyless.close()
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401])
  })

  test('tries are counted as guesses', async () => {
    const few = await createShop({
      catalogue: 'demo',
      variables: { SIGNAGE_KEY: KEY, GUESSES_PER_MINUTE: '2' },
      replace: () => ({ loadLimits: 'on' }),
    })
    const statuses: number[] = []
    for (const key of ['one', 'two', KEY])
      statuses.push((await issue({}, { 'x-signage-key': key }, few)).statusCode)
    await few.close()
    expect(statuses).toEqual([401, 401, 429])
  })

  test('neither is written to the log', async () => {
    const { qr_token: token } = await issued()
    server.deps.log.info({
      req: { headers: { 'x-signage-key': KEY } },
      env: { signageKey: KEY },
      body: { qr_token: token },
    })
    const lines = server.logged.join('')
    expect(lines).toContain('[redacted]')
    expect(lines).not.toContain(KEY)
    expect(lines).not.toContain(token)
  })

  test('a call that needs it can be served in no other way, and no other call in this one', async () => {
    const app = fastify()
    const answer = () => Promise.reject(new Error('not asked'))
    expect(() => serve(app, CALL, answer)).toThrow('displays of the house')
    expect(() => serveSignage(app, server.deps, CALLS.readTodayTicketInfo, answer)).toThrow('does not say so')
    await app.close()
  })
})

describe('S-12.01, E-23: a code for a display', () => {
  test('opens the sale at the door, for its product', async () => {
    const answer = await issue({ product_uuid: product.productUuid.toUpperCase(), lang: 'en' })
    expect(answer.statusCode).toBe(201)
    const body = answer.json<Issued>()
    expect(body).toEqual({
      qr_token: expect.stringMatching(/^spq_/),
      url: `http://localhost:3000/to/spot?qr_token=${body.qr_token}`,
      issued_at: '2026-12-01T10:00:01+09:00',
      expires_at: '2026-12-01T10:30:01+09:00',
      renew_after_seconds: 60,
      product_name: 'Forest of Light',
      presence: null,
    })
    expect(readQrToken(server.deps, 'demo', body.qr_token, server.clock.now())).toEqual({
      productId: product.productId,
      expiresAt: epochMsOf(body.expires_at),
    })
    expect(readQrToken(server.deps, 'mori', body.qr_token, server.clock.now())).toBeUndefined()
  })

  test('ends with its day in Japan', async () => {
    server.clock.set('2026-12-01T23:59:00+09:00')
    expect((await issued()).expires_at).toBe('2026-12-02T00:00:00+09:00')
  })

  test.each([
    ['that nobody knows', async () => crypto.randomUUID()],
    ['of another site', async () => (await insertSmallCatalogue(server.db, { siteKey: 'mori' })).productUuid],
    [
      'that is not sold at the door',
      async () => {
        await sellOn(['web', 'pos'])
        return product.productUuid
      },
    ],
    [
      'that is no longer sold',
      async () => {
        await sellOn(['spot'], { sale_until: new Date(server.clock.now()) })
        return product.productUuid
      },
    ],
    ['that goes with another one', async () => product.tea.productUuid],
  ])('there is none for a product %s', async (_, uuidOf) => {
    const answer = await issue({ product_uuid: await uuidOf() })
    expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'record not found' }])
  })

  test('S-9.08: the code of the minute stands beside it where the site has it shown', async () => {
    await server.db.transaction(tx =>
      tx
        .insertInto('settings')
        .values({ site_key: 'demo', key: 'Signage_Presence_Code', value: 'true' })
        .execute(),
    )
    server.clock.advance(1_000)
    const { presence } = await issued()
    const { digits } = presenceCodeAt(server.deps, 'demo', server.clock.now())
    expect(presence).toEqual({ code: digits, ends_at: '2026-12-01T10:01:00+09:00' })
  })
})
