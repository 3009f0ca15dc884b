import type { StockStatusRow } from '@kippu/contract/products'
import { expect, test, vi } from 'vitest'

import { buildChoice } from '../../../test/choice.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import type { OrderPartProps } from '../../parts/choosing/choice/order-choice.ts'
import { click, render } from '../../../test/render.tsx'
import { Nearest } from './nearest.tsx'

const { product, day, span } = buildChoice()
const row = (date: string, stock_status: StockStatusRow['stock_status'] = 'normal'): StockStatusRow => ({
  date,
  stock_status,
  display_price: 3200,
  is_sold_out_display_product: false,
})
const DATE = '2026-12-05'
const at = (hour: number, stock_count: number) => ({
  ...span!,
  time_span_id: hour,
  from: `${DATE}T${hour}:00:00+09:00`,
  to: `${DATE}T${hour}:30:00+09:00`,
  stock_count,
})

function open(chosen: ReturnType<typeof at>, ...others: ReadonlyArray<ReturnType<typeof at>>) {
  const choice = buildChoice({ date: DATE, span: chosen, day: { ...day!, time_spans: [chosen, ...others] } })
  const onChoose = vi.fn<OrderPartProps['onChoose']>()
  const view = buildFirstView({
    products: [product!],
    productUuid: product!.uuid,
    stock: [row('2026-12-04'), row(DATE), row('2026-12-06', 'sold_out'), row('2026-12-08')],
    writtenAt: Date.now(),
  })
  const { element } = render(<Nearest choice={choice} missing={null} onChoose={onChoose} />, view)
  return { buttons: [...element.querySelectorAll('button')], onChoose }
}

test('where the chosen time does not hold the party, the nearest times and days that do are one press away', () => {
  const { buttons, onChoose } = open(at(10, 1), at(11, 2), at(12, 1), at(15, 9))
  expect(buttons.map(button => button.textContent)).toEqual([
    '11:00 ~ 11:30',
    '15:00 ~ 15:30',
    '12月4日（金）',
    '12月8日（火）',
  ])
  click(buttons[0])
  expect(onChoose).toHaveBeenLastCalledWith({ timeSpanId: 11 })
  click(buttons[2])
  expect(onChoose).toHaveBeenLastCalledWith({ date: '2026-12-04', timeSpanId: null })
})

test('where it holds the party nothing is proposed', () => {
  expect(open(at(10, 2), at(11, 2)).buttons).toEqual([])
})
