import { getStocks, getProducts } from '@kippu/contract/products'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createShop, type DemoShop } from '../../../test/shop/shop.ts'
import { newOrderOf, VISIT_DATE } from '../../../test/new-order.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../../../test/small-catalogue.ts'
import { isRefusal } from '../../platform/http/refusal.ts'
import { createBatchedHolds } from '../../orders/holds/batched-holds.ts'
import { runCli } from '../run-cli.ts'

let server: DemoShop
let catalogue: SmallCatalogue

beforeAll(async () => {
  server = await createShop({ catalogue: 'demo' })
})
beforeEach(async () => {
  catalogue = await insertSmallCatalogue(server.db, { capacities: [10, 20] })
})
afterAll(() => server.close())

async function kippu(...args: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await runCli(args, {
    open: () => server.deps,
    out: text => out.push(text),
    err: text => err.push(text),
  })
  return { code, text: [...out, ...err].join('\n') }
}
const shares = (...args: readonly string[]) => {
  const verbs = ['set', 'release', 'remove']
  const [verb, ...more] = verbs.includes(args[0] ?? '') ? args : ['', ...args]
  const words = [verb ?? '', 'demo', catalogue.productUuid].filter(word => word !== '')
  return kippu('shares', ...words, ...more, '--from', VISIT_DATE)
}
/** Each channel of the first time span: what is kept, used and left. */
async function rows(): Promise<Record<string, readonly [number | null, number, number]>> {
  const { text } = await shares('--json', '--time', '10:00')
  const all: ReadonlyArray<{ channel: string; share: number | null; used: number; left: number }> =
    JSON.parse(text)
  return Object.fromEntries(
    all.map(({ channel, share, used, left }) => [channel, [share, used, left] as const]),
  )
}
async function buy(channel: string, quantity: number): Promise<boolean> {
  const holds = createBatchedHolds({ db: server.db, holdSeconds: 600 })
  const held = await holds.take(newOrderOf(catalogue, quantity, { channel }))
  await holds.close()
  return !isRefusal(held)
}

test('a share is kept for its channel, which sells it first and then of what is common; the others see what is left for them (R-1.17)', async () => {
  expect(await shares('set', 'spot', '4', '--time', '10:00')).toMatchObject({ code: 0 })
  expect(await rows()).toMatchObject({ web: [null, 0, 6], spot: [4, 0, 10] })
  expect(await buy('web', 7)).toBe(false)
  expect(await buy('web', 6)).toBe(true)
  expect(await rows()).toMatchObject({ web: [null, 6, 0], spot: [4, 0, 4] })
  const query = `?lang=ja&date=${VISIT_DATE}&product_id=${catalogue.productUuid}`
  const seen = (await server.app.inject(`${getStocks.path}${query}`)).json<{
    time_spans: Array<{ stock_count: number }>
  }>()
  expect(seen.time_spans.map(span => span.stock_count)).toEqual([0, 20])
  expect(await buy('spot', 4)).toBe(true)
  expect(await buy('spot', 1)).toBe(false)
})

test('with its share alone a channel sells no more, and from the release on what is left is common', async () => {
  expect(await shares('release', 'OTA')).toMatchObject({
    code: 1,
    text: expect.stringContaining('no share of OTA'),
  })
  await shares('set', 'OTA', '3', '--only', '--release', '60')
  expect(await rows()).toMatchObject({ OTA: [3, 0, 3], web: [null, 0, 7] })
  expect(await buy('OTA', 4)).toBe(false)
  expect(await buy('OTA', 2)).toBe(true)
  expect(await shares('release', 'OTA')).toMatchObject({ code: 0, text: expect.stringContaining('2') })
  expect(await rows()).toMatchObject({ OTA: [3, 2, 1], web: [null, 0, 8] })
  expect(await buy('web', 8)).toBe(true)
  expect(await buy('OTA', 1)).toBe(false)
})

test('what cannot be kept is refused, names the time span and the bound, and changes nothing', async () => {
  await buy('web', 5)
  expect(await shares('set', 'spot', '6')).toMatchObject({
    code: 1,
    text: expect.stringMatching(/2026-12-01 10:00.*5 at most/),
  })
  await shares('set', 'pos', '3')
  expect(await shares('set', 'spot', '8', '--time', '10:00')).toMatchObject({
    code: 1,
    text: expect.stringContaining('7 at most'),
  })
  expect(await shares('set', 'web', '4', '--only')).toMatchObject({
    code: 1,
    text: expect.stringContaining('has 5 already'),
  })
  expect(await rows()).toMatchObject({ pos: [3, 0, 5], web: [null, 5, 2] })
  expect(await shares('remove', 'pos')).toMatchObject({ code: 0 })
  expect(await rows()).toMatchObject({ web: [null, 5, 5] })
})

test('with --where-possible the time spans without room are left as they are, and named', async () => {
  await buy('web', 8)
  const { code, text } = await shares('set', 'spot', '5', '--where-possible')
  expect({ code, text }).toMatchObject({
    code: 0,
    text: expect.stringMatching(/Time spans: 1\..*Left out: 2026-12-01 10:00.*2 at most/s),
  })
  expect(await rows()).toMatchObject({ spot: [null, 0, 2], web: [null, 8, 2] })
})

test.each([
  ['a channel', ['set', 'shop', '3']],
  ['whole units', ['set', 'spot', '1.5']],
  ['units', ['set', 'spot']],
  ['a time', ['set', 'spot', '1', '--time', '25:00']],
  ['a last day after the first', ['set', 'spot', '1', '--to', '2026-11-30']],
])('%s is asked for', async (_, words) => {
  expect(await shares(...words)).toMatchObject({ code: 2 })
})

test('another site’s product has no share here, and channels says and sets who sells a product', async () => {
  expect(
    await kippu('shares', 'set', 'mori', catalogue.productUuid, 'spot', '1', '--from', VISIT_DATE),
  ).toMatchObject({ code: 2 })
  expect(await kippu('channels', 'mori', catalogue.productUuid, 'web')).toMatchObject({ code: 2 })
  const isListed = async () => {
    server.clock.advance(2_000)
    return (await server.app.inject(`${getProducts.path}?lang=ja`)).body.includes(catalogue.productUuid)
  }
  expect(await kippu('channels', 'demo', catalogue.productUuid)).toMatchObject({
    code: 0,
    text: 'Sold on: web, pos, kiosk, OTA, spot',
  })
  expect(await isListed()).toBe(true)
  expect(await kippu('channels', 'demo', catalogue.productUuid, 'spot,pos')).toMatchObject({
    code: 0,
    text: 'Sold on: spot, pos',
  })
  expect(await isListed()).toBe(false)
  expect(await kippu('channels', 'demo', catalogue.productUuid, 'shop')).toMatchObject({ code: 2 })
  // Resellers are told what each kind is.
  await server.db.transaction(tx =>
    tx.updateTable('option_values').set({ unit_type: null }).where('id', '=', catalogue.adult).execute(),
  )
  expect(await kippu('channels', 'demo', catalogue.productUuid, 'spot,OTA')).toMatchObject({ code: 1 })
})
