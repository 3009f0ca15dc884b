import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { answersTogether } from '../../test/answers-together.ts'
import { createShop, type Shop } from '../../test/shop/shop.ts'
import type { OrderExtras } from '../../test/shop/orders.ts'
import { paidInFull } from '../../test/paid-in-full.ts'
import { isRefusal } from '../platform/http/refusal.ts'
import { completeOrder } from '../../test/complete-order.ts'
import { claimForPayment } from '../../test/claim-order.ts'
import { readReservation } from './read-reservation.ts'
import { readTickets } from './read-tickets.ts'

const LANGUAGES_ASKED = [undefined, 'ja', 'en', 'th', 'xx']

let shop: Shop

interface Visit {
  readonly id: string
  readonly number: string
  readonly token: string
}

let plain: Visit
/** With a guide and two teas; its first ticket was used, its second given back. */
let whole: Visit
/** Cancelled. */
let cancelled: Visit
/** Bought in a language that the store no longer has. */
let strange: Visit

beforeAll(async () => {
  shop = await createShop()
  await shop.renew({ capacities: [50], setCapacities: [50] })
  plain = await buy(1)
  whole = await buy(3, { guides: 1, tea: 2 })
  cancelled = await buy(2)
  strange = await buy(2, { tea: 1 })
  await run(
    sql`update tickets set used_at = '2026-12-01T01:05:00.999Z' where reservation_id = ${whole.id} and id = 1`,
  )
  await run(sql`update tickets set revoked_at = now() where reservation_id = ${whole.id} and id = 2`)
  await run(sql`update reservations set status = 'cancelled' where id = ${cancelled.id}`)
  await run(sql`
    update orders set lang = 'xx' from reservations where orders.id = order_id and reservations.id = ${strange.id}`)
})

afterAll(() => shop.close())

const run = (query: ReturnType<typeof sql>) =>
  shop.db.transaction(async tx => {
    await query.execute(tx)
  })

async function buy(quantity: number, extras: OrderExtras = {}): Promise<Visit> {
  const { id: orderId } = await shop.orderToken(quantity, extras)
  const issued = await shop.db.transaction(async tx => {
    await tx.updateTable('orders').set({ status: 'ready_checkout' }).where('id', '=', orderId).execute()
    await claimForPayment(tx, { orderId })
    return completeOrder(tx, { ...shop.deps, orderId, paid: await paidInFull(tx, orderId) })
  })
  if (issued === undefined) throw new Error('the order was not completed')
  const { reservationId: id, reservationNumber: number } = issued
  return { id, number, token: shop.deps.tokens.derive('reservation', id) }
}

const asked = ({ token }: Pick<Visit, 'token'>, lang?: string, siteKey = 'demo') => ({ siteKey, token, lang })

test('E-01, E-02, S-15.01: visits and tickets that are asked for at once are each answered as alone, in the language asked for', async () => {
  const wrong = [shop.deps.tokens.derive('order', plain.id), 'rsv_AAAAAAAAAAAAAAAAAAAAAAAA', plain.number, '']
  const visits = [plain, whole, cancelled, strange, ...wrong.map(token => ({ token }))]
  const questions = visits.flatMap(visit =>
    ['demo', 'cancanfactory'].flatMap(siteKey => LANGUAGES_ASKED.map(lang => asked(visit, lang, siteKey))),
  )
  const shown = await answersTogether(question => readReservation(shop.deps, question), questions)
  const tickets = await answersTogether(question => readTickets(shop.deps, question), questions)
  // Four visits, at their own site.
  for (const answers of [shown, tickets])
    expect(answers.filter(answer => !isRefusal(answer))).toHaveLength(4 * LANGUAGES_ASKED.length)
})

test('E-01: each visit that is asked for at once is shown with what it has', async () => {
  const read = (...question: Parameters<typeof asked>) => readReservation(shop.deps, asked(...question))
  const [elsewhere, one, two, three, four, english] = await Promise.all([
    read(whole, 'en', 'cancanfactory'),
    read(plain),
    read(whole),
    read(cancelled),
    read(strange),
    read(whole, 'en'),
  ])
  const shown = (visit: Visit, product_name: string, quantity: number) => ({
    reservation_number: visit.number,
    reservation_token: visit.token,
    main_product: { product_name, quantity, reservation_from: '2026-12-01T10:00:00+09:00' },
  })
  const active = { status: 'active', sales_channel: 'web', booking_type: 'time' }
  const none = { set_products: [] }
  expect(one).toMatchObject({
    ...shown(plain, '光の森', 1),
    ...active,
    ...none,
    price: 3200,
    tickets_count: 1,
  })
  expect(two).toMatchObject({ ...shown(whole, '光の森', 3), ...active, price: 11_700, tickets_count: 5 })
  expect(three).toMatchObject({ ...shown(cancelled, '光の森', 2), ...none, status: 'cancelled', price: 6400 })
  expect(four).toMatchObject({ ...shown(strange, '光の森', 2), ...active, price: 7200, tickets_count: 3 })
  expect(english).toMatchObject({
    ...shown(whole, 'Forest of Light', 3),
    set_products: [{ product_name: 'Forest Tea', add_cost: 800, quantity: 2 }],
  })
  expect(elsewhere).toMatchObject({ code: 'record not found' })
})

test('E-02, S-8.04: each visit that is asked for at once shows its own tickets', async () => {
  const read = (visit: Pick<Visit, 'token'>, lang?: string) => readTickets(shop.deps, asked(visit, lang))
  const [none, one, two, three, four] = await Promise.all([
    read({ token: plain.number }),
    read(plain),
    read(whole, 'en'),
    read(cancelled),
    read(strange),
  ])
  const gate = {
    type: 'gate',
    option_name: '大人',
    product_name: '光の森',
    status: 'available',
    used_at: null,
  }
  const times = { reservation_from: '2026-12-01T10:00:00+09:00', reservation_to: '2026-12-01T11:00:00+09:00' }
  const codeOf = (visit: Visit, id: number) => shop.deps.tokens.derive('ticket', `${visit.id}/${id}`)
  const ticket = (visit: Visit, id: number, more: object = {}) => ({
    ...gate,
    ...times,
    id,
    code: codeOf(visit, id),
    ...more,
  })
  expect(none).toMatchObject({ code: 'record not found' })
  expect(one).toMatchObject([ticket(plain, 1)])
  const english = { option_name: 'Adult', product_name: 'Forest of Light' }
  const tea = { type: 'set', option_name: '', option_value_id: null }
  expect(two).toMatchObject([
    ticket(whole, 1, { ...english, status: 'used', used_at: '2026-12-01T10:05:00+09:00' }),
    ticket(whole, 2, { ...english, status: 'invalid' }),
    ticket(whole, 3, english),
    ticket(whole, 4, { ...tea, product_name: 'Forest Tea' }),
    ticket(whole, 5, { ...tea, product_name: 'Forest Tea' }),
  ])
  expect(three).toMatchObject([1, 2].map(id => ticket(cancelled, id, { status: 'invalid' })))
  expect(four).toMatchObject([
    ticket(strange, 1),
    ticket(strange, 2),
    ticket(strange, 3, { ...tea, product_name: '森のお茶' }),
  ])
})
