import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createShop, type Shop } from './shop/shop.ts'

const ZONE_OF_THE_HOST = process.env['TZ']

describe.each([
  ['UTC', 0],
  ['America/Los_Angeles', 480],
  ['Pacific/Kiritimati', -840],
])('on a host in %s', (zone, offsetMinutes) => {
  let server: Shop

  beforeAll(async () => {
    process.env['TZ'] = zone
    server = await createShop()
  })
  afterAll(async () => {
    await server.close()
    if (ZONE_OF_THE_HOST === undefined) delete process.env['TZ']
    else process.env['TZ'] = ZONE_OF_THE_HOST
  })

  test('the server sells and shows days of Japan (S-15.06)', async () => {
    expect(new Date('2026-11-21').getTimezoneOffset()).toBe(offsetMinutes)
    const { token } = await server.orderToken(1)
    expect(await server.call('GET', `/api/v1/orders/${token}`)).toMatchObject({
      body: {
        main_product: {
          reservation_from: '2026-12-01T10:00:00+09:00',
          reservation_to: '2026-12-01T11:00:00+09:00',
        },
      },
    })
  })

  test('a day is over when it is over in Japan (S-15.06)', async () => {
    await server.renew({ saleType: 'date' })
    // It is open until midnight.
    await server.db.transaction(tx =>
      tx
        .updateTable('time_spans')
        .set({ ends_at: new Date('2026-12-02T00:00:00+09:00') })
        .where('id', 'in', [...server.catalogue.spans])
        .execute(),
    )
    const days = `from=2026-12-01&to=2026-12-01&product_uuid=${server.catalogue.productUuid}`
    const isSoldAt = async (time: string): Promise<boolean> => {
      server.clock.set(`${time}+09:00`)
      const answer = await server.app.inject(`/api/v1/products/stocks-statuses?${days}`)
      const [day] = answer.json<{ stock_status: string }[]>()
      return day?.stock_status === 'few'
    }
    expect(await isSoldAt('2026-12-01T23:59:00')).toBe(true)
    expect(await isSoldAt('2026-12-02T00:01:00')).toBe(false)
  })
})
