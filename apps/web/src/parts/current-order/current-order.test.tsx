import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'

import { buildOrder } from '../../../test/order.ts'
import { render } from '../../../test/render.tsx'
import { orderKey, useAnswers } from './current-order.ts'

const EARLIER = buildOrder({ customer_info: [{ key: 'email', value: 'earlier@b.co' }] })

function Answers({ order }: { readonly order: typeof EARLIER }): ReactElement {
  useQueryClient().setQueryData(orderKey('ord_0'), EARLIER)
  return <p>{useAnswers(order).map(({ value }) => value)}</p>
}

test('a new order starts with the answers of the one before (S-1.17)', () => {
  const { element } = render(<Answers order={buildOrder({ customer_info: [] })} />)
  expect(element.textContent).toBe('earlier@b.co')
})

test('an order with answers of its own keeps them', () => {
  const { element } = render(<Answers order={buildOrder()} />)
  expect(element.textContent).toBe('a@b.co')
})
