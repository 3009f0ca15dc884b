import { buildMonths, daysFromStatuses } from '@kippu/domain/calendar/month'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { buildFirstView } from '../../../../test/first-view.ts'
import { click, eventually, press, render } from '../../../../test/render.tsx'
import { dayWithin, indexOfMonth, isPast, openingDay, rangeOf, weeksLeft } from './calendar-focus.ts'
import { Calendar } from './calendar.tsx'

afterEach(() => vi.restoreAllMocks())

const row = (date: string, stock_status: string, display_price: number | null = 3200) => ({
  date,
  stock_status,
  display_price,
  is_sold_out_display_product: false,
})
const TODAY = '2026-12-02'
const monthsOn = (today: string) =>
  buildMonths({
    today,
    firstVisitDate: '2026-12-02',
    lastBookableDate: '2027-01-31',
    days: daysFromStatuses([
      row('2026-12-03', 'normal'),
      row('2026-12-04', 'few'),
      row('2026-12-05', 'sold_out'),
      { ...row('2026-12-11', 'normal', 9000), only_product_uuid: 'pass' },
      row('2026-12-20', 'normal'),
      row('2026-12-21', 'normal'),
      row('2027-01-09', 'normal'),
    ]),
    colors: new Map([['2026-12-04', '#ff0000']]),
    disableMessage: 'not yet',
  })

const PASS_ONLY = new Map([
  ['pass', { short: 'パスのみ', whole: (yen: number) => `雲見パスのみ ${yen}`, note: '雲見パスだけ' }],
])

function open(lang: 'ja' | 'en' = 'ja', today = TODAY) {
  const chosen: string[] = []
  const shown: string[] = []
  const calendar = (
    <Calendar
      months={monthsOn(today)}
      today={today}
      exceptions={PASS_ONLY}
      weekOffset={1}
      selected={null}
      onSelect={d => chosen.push(d)}
      onShow={({ from, to }) => shown.push(`${from} ${to}`)}
    />
  )
  const view = buildFirstView({ lang })
  const texts = { ...view.texts, site_calendar_color_ff0000: '聖夜' }
  const { element } = render(calendar, { ...view, texts })
  const day = (date: string) => element.querySelector<HTMLElement>(`[data-date="${date}"]`)
  const focus = (date: string) => day(date)?.focus()
  const title = () => element.querySelector('h3')?.textContent
  const focused = () => document.activeElement?.getAttribute('data-date')
  return { element, chosen, shown, day, focus, focused, title }
}

describe('the calendar', () => {
  test.each([
    ['2026-12-03', '2026年12月3日（木）, 販売中, 3,200円'],
    ['2026-12-04', '2026年12月4日（金）, 残りわずか, 3,200円, 聖夜'],
    ['2026-12-05', '2026年12月5日（土）, 完売'],
    ['2026-12-06', '2026年12月6日（日）, 休館・販売なし'],
    ['2026-12-02', '2026年12月2日（水）, 本日, 休館・販売なし'],
    ['2026-12-01', '2026年12月1日（火）, 終了'],
  ])('%s is read as "%s"', (date, name) => {
    expect(open().day(date)?.querySelector('.visually-hidden')?.textContent).toBe(name)
  })

  test('a day that is over is called past, and stays as closed as it was (R-4.23, R-4.26)', () => {
    const past = open('en').day('2026-12-01')
    expect(past?.querySelector('.visually-hidden')?.textContent).toBe('Tue, Dec 1, 2026, Past')
    expect(past?.dataset['state']).toBe('close')
  })

  test('in English the name is English', () => {
    expect(open('en').day('2026-12-03')?.querySelector('.visually-hidden')?.textContent).toBe(
      'Thu, Dec 3, 2026, Available, ¥3,200',
    )
  })

  test('R-2.05: a day with tickets can be chosen, a sold out or closed one cannot', () => {
    const { day, chosen } = open()
    for (const date of ['2026-12-03', '2026-12-04', '2026-12-05', '2026-12-06']) click(day(date))
    expect(chosen).toEqual(['2026-12-03', '2026-12-04'])
    expect(day('2026-12-05')?.getAttribute('aria-disabled')).toBe('true')
  })

  test('one day is in the tab order: the first that can be chosen', () => {
    const { element } = open()
    const inOrder = element.querySelectorAll('[data-date][tabindex="0"]')
    expect([...inOrder].map(day => day.getAttribute('data-date'))).toEqual(['2026-12-03'])
  })

  test('whatever happens in one month, the other is not drawn again', () => {
    const drawn: number[] = []
    const amount = { short: (yen: number) => String(drawn.push(yen)), whole: String }
    const days = daysFromStatuses([
      row('2026-12-03', 'normal'),
      row('2026-12-04', 'normal'),
      row('2027-01-09', 'normal', 5000),
    ])
    const months = buildMonths({
      today: TODAY,
      firstVisitDate: '2026-12-02',
      lastBookableDate: '2027-01-31',
      days,
      colors: new Map(),
      disableMessage: '',
    })
    function Chosen() {
      const [selected, setSelected] = useState<string | null>(null)
      return (
        <Calendar
          {...{ months, amount, selected }}
          today={TODAY}
          weekOffset={1}
          onSelect={date => setSelected(date)}
        />
      )
    }
    const { element } = render(<Chosen />, buildFirstView())
    expect(drawn).toContain(5000)
    drawn.length = 0
    click(element.querySelector('[data-date="2026-12-04"]'))
    expect(element.querySelector('[aria-selected="true"] [data-date="2026-12-04"]')).not.toBeNull()
    expect(new Set(drawn)).toEqual(new Set([3200]))
  })

  test('where two months stand side by side, a day that is pressed in the second stays there, and keeps the focus', async () => {
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 300))
    const { element, shown, day, chosen, focus, focused, title } = open()
    await eventually(() => expect(shown.at(-1)).toBe('2026-12-01 2027-01-31'))
    for (const date of ['2027-01-09', '2027-01-12']) {
      focus(date)
      click(day(date))
      expect([title(), focused()]).toEqual(['2026年12月', date])
    }
    press('ArrowRight')
    expect([title(), focused()]).toEqual(['2026年12月', '2027-01-13'])
    expect(chosen).toEqual(['2027-01-09'])
    const next = element.querySelector('[aria-label="次の月"]')
    expect(next?.getAttribute('aria-disabled')).toBe('false')
    click(next)
    expect([title(), next?.getAttribute('aria-disabled')]).toEqual(['2027年1月', 'true'])
  })

  test.each([
    ['ArrowRight', {}, '2026-12-04'],
    ['ArrowLeft', {}, '2026-12-02'],
    ['ArrowDown', {}, '2026-12-10'],
    ['Home', {}, '2026-11-30'],
    ['End', {}, '2026-12-06'],
    ['PageDown', {}, '2027-01-03'],
    // By a year, as far as the calendar goes.
    ['PageDown', { shiftKey: true }, '2027-02-28'],
  ])('%s moves the focus as the grid pattern says', (key, options, date) => {
    const { focus, focused } = open()
    focus('2026-12-03')
    press(key, options)
    // No day before the first month can take the focus.
    expect(focused()).toBe(date < '2026-12-01' ? '2026-12-01' : date)
  })

  test('weeks that are over are left out, and no key reaches them', () => {
    const { element, day, focus, focused } = open('ja', '2026-12-16')
    expect(element.querySelector('[data-date]')?.getAttribute('data-date')).toBe('2026-12-14')
    expect(day('2026-12-13')).toBeNull()
    focus('2026-12-21')
    press('ArrowUp')
    press('ArrowUp')
    expect(focused()).toBe('2026-12-14')
  })

  test('the columns are the days of the week, from Monday on', () => {
    const heads = [...open('en').element.querySelectorAll('thead')][0]?.textContent
    expect(heads).toMatch(/^Mon.*Sun$/)
  })

  test('today is marked, and the visit as it is now is named', () => {
    const view = buildFirstView({ lang: 'en' })
    const current = { date: '2026-12-04', label: 'Your visit' }
    const { element } = render(
      <Calendar
        {...{ months: monthsOn(TODAY), today: TODAY, weekOffset: 1, selected: '2026-12-03', current }}
        onSelect={() => undefined}
      />,
      view,
    )
    const marked = element.querySelectorAll('[aria-current="date"]')
    expect([...marked].map(day => day.getAttribute('data-date'))).toEqual([TODAY])
    expect(element.querySelector('[data-date="2026-12-04"]')?.textContent).toContain('Your visit')
  })

  test('a day that is chosen elsewhere comes into view', () => {
    function Elsewhere() {
      const [selected, setSelected] = useState<string | null>(null)
      return (
        <>
          <button type="button" id="elsewhere" onClick={() => setSelected('2027-01-09')}>
            Elsewhere
          </button>
          <Calendar
            {...{ months: monthsOn(TODAY), today: TODAY, weekOffset: 1, selected }}
            onSelect={date => setSelected(date)}
          />
        </>
      )
    }
    const { element } = render(<Elsewhere />, buildFirstView())
    press('PageDown')
    click(element.querySelector('[data-date="2026-12-05"]'))
    click(element.querySelector('#elsewhere'))
    expect(element.querySelector('h3')?.textContent).toBe('2027年1月')
  })

  test('on the last day of a week its week is still shown, and today can be chosen', () => {
    const { element, day, chosen } = open('ja', '2026-12-20')
    expect(element.querySelector('[data-date]')?.getAttribute('data-date')).toBe('2026-12-14')
    click(day('2026-12-20'))
    expect(chosen).toEqual(['2026-12-20'])
  })

  test('a day that is over has no mark and its word in the legend, a closed one has its mark', () => {
    const { element, day } = open()
    const marks = (date: string) => day(date)?.querySelectorAll('svg').length
    expect([marks('2026-12-01'), marks('2026-12-02')]).toEqual([0, 1])
    const legend = () => element.querySelector('[aria-label="記号の説明"]')?.textContent
    expect(legend()).toContain('1終了')
    click(element.querySelector('[aria-label="次の月"]'))
    expect(legend()).not.toContain('終了')
  })

  test('the day on which a pass alone is left says so instead of a price (R-3.92)', () => {
    const { element, day } = open()
    expect(day('2026-12-11')?.textContent).toBe('2026年12月11日（金）, 販売中, 雲見パスのみ 900011パスのみ')
    expect(element.textContent).toContain('雲見パスだけ')
  })

  test('the title follows the focus into another month', () => {
    const { focus, title } = open()
    expect(title()).toBe('2026年12月')
    focus('2026-12-03')
    press('PageDown')
    expect(title()).toBe('2027年1月')
  })

  test('it reports which month is in view', () => {
    const { element, shown } = open()
    click(element.querySelector('[aria-label="次の月"]'))
    expect(shown).toEqual(['2026-12-01 2026-12-31', '2027-01-01 2027-01-31'])
  })

  test('R-4.33: after the months on sale comes one disabled month with its message, and no other', () => {
    const { element, title } = open()
    const next = element.querySelector('[aria-label="次の月"]')
    click(next)
    click(next)
    expect(title()).toBe('2027年2月')
    expect(element.textContent).toContain('not yet')
    expect(element.querySelectorAll('[data-state="disable"]')).toHaveLength(28)
    click(next)
    expect(title()).toBe('2027年2月')
  })

  test('R-3.94: the colour of a day is a stripe beside its words', () => {
    const { element, day } = open()
    expect(day('2026-12-04')?.querySelector('rect')?.getAttribute('fill')).toBe('#ff0000')
    expect(element.querySelector('li:has(rect)')?.textContent).toBe('聖夜')
  })
})

describe('the days of a calendar', () => {
  const monthOf = (year: number, month: number, state: 'close' | 'normal' = 'close') => {
    const [built] = buildMonths({
      today: '2026-12-02',
      firstVisitDate: isoOf(year, month, 1),
      lastBookableDate: isoOf(year, month, 28),
      days: new Map([[isoOf(year, month, 9), { state, price: 1000, isSoldOutDisplayProduct: false }]]),
      colors: new Map(),
      disableMessage: '',
    })
    return built!
  }
  const isoOf = (year: number, month: number, day: number) =>
    `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const [december, later, nextYear] = [monthOf(2026, 12), monthOf(2027, 1, 'normal'), monthOf(2027, 12)]

  test('the same month of another year is another month', () => {
    expect([
      indexOfMonth([december, nextYear], '2027-12-03'),
      indexOfMonth([december], '2027-12-03'),
    ]).toEqual([1, 0])
    expect([dayWithin(december, '2026-12-03'), dayWithin(december, '2027-12-03')]).toEqual([
      '2026-12-03',
      null,
    ])
  })

  test('it opens at the first day that can be chosen, in whichever month', () => {
    expect(openingDay([december, later], '2026-12-02')).toBe('2027-01-09')
    expect(openingDay([december], '2026-12-15')).toBe('2026-12-14')
    expect(openingDay([], '2026-12-15')).toBeNull()
  })

  test('the keyboard goes from the first day in view to the last day of the last month', () => {
    expect(rangeOf([december, later], '2026-12-15')).toEqual({ min: '2026-12-14', max: '2027-01-31' })
  })

  test('a month that is over keeps all its weeks, one on its last day its last week', () => {
    expect(weeksLeft(december, '2027-01-01')).toHaveLength(december.dateTable.length)
    expect(weeksLeft(december, '2026-12-31')).toHaveLength(1)
  })

  test('a cell of another month is not past', () => {
    const [outside] = december.dateTable.flat()
    expect([outside!.state, isPast(outside!, '2027-02-01')]).toEqual(['empty', false])
  })
})
