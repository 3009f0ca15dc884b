import { describe, expect, test } from 'vitest'
import { formatDate, formatTimeRange, formatYearMonth, monthNames, weekdayNames } from './date-format.ts'
import { LANGUAGES } from './language.ts'

test.each([
  ['ja', '日 月 火 水 木 金 土', 'R-9.31'],
  ['en', 'Sun Mon Tue Wed Thu Fri Sat', 'R-9.32'],
  ['kr', '일 월 화 수 목 금 토', 'R-9.33'],
  ['zh-hans', '日 一 二 三 四 五 六', 'R-9.34'],
  ['zh-hant', '日 一 二 三 四 五 六', 'R-9.35'],
  ['th', 'อา. จ. อ. พ. พฤ. ศ. ส.', 'R-9.36'],
] as const)('the week in %s is %s (%s)', (lang, names, _row) => {
  expect(weekdayNames(lang).join(' ')).toBe(names)
})

describe('monthNames', () => {
  test.each([
    ['ja', 'long', '1月 12月', 'R-9.37'],
    ['ja', 'short', '1月 12月', 'R-9.37'],
    ['en', 'long', 'January December', 'R-9.38'],
    ['en', 'short', 'Jan Dec', 'R-9.39'],
    ['kr', 'long', '1월 12월', 'R-9.40'],
    ['zh-hans', 'long', '1月 12月', 'D-32'],
    ['zh-hant', 'short', '1月 12月', 'D-32'],
    ['th', 'long', 'มกราคม ธันวาคม', 'D-32'],
    ['th', 'short', 'ม.ค. ธ.ค.', 'D-32'],
  ] as const)('%s %s: first and last are %s (%s)', (lang, length, ends, _row) => {
    const names = monthNames(lang, length)
    expect(names).toHaveLength(12)
    expect(`${names[0]} ${names[11]}`).toBe(ends)
  })

  test('English short names are the usual ones', () => {
    expect(monthNames('en', 'short').join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec')
  })
})

test.each([
  ['ja', 'YYYY年M月D日(ddd)', '2026年12月1日(火)'],
  ['en', 'ddd, MMM D, YYYY', 'Tue, Dec 1, 2026'],
  ['en', 'ddd, MMMM DD YYYY', 'Tue, December 01 2026'],
  ['kr', 'YYYY년 M월 D일(ddd)', '2026년 12월 1일(화)'],
  ['zh-hans', 'YYYY年M月D日（ddd）', '2026年12月1日（二）'],
  ['th', 'ddd D MMM YYYY', 'อ. 1 ธ.ค. 2026'],
  ['ja', 'YYYY-MM-DD', '2026-12-01'],
  ['ja', 'M/D', '12/1'],
] as const)('a date in %s by %j is %s (R-9.41, D-32)', (lang, format, text) => {
  expect(formatDate('2026-12-01', format, lang)).toBe(text)
})

test('Thai month names are those of Unicode’s data, in the calendar of the ticket: no Buddhist year', () => {
  const written = (month: 'long' | 'short') =>
    monthNames('th', month).map((_, index) =>
      new Intl.DateTimeFormat('th-TH-u-ca-gregory', { month, timeZone: 'UTC' }).format(
        Date.UTC(2026, index, 1),
      ),
    )
  expect(monthNames('th', 'long')).toEqual(written('long'))
  expect(monthNames('th', 'short')).toEqual(written('short'))
  expect(formatYearMonth({ year: 2026, month: 11 }, 'MMMM YYYY', 'th')).toBe('พฤศจิกายน 2026')
})

test('names written into a date are not read as tokens again', () => {
  expect(formatDate('2026-03-02', 'MMMM ddd', 'en')).toBe('March Mon')
})

test.each([
  ['ja', 'YYYY年M月', '2026年12月'],
  ['en', 'MMMM YYYY', 'December 2026'],
] as const)('a month in %s by %j is %s (R-9.42)', (lang, format, text) => {
  expect(formatYearMonth({ year: 2026, month: 12 }, format, lang)).toBe(text)
})

test.each(LANGUAGES)('a time range in %s (R-9.43, R-9.44)', lang => {
  const range = formatTimeRange('2026-12-01T10:00:00+09:00', '2026-12-01T11:00:00+09:00', lang)
  expect(range).toBe(lang === 'en' ? '10:00 - 11:00' : '10:00 ~ 11:00')
})
