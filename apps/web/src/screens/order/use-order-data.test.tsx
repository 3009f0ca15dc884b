import type { StockStatusRow } from '@kippu/contract/products'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { eventually, render } from '../../../test/render.tsx'
import { useMonths } from './use-order-data.ts'

const STATUSES = 'GET /api/v1/products/stocks-statuses'
const SECOND = 1000

const row = (display_price: number): StockStatusRow => ({
  date: '2026-12-04',
  stock_status: 'normal',
  display_price,
  is_sold_out_display_product: false,
})

/** The prices that a calendar shows. */
function Prices({ product }: { readonly product: string }): ReactElement {
  const draft = { productUuid: product, date: null, timeSpanId: null, counts: {}, sets: {} }
  const days = useMonths({ draft, party: 0, shown: null }).flatMap(month => month.dateTable.flat())
  return <p>{days.flatMap(cell => (cell.price === null ? [] : [cell.price])).join()}</p>
}

function openCalendar(age: number, product = 'P') {
  const { asked } = answerFetch({ [STATUSES]: [row(3600)] })
  const view = buildFirstView({ productUuid: 'P', stock: [row(3200)], writtenAt: Date.now() - age })
  return { asked, element: render(<Prices product={product} />, view).element }
}

test('stock that came with the page is not requested again while it is fresh', async () => {
  const { asked, element } = openCalendar(5 * SECOND)
  await eventually(() => expect(element.textContent).toBe('3200'))
  expect(asked).toEqual([])
})

test('stock older than ten seconds is shown and read again', async () => {
  const { asked, element } = openCalendar(11 * SECOND)
  expect(element.textContent).toBe('3200')
  await eventually(() => expect(element.textContent).toBe('3600'))
  expect(asked).toEqual([STATUSES])
})

test('a browser whose clock is behind does not take the stock of the page for fresher than now', async () => {
  const { asked, element } = openCalendar(-3600 * SECOND)
  expect(element.textContent).toBe('3200')
  expect(asked).toEqual([])
})

test('the stock of another product is requested', async () => {
  const { asked, element } = openCalendar(0, 'Q')
  expect(element.textContent).toBe('')
  await eventually(() => expect(element.textContent).toBe('3600'))
  expect(asked).toEqual([STATUSES])
})
