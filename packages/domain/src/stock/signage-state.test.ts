import { describe, expect, test } from 'vitest'

import { epochMsOf } from '../jst-date.ts'
import { dayAt, shownStateOf, timeSpanStateOf } from './signage-state.ts'
import type { TimeSpanState } from './signage-state.ts'

const at = (time: string, date = '2026-11-30') => epochMsOf(`${date}T${time}+09:00`)
const span = (until: string, state: TimeSpanState = 'normal') => ({
  state,
  sold_until: `2026-11-30T${until}:00+09:00`,
})
const day = (...spans: ReturnType<typeof span>[]) => ({
  date: '2026-11-30',
  products: [{ name: 'Garden', state: shownStateOf(spans), time_spans: spans }],
})

describe('S-14.03: what a display says of a time', () => {
  test.each([
    [0, 'sold_out'],
    [1, 'few'],
    [10, 'few'],
    [11, 'normal'],
  ] as const)('%i left of a threshold of 10: %s', (left, state) => {
    expect(timeSpanStateOf(left, 10)).toBe(state)
  })

  test('a product has the best state of its times, and none of them is closed', () => {
    expect(shownStateOf([span('10:00', 'sold_out'), span('11:00', 'few')])).toBe('few')
    expect(shownStateOf([span('10:00', 'few'), span('11:00')])).toBe('normal')
    expect(shownStateOf([span('10:00', 'sold_out')])).toBe('sold_out')
    expect(shownStateOf([])).toBe('closed')
  })
})

describe('S-14.03: what is left of a day that was read before', () => {
  test('a time is there to the last moment of its sale, and gone with the next', () => {
    const known = day(span('10:00', 'few'), span('11:00', 'sold_out'))
    const before = dayAt(known, at('10:00:00') - 1)
    expect(before.products[0]).toMatchObject({ name: 'Garden', state: 'few' })
    expect(before.products[0]?.time_spans).toHaveLength(2)
    const after = dayAt(known, at('10:00:00'))
    expect(after.products[0]).toMatchObject({ state: 'sold_out', time_spans: [{ state: 'sold_out' }] })
    expect(dayAt(known, at('11:00:00')).products[0]).toMatchObject({ state: 'closed', time_spans: [] })
  })

  test('at midnight in Japan, and at the end of a month, nothing of the day before is left', () => {
    const late = { ...span('10:00'), sold_until: '2026-12-01T00:30:00+09:00' }
    const last = dayAt(day(late), at('23:59:59') + 999)
    expect([last.date, last.isOver, last.products[0]?.time_spans.length]).toEqual(['2026-11-30', false, 1])
    const next = dayAt(day(late), at('00:00:00', '2026-12-01'))
    expect([next.date, next.isOver, next.products[0]?.time_spans.length]).toEqual(['2026-12-01', true, 0])
  })

  test('a clock that is behind the store shows the day of the store', () => {
    const known = dayAt(day(span('10:00')), at('22:00:00', '2026-11-29'))
    expect([known.date, known.isOver]).toEqual(['2026-11-30', false])
  })
})
