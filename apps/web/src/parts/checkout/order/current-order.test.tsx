import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { afterEach, expect, test } from 'vitest'

import { answerFetch } from '../../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../../test/first-view.ts'
import { buildOrder } from '../../../../test/order.ts'
import { eventually, render } from '../../../../test/render.tsx'
import { NO_PIECES } from '../../../session/pieces.ts'
import { useSession } from '../../../session/session.ts'
import { orderKey, useAnswers, useCurrentOrder } from './current-order.ts'

const EARLIER = buildOrder({ customer_info: [{ key: 'email', value: 'earlier@b.co' }] })

afterEach(() => useSession.setState(NO_PIECES))

function Product(): ReactElement {
  return <p>{useCurrentOrder().order.data?.main_product.product_name}</p>
}

test('an order is read in the visitor’s language, whatever language it was made in (R-4.14)', async () => {
  useSession.setState({ orderToken: 'ord_1' })
  const { urls } = answerFetch({ 'GET /api/v1/orders/ord_1': buildOrder({ lang: 'ja' }) })
  const { element } = render(<Product />, buildFirstView({ lang: 'th' }))
  await eventually(() => expect(element.textContent).not.toBe(''))
  expect(urls).toEqual(['/api/v1/orders/ord_1?lang=th'])
})

function Answers({ order }: { readonly order: typeof EARLIER }): ReactElement {
  useQueryClient().setQueryData(orderKey('ord_0'), EARLIER)
  return <p>{useAnswers(order).map(({ value }) => value)}</p>
}

test('a new order starts with the answers of the previous one (S-1.17)', () => {
  const { element } = render(<Answers order={buildOrder({ customer_info: [] })} />)
  expect(element.textContent).toBe('earlier@b.co')
})

test('an order with answers of its own keeps them', () => {
  const { element } = render(<Answers order={buildOrder()} />)
  expect(element.textContent).toBe('a@b.co')
})
