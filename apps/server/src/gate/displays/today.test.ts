import { CALLS } from '@kippu/contract/calls'
import type { TodayTicketInfo } from '@kippu/contract/signage'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type Shop } from '../../../test/shop/shop.ts'

const DAY = '2026-12-01'
const { path } = CALLS.readTodayTicketInfo

let server: Shop

beforeAll(async () => {
  server = await createShop()
})
afterAll(() => server.close())
beforeEach(async () => {
  // A minute after the other from 10:00: what has enough, what has few, and what has none.
  await server.renew({ capacities: [11, 10, 0], visitDate: DAY })
  server.clock.set(`${DAY}T09:30:00+09:00`)
})

const read = (query = '', host = 'localhost') => server.app.inject({ url: path + query, headers: { host } })
async function shown(query = `?product_uuid=${server.catalogue.productUuid}`) {
  const info = (await read(query)).json<TodayTicketInfo>()
  const [product] = info.products
  if (product === undefined) throw new Error('no product is shown')
  return { info, product, spans: product.time_spans }
}
async function change(values: object): Promise<void> {
  await server.db.transaction(tx =>
    tx.updateTable('products').set(values).where('id', '=', server.catalogue.productId).execute(),
  )
  server.clock.advance(1_000)
}

describe('S-14.03, E-22: what displays show of today', () => {
  test('each time with its state, what remains and the price of its first kind, the adult’s', async () => {
    const { info, product, spans } = await shown(`?lang=en&product_uuid=${server.catalogue.productUuid}`)
    expect(info).toMatchObject({ date: DAY, generated_at: `${DAY}T09:30:00+09:00` })
    expect(product).toMatchObject({
      name: 'Forest of Light',
      sale_type: 'time',
      priced_kind: 'Adult',
      state: 'normal',
    })
    const first = server.catalogue.spans[0]!
    expect(spans[0]).toEqual({
      time_span_id: first,
      from: `${DAY}T10:00:00+09:00`,
      to: `${DAY}T11:00:00+09:00`,
      state: 'normal',
      remaining_stock: 11,
      price: 3_200,
      sold_until: `${DAY}T10:00:00+09:00`,
    })
    expect(spans.map(span => [span.state, span.remaining_stock])).toEqual([
      ['normal', 11],
      ['few', 10],
      ['sold_out', 0],
    ])
  })

  test('a site sets from what number on few are left', async () => {
    const low = (value: string) =>
      server.db.transaction(tx =>
        tx
          .updateTable('settings')
          .set({ value })
          .where('site_key', '=', 'demo')
          .where('key', '=', 'Low_Stock_Threshold')
          .execute(),
      )
    await low('11')
    server.clock.advance(1_000)
    const { spans } = await shown()
    await low('10')
    expect(spans.map(({ state }) => state)).toEqual(['few', 'few', 'sold_out'])
  })

  test('times are dropped with the end of their sale, and a product has none in the end', async () => {
    const froms = async (time: string) => {
      server.clock.set(`${DAY}T${time}+09:00`)
      const { product, spans } = await shown()
      return [product.state, ...spans.map(({ from }) => from.slice(11, 16))]
    }
    expect(await froms('09:59:59')).toEqual(['normal', '10:00', '10:01', '10:02'])
    expect(await froms('10:00:00')).toEqual(['few', '10:01', '10:02'])
    expect(await froms('10:01:00')).toEqual(['sold_out', '10:02'])
    expect(await froms('10:02:00')).toEqual(['closed'])
  })

  test('a time of grace is shown with the end of it', async () => {
    await change({ grace_minutes: 30 })
    server.clock.set(`${DAY}T10:20:00+09:00`)
    const { spans } = await shown()
    expect(spans.map(span => span.sold_until.slice(11, 16))).toEqual(['10:30', '10:31', '10:32'])
  })

  test('an end of its sale that a time has of its own is shown, and takes it off', async () => {
    const [first = 0] = server.catalogue.spans
    await server.db.transaction(tx =>
      tx
        .updateTable('time_spans')
        .set({ sold_until: new Date(`${DAY}T10:40:00+09:00`) })
        .where('id', '=', first)
        .execute(),
    )
    server.clock.set(`${DAY}T10:39:59+09:00`)
    expect((await shown()).spans.map(span => [span.time_span_id, span.sold_until])).toEqual([
      [first, `${DAY}T10:40:00+09:00`],
    ])
    server.clock.set(`${DAY}T10:40:00+09:00`)
    expect((await shown()).spans).toEqual([])
  })

  test('it turns at midnight in Japan', async () => {
    server.clock.set('2026-11-30T23:59:59+09:00')
    expect(await shown()).toMatchObject({ info: { date: '2026-11-30' }, product: { state: 'closed' } })
    server.clock.set(`${DAY}T00:00:00+09:00`)
    expect(await shown()).toMatchObject({ info: { date: DAY }, product: { state: 'normal' } })
  })

  test('places that are held are none that remain', async () => {
    await server.orderToken(2)
    server.clock.advance(1_000)
    const { spans } = await shown()
    expect(spans.map(span => span.remaining_stock)).toEqual([9, 10, 0])
  })

  test('R-1.17: of what is sold at the door, what the door may sell; of the rest, what the web may', async () => {
    const first = server.catalogue.spans[0]!
    await server.db.transaction(async tx => {
      const share = { time_span_id: first, channel: 'spot', share: 4, uses_pool: false }
      await tx.insertInto('channel_shares').values(share).execute()
      await tx.updateTable('time_spans').set({ shares: 1 }).where('id', '=', first).execute()
    })
    const remaining = async (channels: string[]) => {
      await change({ channels })
      return (await shown()).spans[0]?.remaining_stock
    }
    expect(await remaining(['web', 'spot'])).toBe(4)
    expect(await remaining(['web'])).toBe(7)
    await change({ channels: ['pos'] })
    expect((await read(`?product_uuid=${server.catalogue.productUuid}`)).statusCode).toBe(404)
  })

  test('without a product it has the main products on sale of the site, and no other', async () => {
    const { info } = await shown('')
    const uuids = info.products.map(({ uuid }) => uuid)
    expect(uuids).toContain(server.catalogue.productUuid)
    expect(uuids).not.toContain(server.catalogue.tea.productUuid)
    await change({ sale_until: new Date(server.clock.now()) })
    expect((await shown('')).info.products.map(({ uuid }) => uuid)).not.toContain(
      server.catalogue.productUuid,
    )
  })

  test('a product that the site does not have is not found', async () => {
    expect((await read(`?product_uuid=${crypto.randomUUID()}`)).json()).toEqual({ error: 'record not found' })
    expect((await read(`?product_uuid=${server.catalogue.productUuid}`, 'mori.localhost')).statusCode).toBe(
      404,
    )
  })
})
