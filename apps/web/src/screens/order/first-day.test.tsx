import type { OrderFirstView } from '@kippu/contract/first-view'
import type { Product, StockStatusRow } from '@kippu/contract/products'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'

import { buildChoice } from '../../../test/choice.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { click, render } from '../../../test/render.tsx'
import { NO_PIECES } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { FirstDay } from './first-day.tsx'

const FOREST = buildChoice().product!
const PASS: Product = { ...FOREST, uuid: '9c676e1f-7a49-4560-b6d5-33be3f8df576', sale_type: 'period' }

const row = (date: string, changes: Partial<StockStatusRow> = {}): StockStatusRow => ({
  date,
  stock_status: 'normal',
  display_price: 3200,
  is_sold_out_display_product: false,
  ...changes,
})
const DAYS = [
  row('2026-12-02', { stock_status: 'closed', display_price: null }),
  row('2026-12-03', { display_price: 9000, only_product_uuid: PASS.uuid }),
  row('2026-12-04', { stock_status: 'sold_out' }),
  row('2026-12-05'),
]

afterEach(() => act(() => useSession.setState(NO_PIECES)))

function open(
  changes: Partial<OrderFirstView> = {},
  layout: 'product_first' | 'date_first' = 'product_first',
) {
  const base = buildFirstView({
    products: [FOREST, PASS],
    productUuid: layout === 'product_first' ? FOREST.uuid : null,
    stock: DAYS,
    writtenAt: Date.now(),
    ...changes,
  })
  return render(<FirstDay />, { ...base, site: { ...base.site, orderLayout: layout } }).element
}

test('the next day of the product has its weekday and the price of its first kind of ticket', () => {
  expect(open({ stock: DAYS.slice(2) }).textContent).toBe('次の空き12月5日（土） 大人 3,200円')
})

test('of the whole site it is the lowest price, and a day on which a pass alone is left is passed over', () => {
  expect(open({}, 'date_first').textContent).toBe('次の空き12月5日（土） 大人 3,200円から')
  expect(open({ stock: DAYS.slice(0, 2) }, 'date_first').textContent).toContain('12月3日（木）')
})

test('one press chooses the day', () => {
  click(open({ stock: DAYS.slice(2) }).querySelector('button'))
  expect(useSession.getState().orderDraft).toMatchObject({ productUuid: FOREST.uuid, date: '2026-12-05' })
})

test('where no day is left it says when tickets are released next, or nothing', () => {
  const stock = DAYS.slice(0, 1)
  const next = open({ stock, nextRelease: '2026-12-10T12:00:00+09:00' })
  expect(next.textContent).toBe('次回の発売12月10日（木） 12:00')
  expect(open({ stock }).textContent).toBe('')
})
