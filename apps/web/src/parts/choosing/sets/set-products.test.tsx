import { textsOf } from '@kippu/texts/texts'
import { expect, test } from 'vitest'

import { buildFirstView } from '../../../../test/first-view.ts'
import { click, render } from '../../../../test/render.tsx'
import { SetProducts } from './set-products.tsx'
import type { SetOffer } from './set-products.tsx'

const spanAt = (time_span_id: number, hour: number, stock_count: number) => ({
  time_span_id,
  from: `2026-12-05T${hour}:00:00+09:00`,
  to: `2026-12-05T${hour}:45:00+09:00`,
  stock_count,
  remaining_stock: stock_count,
  options: [],
})
const BOOK: SetOffer = {
  uuid: 'B',
  name: '図録',
  description: '森の一年',
  image_path: '/book.svg',
  base_price: 2400,
  num: 0,
  time_spans: [spanAt(1, 10, 50)],
  span: spanAt(1, 10, 50),
  count: 0,
}
const TEA: SetOffer = {
  ...BOOK,
  uuid: 'T',
  name: '森のお茶',
  time_spans: [spanAt(71, 13, 3), spanAt(72, 15, 0)],
  span: undefined,
}

function open(offer: SetOffer) {
  const counted: number[] = []
  const timed: number[] = []
  const { element } = render(
    <SetProducts
      offers={[offer]}
      lowStock={10}
      onCount={(_, count) => counted.push(count)}
      onTime={(_, id) => timed.push(id)}
    />,
    buildFirstView({ texts: textsOf('ja') }),
  )
  return { element, counted, timed, more: element.querySelector(`[aria-label="${offer.name}を1点増やす"]`) }
}

test('a card shows name, picture, description and price, and has a counter (R-3.108–3.111)', () => {
  const { element, counted, more } = open(BOOK)
  const { src, alt } = element.querySelector('img')!
  expect([new URL(src).pathname, alt]).toEqual(['/book.svg', '図録'])
  expect(element.textContent).toContain('図録森の一年2,400円')
  click(more)
  expect(counted).toEqual([1])
})

test('the number that the venue recommends is shown, but only the visitor chooses it (R-3.113)', () => {
  const { element } = open({ ...BOOK, num: 2 })
  expect(element.textContent).toContain('おすすめの数：2点')
  expect(element.querySelector('output')?.textContent).toBe('0')
})

test('a set product with several times requires a time; times that cannot hold it are disabled (D-04)', () => {
  expect(open(TEA).element.querySelectorAll('input')).toHaveLength(0)
  const { element, timed } = open({ ...TEA, count: 1 })
  const [first, second] = element.querySelectorAll('input')
  expect(second?.disabled).toBe(true)
  click(first)
  expect(timed).toEqual([71])
})

test('few units are shown with their number; the visitor cannot choose more than the time has (R-9.45)', () => {
  const { element, more, counted } = open({ ...TEA, count: 3, span: TEA.time_spans[0] })
  expect(element.textContent).toContain('あと3点')
  click(more)
  expect(counted).toEqual([])
})

test('a set product with no units left is sold out and cannot be chosen', () => {
  const { element, more } = open({ ...BOOK, time_spans: [spanAt(1, 10, 0)], span: spanAt(1, 10, 0) })
  expect(element.textContent).toContain('完売')
  expect(more?.getAttribute('aria-disabled')).toBe('true')
})
