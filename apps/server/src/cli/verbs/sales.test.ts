import { getStocks, getStocksStatuses } from '@kippu/contract/products'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createShop, type DemoShop } from '../../../test/shop/shop.ts'
import { kippuAs as commandAs } from '../../../test/kippu.ts'
import { newOrderOf, VISIT_DATE } from '../../../test/new-order.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../../../test/small-catalogue.ts'
import { isRefusal } from '../../platform/http/refusal.ts'
import { createBatchedHolds } from '../../orders/holds/batched-holds.ts'

let server: DemoShop
let catalogue: SmallCatalogue

beforeAll(async () => {
  server = await createShop({ catalogue: 'demo' })
})
beforeEach(async () => {
  await server.db.transaction(tx => sql`delete from staff`.execute(tx))
  catalogue = await insertSmallCatalogue(server.db, { capacities: [10, 20] })
})
afterAll(() => server.close())

const kippuAs = (staffName: string | undefined, ...args: readonly string[]) =>
  commandAs(server, staffName, args)
const kippu = (...args: readonly string[]) => kippuAs(undefined, ...args)
const change = (verb: 'stop' | 'resume', ...more: readonly string[]) =>
  kippu('sales', verb, 'demo', catalogue.productUuid, '--from', VISIT_DATE, '--reason', 'typhoon', ...more)
const capacity = (units: string, ...more: readonly string[]) =>
  kippu('capacity', 'set', 'demo', catalogue.productUuid, units, '--from', VISIT_DATE, ...more)

async function buy(quantity: number, of: SmallCatalogue = catalogue, channel = 'web'): Promise<boolean> {
  const holds = createBatchedHolds({ db: server.db, holdSeconds: 600 })
  const held = await holds.take(newOrderOf(of, quantity, { channel }))
  await holds.close()
  return !isRefusal(held)
}
/** What a visitor sees: the state of the day, and what is left at each time. */
async function seen() {
  server.clock.advance(1_000)
  const day = `lang=ja&date=${VISIT_DATE}&product_id=${catalogue.productUuid}`
  const stocks = (await server.app.inject(`${getStocks.path}?${day}`)).json<{
    product_stock_status: string
    time_spans: Array<{ stock_count: number }>
  }>()
  const month = `from=${VISIT_DATE}&to=${VISIT_DATE}&product_uuid=${catalogue.productUuid}`
  const [status] = (await server.app.inject(`${getStocksStatuses.path}?${month}`)).json<
    Array<{ stock_status: string }>
  >()
  return [
    status?.stock_status,
    stocks.product_stock_status,
    stocks.time_spans.map(({ stock_count: count }) => count),
  ]
}
async function capacities(): Promise<readonly number[]> {
  const { rows } = await server.db.read(read =>
    sql<{
      capacity: number
    }>`select capacity from time_spans where id = any(${[...catalogue.spans]}) order by id`.execute(read),
  )
  return rows.map(row => row.capacity)
}

test('a slot that is stopped is sold to nobody and shown to nobody, a day without slots is closed, and both come back', async () => {
  expect(await seen()).toEqual(['normal', 'normal', [10, 20]])
  expect(await change('stop', '--time', '10:00')).toMatchObject({
    code: 0,
    text: expect.stringMatching(/Stopped: 1 time spans, 1 .* 0 units/),
  })
  expect(await seen()).toEqual(['normal', 'normal', [20]])
  for (const channel of ['web', 'spot', 'pos']) expect(await buy(1, catalogue, channel)).toBe(false)
  expect(await change('stop')).toMatchObject({ code: 0, text: expect.stringContaining('2 time spans, 1 of') })
  expect(await seen()).toEqual(['closed', 'closed', []])
  const listed = await kippu('sales', 'demo', catalogue.productUuid, '--from', VISIT_DATE)
  expect(listed).toMatchObject({ code: 0, text: expect.stringMatching(/2026-12-01 .* all day .* typhoon/) })
  expect(listed.text).toContain('光の森')
  expect(await change('resume', '--time', '10:01')).toMatchObject({ code: 0 })
  expect(await seen()).toEqual(['normal', 'normal', [20]])
  expect((await kippu('sales', 'demo', catalogue.productUuid, '--from', VISIT_DATE)).text).toContain(
    '1 of 2: 10:00',
  )
  expect(await change('resume')).toMatchObject({ code: 0 })
  expect(await seen()).toEqual(['normal', 'normal', [10, 20]])
  expect(await buy(1)).toBe(true)
})

test('all products of a site are stopped together, those of another site never', async () => {
  const other = await insertSmallCatalogue(server.db, { siteKey: 'mori', capacities: [5] })
  const stopped = await kippu('sales', 'stop', 'demo', '--from', VISIT_DATE, '--reason', 'typhoon')
  expect(stopped).toMatchObject({ code: 0 })
  expect(await buy(1)).toBe(false)
  expect(await buy(1, other)).toBe(true)
  const elsewhere = ['sales', 'stop', 'mori', catalogue.productUuid, '--from', VISIT_DATE, '--reason', 'x']
  expect(await kippu(...elsewhere)).toMatchObject({
    code: 2,
    text: expect.stringContaining('mori has no product'),
  })
  await kippu('sales', 'resume', 'demo', '--from', VISIT_DATE, '--reason', 'over')
})

test('what is held may be paid until it ends; --release ends what nobody is paying', async () => {
  expect(await buy(3)).toBe(true)
  expect(await change('stop')).toMatchObject({ text: expect.stringContaining('3 units') })
  const held = await server.db.read(read =>
    read
      .selectFrom('holds')
      .select('units')
      .where('time_span_id', 'in', [...catalogue.spans])
      .execute(),
  )
  expect(held).toEqual([{ units: 3 }])
  expect(await change('stop', '--release')).toMatchObject({
    text: expect.stringContaining('not being paid: 1.'),
  })
  await change('resume')
  expect(await buy(10)).toBe(true)
})

test('a capacity goes up and down, not below what is taken and kept, and the line says from what to what', async () => {
  await buy(4)
  const kept = ['shares', 'set', 'demo', catalogue.productUuid, 'spot', '3', '--from', VISIT_DATE]
  await kippu(...kept, '--time', '10:00')
  expect(await capacity('6', '--time', '10:00')).toMatchObject({
    code: 1,
    text: expect.stringMatching(/2026-12-01 10:00: 4 are held or sold, and 3 more .* so 7 is the least/),
  })
  expect(await capacity('5')).toMatchObject({ code: 1 })
  expect(await capacities()).toEqual([10, 20])
  expect(await capacity('5', '--where-possible')).toMatchObject({
    code: 0,
    text: expect.stringMatching(/now: 1\.\nBefore: 20 .*Left out: 2026-12-01 10:00/s),
  })
  expect(await capacity('7', '--time', '10:00')).toMatchObject({ code: 0 })
  expect(await buy(1)).toBe(false)
  expect(await capacity('30')).toMatchObject({ code: 0 })
  expect(await capacities()).toEqual([30, 30])
  const { text } = await kippu('actions', 'demo', '--of', catalogue.productUuid, '--json')
  expect(JSON.parse(text)[0]).toMatchObject({
    verb: 'capacity set',
    details: {
      after: 30,
      before: [
        { capacity: 5, spans: 1 },
        { capacity: 7, spans: 1 },
      ],
    },
  })
})

test('shares, channels, notices, gates and keys leave their lines too', async () => {
  const name = `Gate ${crypto.randomUUID()}`
  const words = ['--ja', '休館', '--en', 'Closed', '--until', '2099-12-24 18:00']
  const uuid = catalogue.productUuid
  await kippu('shares', 'set', 'demo', uuid, 'spot', '1', '--from', VISIT_DATE)
  await kippu('shares', 'release', 'demo', uuid, 'spot', '--from', VISIT_DATE)
  await kippu('shares', 'remove', 'demo', uuid, 'spot', '--from', VISIT_DATE)
  await kippu('channels', 'demo', uuid, 'web,spot')
  const notice = JSON.parse((await kippu('notices', 'put', 'demo', ...words, '--json')).text)
  await kippu('notices', 'withdraw', 'demo', String(notice.id))
  const gate = JSON.parse((await kippu('gates', 'add', 'demo', name, '--json')).text)
  const device = JSON.parse((await kippu('gates', 'enrol', gate.gate, 'Tablet', '--json')).text)
  await kippu('gates', 'revoke', device.device)
  await kippu('gates', 'close', gate.gate, '--yes')
  const key = JSON.parse((await kippu('gate-keys', 'rotate', 'demo', '--json')).text)
  await kippu('gate-keys', 'retire', 'demo', String(key.number), '--yes')
  const { text } = await kippu('actions', 'demo', '--json')
  const verbs = JSON.parse(text).map((action: { verb: string }) => action.verb)
  expect(verbs.slice(0, 12)).toEqual([
    'gate-keys retire',
    'gate-keys rotate',
    'gates close',
    'gates revoke',
    'gates enrol',
    'gates add',
    'notices withdraw',
    'notices put',
    'channels set',
    'shares remove',
    'shares release',
    'shares set',
  ])
})

test('whoever may not sell, or works elsewhere, changes nothing', async () => {
  await kippu('staff', 'put', 'aki', 'owner')
  await kippuAs('aki', 'staff', 'put', 'ren', 'box_office')
  await kippuAs('aki', 'staff', 'put', 'umi', 'planner', '--sites', 'mori')
  const stop = ['sales', 'stop', 'demo', '--from', VISIT_DATE, '--reason', 'typhoon']
  expect(await kippuAs('ren', ...stop)).toMatchObject({ code: 1 })
  expect(await kippuAs('umi', ...stop)).toMatchObject({ code: 2 })
  expect(await buy(1)).toBe(true)
})

test.each([
  ['a site', ['sales', 'stop', '--from', VISIT_DATE, '--reason', 'x']],
  ['a first day', ['sales', 'stop', 'demo', '--reason', 'x']],
  ['a reason', ['sales', 'stop', 'demo', '--from', VISIT_DATE]],
  ['a UUID', ['sales', 'stop', 'demo', 'forest', '--from', VISIT_DATE, '--reason', 'x']],
  [
    'days in their order',
    ['sales', 'stop', 'demo', '--from', VISIT_DATE, '--to', '2026-11-30', '--reason', 'x'],
  ],
  ['a time', ['sales', 'stop', 'demo', '--from', VISIT_DATE, '--time', '9', '--reason', 'x']],
  ['units', ['capacity', 'set', 'demo', '12', '--from', VISIT_DATE]],
  ['whole units', ['capacity', 'set', 'demo', crypto.randomUUID(), '-1', '--from', VISIT_DATE]],
  ['a verb', ['capacity', 'put', 'demo', crypto.randomUUID(), '1', '--from', VISIT_DATE]],
])('%s is asked for', async (_, words) => {
  expect(await kippu(...words)).toMatchObject({ code: 2 })
})

test('capacities of more time spans than a statement may have values', async () => {
  // In parts: a statement has five seconds, on a busy machine too.
  for (let first = 1; first <= 66_000; first += 6_000)
    await server.db.transaction(tx =>
      sql`
        insert into time_spans (site_key, product_id, visit_date, starts_at, ends_at, capacity)
        select 'demo', ${catalogue.productId}::integer, ${VISIT_DATE}::date, at, at + interval '1 hour', 5
          from (select ${`${VISIT_DATE}T00:00:00+09:00`}::timestamptz + make_interval(secs => n + 0.5) as at
                  from generate_series(${first}::integer, ${first + 5_999}::integer) n) starts`.execute(tx),
    )
  expect(await capacity('30')).toMatchObject({ code: 0 })
})
