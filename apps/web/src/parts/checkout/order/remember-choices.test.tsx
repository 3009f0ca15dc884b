import type { TemporaryOrder } from '@kippu/contract/orders'
import { afterEach, expect, test } from 'vitest'

import { buildOrder } from '../../../../test/order.ts'
import { render } from '../../../../test/render.tsx'
import { NO_PIECES } from '../../../session/pieces.ts'
import { useSession } from '../../../session/session.ts'
import { useRememberedChoices } from './remember-choices.ts'

afterEach(() => useSession.setState(NO_PIECES))

function Remembering({ order }: { readonly order: TemporaryOrder }): null {
  useRememberedChoices(order)
  return null
}

const order = buildOrder()

test('a tab opened by the link of the mail finds the order page as it was left (R-2.15)', () => {
  render(<Remembering order={order} />)
  expect(useSession.getState().orderDraft).toEqual({
    productUuid: order.main_product.product_uuid,
    date: '2099-12-02',
    timeSpanId: 1,
    counts: { 1: 2 },
    sets: {},
  })
  expect(useSession.getState().savedOrder).toMatchObject({
    productTimespanID: 1,
    productOptions: [{ option_value_id: 1, type: 'ticket_type', name: '大人', price: 3200, count: 2 }],
    setProducts: [],
  })
})

test('for an order with set products the visitor chooses again: the order does not say which units it holds', () => {
  const set_products = [{ product_name: '森のお茶', add_cost: 800, quantity: 2 }]
  render(<Remembering order={buildOrder({ set_products })} />)
  expect(useSession.getState().orderDraft).toBeNull()
})

test('choices made in this tab stay', () => {
  const orderDraft = { productUuid: 'other', date: null, timeSpanId: null, counts: {}, sets: {} }
  useSession.setState({ orderDraft })
  render(<Remembering order={order} />)
  expect(useSession.getState().orderDraft).toEqual(orderDraft)
})

test('a hold that a payment prolonged is known until its new end', () => {
  const { show } = render(<Remembering order={order} />)
  show(<Remembering order={buildOrder({ expires_at: '2099-12-01T10:05:00+09:00' })} />)
  expect(useSession.getState().savedOrder?.expiresAt).toBe('2099-12-01T10:05:00+09:00')
})

test('a session that was reset is not filled again (R-4.13)', () => {
  const { show } = render(<Remembering order={order} />)
  useSession.setState(NO_PIECES)
  show(<Remembering order={order} />)
  expect(useSession.getState().orderDraft).toBeNull()
})
