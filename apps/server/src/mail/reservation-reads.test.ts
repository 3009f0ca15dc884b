import { afterAll, beforeAll, expect, test } from 'vitest'

import { answersTogether } from '../../test/answers-together.ts'
import { createShop, type Shop } from '../../test/shop/shop.ts'
import { paidInFull } from '../../test/paid-in-full.ts'
import { completeOrder } from '../../test/complete-order.ts'
import { claimForPayment } from '../../test/claim-order.ts'
import { revokeTickets } from '../tickets/revoke.ts'
import { completedReservation, refundedReservation } from './reservation-reads.ts'

const NO_RESERVATION = '00000000-0000-4000-8000-000000000000'

let shop: Shop

interface Bought {
  readonly orderId: string
  readonly reservationId: string
  readonly reservationNumber: string
}

let reader: Bought
let nobody: Bought
let english: Bought

beforeAll(async () => {
  shop = await createShop()
  await shop.renew({ capacities: [50], setCapacities: [50] })
  reader = await buy(1, { email: 'Reader@example.com', mail_magazine: 'true' })
  nobody = await buy(2, { email: 'nobody@example.com' })
  english = await buy(3, { email: 'english@example.com' }, 'en')
})

afterAll(() => shop.close())

async function buy(
  quantity: number,
  answers: Readonly<Record<string, string>>,
  lang = 'ja',
): Promise<Bought> {
  const { id: orderId } = await shop.orderToken(quantity)
  const customer_info = JSON.stringify(Object.entries(answers).map(([key, value]) => ({ key, value })))
  const issued = await shop.db.transaction(async tx => {
    await tx
      .updateTable('orders')
      .set({ status: 'ready_checkout', customer_info, lang })
      .where('id', '=', orderId)
      .execute()
    await claimForPayment(tx, { orderId })
    return completeOrder(tx, { ...shop.deps, orderId, paid: await paidInFull(tx, orderId) })
  })
  if (issued === undefined) throw new Error('the order was not completed')
  return { orderId, ...issued }
}

test('S-6.02, S-6.05: mails that are sent at once each have their own order, and only that of a reader has its reader', async () => {
  const ids = [reader, nobody, english].map(({ reservationId }) => reservationId)
  const [none, ...found] = await answersTogether(
    reservationId => shop.db.find(completedReservation, { reservationId, lang: null }),
    [NO_RESERVATION, ...ids],
  )
  expect(none).toBeUndefined()
  const says = ({ orderId: id, reservationNumber }: Bought, product_name: string, quantity: number) => ({
    order: { id },
    reservationNumber,
    bought: { product: { product_name, quantity }, total: 3200 * quantity },
  })
  expect(found).toMatchObject([
    { ...says(reader, '光の森', 1), reader: { id: expect.any(String) } },
    { ...says(nobody, '光の森', 2), reader: null },
    { ...says(english, 'Forest of Light', 3), reader: null },
  ])
})

test('mails about refunds that are sent at once each have their own order and tickets', async () => {
  const { reservationId } = nobody
  await shop.db.transaction(tx => revokeTickets(tx, { reservationId, numbers: [2] }))
  const ids = [reader, nobody, english].map(visit => visit.reservationId)
  const [none, ...found] = await answersTogether(
    id => shop.db.find(refundedReservation, id),
    [NO_RESERVATION, ...ids],
  )
  expect(none).toBeUndefined()
  const ticket = (is_revoked: boolean, option_name = '大人') => ({ option_name, price: 3200, is_revoked })
  const says = ({ orderId: id, reservationNumber }: Bought) => ({ order: { id }, reservationNumber })
  expect(found).toMatchObject([
    { ...says(reader), tickets: [ticket(false)] },
    { ...says(nobody), tickets: [ticket(false), ticket(true)] },
    { ...says(english), tickets: [1, 2, 3].map(() => ticket(false, 'Adult')) },
  ])
})
