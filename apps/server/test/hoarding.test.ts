import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'

import { createShop, type StripeShop } from './shop/shop.ts'

/** Of a day of 200 places with the shares of a site that sets none: 120 for all, 40 for a network and for a mail domain. */
const CAPACITIES = [200]

let shop: StripeShop

beforeAll(async () => {
  shop = await createShop({ payments: 'stripe' })
})
beforeEach(() => shop.renew({ capacities: CAPACITIES }))
afterAll(() => shop.close())

interface Asked {
  readonly status: number
  readonly body: Record<string, unknown>
}

async function call(method: 'GET' | 'POST', url: string, from: string, payload?: object): Promise<Asked> {
  const answer = await shop.app.inject({ method, url, remoteAddress: from, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.json() }
}

const order = (from: string, quantity: number) =>
  call('POST', '/api/v1/orders', from, {
    lang: 'ja',
    product_uuid: shop.catalogue.productUuid,
    time_span_id: shop.catalogue.spans[0],
    quantity,
    option_values: [{ option_value_id: shop.catalogue.adult, quantity }],
  })
const sendForm = (token: unknown, from: string, email: string) =>
  call('POST', `/api/v1/ordermails/${String(token)}`, from, {
    contents: [
      { key: 'fullname', value: 'Kippu Hana' },
      { key: 'email', value: email },
    ],
  })

const taken = () => shop.takenOf(shop.catalogue.spans[0]!)

/** A visitor who proves the address and pays by card. */
async function buy(from: string, visitor: number): Promise<number> {
  const { body } = await order(from, 2)
  const token = String(body['order_token'])
  await sendForm(token, from, `hana${visitor}@example.com`)
  const { rows } = await shop.db.read(read =>
    sql<{ id: string }>`select id from orders where email = ${`hana${visitor}@example.com`}
      order by created_at desc limit 1`.execute(read),
  )
  const id = rows[0]!.id
  await call('GET', `/api/v1/ordermails/${shop.deps.tokens.derive('mail', `${id}.1`)}`, from)
  return (await shop.pay({ id, token }, '1112')).status
}

const ATTACKS = [
  ['one address', 40, () => '198.51.100.1'],
  ['one /64', 40, (index: number) => `2001:db8::${index.toString(16)}`],
  ['a network for each order', 120, (index: number) => `203.0.113.${index}`],
] as const

test.each(ATTACKS)(
  'D-18: from %s a hoarder holds at most %i of 200 places, and visitors behind their address buy the rest',
  async (_, most, addressOf) => {
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => order(addressOf(index), 10)))
    expect(answers.map(({ status, body }) => [status, body['error']])).toEqual(
      answers.map(() => [201, undefined]),
    )
    expect(await taken()).toBe(most)
    const bought = await Promise.all(
      Array.from({ length: 10 }, (_, visitor) => buy(addressOf(visitor), visitor)),
    )
    expect(bought).toEqual(bought.map(() => 200))
    expect(await taken()).toBe(most + 20)
    await shop.compareBooks()
  },
)

test('D-18: from many addresses with one mail domain a hoarder holds at most its share once the forms are sent', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const { body } = await order(`203.0.113.${index}`, 10)
      return sendForm(body['order_token'], `203.0.113.${index}`, `a${index}@hoarder.example`)
    }),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(await taken()).toBeLessThanOrEqual(40)
  for (let index = 20; index < 30; index += 1) {
    const { body } = await order(`203.0.113.${index}`, 10)
    await sendForm(body['order_token'], `203.0.113.${index}`, `a${index}@hoarder.example`)
  }
  expect(await taken()).toBe(40)
})

test('D-18: neither asking for more time nor ordering again makes it more, and it ends', async () => {
  const tokens = []
  for (let index = 0; index < 6; index += 1)
    tokens.push((await order('198.51.100.1', 10)).body['order_token'])
  for (const token of tokens)
    await shop.app.inject({ method: 'PUT', url: `/api/v1/orders/hold/${String(token)}` })
  expect((await order('198.51.100.1', 1)).body).toMatchObject({ places: 'at_proof' })
  expect(await taken()).toBe(40)
})
