import type { OrderFirstView } from '@kippu/contract/first-view'
import type { Product, StockStatusRow } from '@kippu/contract/products'
import { todayAt } from '@kippu/domain/calendar/opening-hours'
import { epochMsOf } from '@kippu/domain/jst-date'
import { act } from 'react'
import { afterEach, describe, expect, test } from 'vitest'

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

/** The next day, without the line of the house below it. */
const dayOf = (...asked: Parameters<typeof open>) =>
  open(...asked).querySelector('button, p')?.textContent ?? ''

test('the next day of the product has its weekday and the price of its first kind of ticket', () => {
  expect(dayOf({ stock: DAYS.slice(2) })).toBe('次の空き12月5日（土） 大人 3,200円')
})

test('of the whole site it is the lowest price, and a day on which a pass alone is left is passed over', () => {
  expect(dayOf({}, 'date_first')).toBe('次の空き12月5日（土） 大人 3,200円から')
  expect(dayOf({ stock: DAYS.slice(0, 2) }, 'date_first')).toContain('12月3日（木）')
})

test('one press chooses the day', () => {
  click(open({ stock: DAYS.slice(2) }).querySelector('button'))
  expect(useSession.getState().orderDraft).toMatchObject({ productUuid: FOREST.uuid, date: '2026-12-05' })
})

test('where no day is left it says when tickets are released next, or nothing', () => {
  const stock = DAYS.slice(0, 1)
  expect(dayOf({ stock, nextRelease: '2026-12-10T12:00:00+09:00' })).toBe('次回の発売12月10日（木） 12:00')
  expect(dayOf({ stock })).toBe('')
})

describe('the line of the house', () => {
  const DAY = [{ from: '10:00', to: '18:00' }]
  /** Closed on Tuesdays. */
  const opening = { week: [DAY, DAY, [], DAY, DAY, DAY, DAY], lastEntryMinutes: 60, exceptions: [] }
  const linesAt = (time: string, changes: Partial<OrderFirstView> = {}) => {
    const openToday = todayAt(opening, epochMsOf(`2026-${time}:00+09:00`))
    const element = open({ openToday, ...changes })
    return [...element.querySelectorAll('li')].map(li => li.textContent.replaceAll('\u2060\u00A0', ' '))
  }

  test('says when it is open today, how far it is, and leads to the rest', () => {
    const nearest = '火ノ里駅から徒歩5分'
    expect(linesAt('12-02T09:00', { nearest })).toEqual([
      '本日 10:00 ~ 18:00（最終入場 17:00）',
      nearest,
      'ご来場案内',
    ])
  })

  test('says that it is closed, or over, and when it opens next: the day is that of Japan', () => {
    const next = '次は12月2日（水） 10:00 ~ 18:00（最終入場 17:00）'
    expect(linesAt('11-30T23:59')[0]).toBe(`本日は終了しました${next}`)
    expect(linesAt('12-01T00:00')[0]).toBe(`本日はお休みです${next}`)
    expect(linesAt('12-02T00:00')[0]).toBe('本日 10:00 ~ 18:00（最終入場 17:00）')
  })

  test('is the way to the page alone where the house says nothing', () => {
    expect(linesAt('12-02T09:00', { openToday: null })).toEqual(['ご来場案内'])
  })
})
