import { expect, test } from 'vitest'

import { copiedMonth, mayBeCopied } from './copied-month.ts'
import { cellName, columnLetters, findHeadings, type RawRow } from './files/raw-sheet.ts'
import { findOddPrices, priceKey } from './find-odd-prices.ts'
import { oddPriceText } from './second-person.ts'
import { placeText } from './place-of.ts'
import { isHeading } from './sheets/all-sheets.ts'
import { coupons } from './sheets/coupons.ts'
import { days } from './sheets/days.ts'
import { channels, product, weekdays, whole, yesNo } from './sheets/kinds.ts'
import { limitsOf } from './sheets/limits-of.ts'
import { readDate, readMoment, readTime } from './sheets/moments.ts'
import { createNames, type Names } from './sheets/names.ts'
import { optionValues } from './sheets/option-values.ts'
import { options } from './sheets/options.ts'
import { products } from './sheets/products.ts'
import { promotions } from './sheets/promotions.ts'
import { checkRule, countSpans, daysOf, rules } from './sheets/rules.ts'
import { sets } from './sheets/sets.ts'
import { roomFault } from './sheets/shares.ts'
import { isSameRow, keyOf, type Row, type Sheet, type Value, WrongCell } from './sheets/sheet.ts'
import { spans } from './sheets/spans.ts'
import { texts } from './sheets/texts.ts'
import { isEdited } from './standing-rules.ts'
import { countChanges } from './write-changes.ts'

const [WALK, TEA] = ['11111111-2222-4333-8444-555555555555', '21111111-2222-4333-8444-555555555555']

function names(basePrice = 2_400): Names {
  const all = createNames(() => false)
  all.add({ uuid: WALK, code: 'walk', saleType: 'time', basePrice, isSet: false })
  all.add({ uuid: TEA, code: 'tea', saleType: 'time', basePrice: 500, isSet: true })
  return all
}

type Values = Readonly<Record<string, Value>>

/** A row of a sheet: what is not said is as an empty cell, and `beside` is what the database knows. */
function rowOf({ columns }: Pick<Sheet, 'columns'>, said: Values, ...beside: Row): Row {
  return [...columns.map(({ name, empty }) => said[name] ?? empty ?? null), ...beside]
}

/** The column that a change is refused at; undefined where it is right. */
const refusedAt = (sheet: Sheet, before: Row | null, after: Row) =>
  sheet.check?.({ before, after, source: { sheet: 0, line: 2 } }, names())?.column

const COUPON: Values = { code: 'A', kind: 'flat_rate', discount: 'fixed', amount: 300, name_ja: '冬' }
const PERCENT: Values = { ...COUPON, kind: 'fixed_rate', discount: 'percent' }

test.each<[said: Values, column: string | undefined, taken?: number]>([
  [COUPON, undefined],
  [{ ...PERCENT, amount: 100 }, undefined],
  [{ ...PERCENT, amount: 101 }, 'amount'],
  [{ ...COUPON, discount: 'percent' }, 'discount'],
  [{ ...COUPON, starts_on: '2026-12-01', ends_on: '2026-12-01' }, undefined],
  [{ ...COUPON, starts_on: '2026-12-02', ends_on: '2026-12-01' }, 'ends_on'],
  [{ ...COUPON, visits_from: '2026-12-01', visits_until: '2026-12-01' }, undefined],
  [{ ...COUPON, visits_from: '2026-12-02', visits_until: '2026-12-01' }, 'visits_until'],
  // It may be used before the visits that it is for, and one end alone is no order.
  [{ ...COUPON, ends_on: '2026-12-01', visits_from: '2026-12-24' }, undefined],
  [{ ...COUPON, ends_on: '2026-12-01', visits_until: '2026-11-01' }, undefined],
  [{ ...COUPON, name_ja: null, name_th: 'ฤดู' }, undefined],
  [{ ...COUPON, name_ja: null }, 'name_ja'],
  [{ ...COUPON, kind: 'invitation' }, 'usage_limit'],
  [{ ...COUPON, kind: 'invitation', usage_limit: 1 }, undefined],
  [{ ...COUPON, usage_limit: 3 }, undefined, 3],
  [{ ...COUPON, usage_limit: 2 }, 'usage_limit', 3],
])('S-16.02: a coupon %j is refused at %s', (said, column, taken) => {
  const before = taken === undefined ? null : rowOf(coupons, COUPON, taken, true)
  expect(refusedAt(coupons, before, rowOf(coupons, said))).toBe(column)
})

const PRODUCT: Values = { product: WALK, kind: 'main', booking: 'time', base_price: 2_400 }

test.each<[said: Values, column: string | undefined, isSold?: boolean]>([
  [{ sale_from: '2026-12-01 10:00', sale_until: '2026-12-01 10:01' }, undefined],
  [{ sale_from: '2026-12-01 10:00', sale_until: '2026-12-01 10:00' }, 'sale_until'],
  [{ sale_until: '2026-12-01 10:00' }, undefined],
  [{ kind: 'set' }, undefined, false],
  [{ kind: 'set' }, 'kind', true],
  [{ booking: 'date' }, undefined, false],
  [{ booking: 'date' }, 'booking', true],
  [{ base_price: 1 }, undefined, true],
])('S-16.02: a product that becomes %j is refused at %s', (said, column, isSold) => {
  const before = isSold === undefined ? null : rowOf(products, PRODUCT, isSold)
  expect(refusedAt(products, before, rowOf(products, { ...PRODUCT, ...said }))).toBe(column)
})

const SPAN: Values = {
  product: WALK,
  date: '2026-12-01',
  start: '2026-12-01 10:00',
  end: '2026-12-01 11:00',
  capacity: 20,
}

test.each<[said: Values, column: string | undefined, taken?: number]>([
  [{}, undefined],
  [{ end: '2026-12-01 10:01' }, undefined],
  [{ end: '2026-12-01 10:00' }, 'end'],
  [{ end: '2026-12-01 09:59' }, 'end'],
  [{ end: '2026-12-02 01:00' }, undefined],
  [{ sold_until: '2026-12-01 11:00' }, undefined],
  [{ sold_until: '2026-12-01 11:01' }, 'sold_until'],
  [{ capacity: 7 }, undefined, 7],
  [{ capacity: 6 }, 'capacity', 7],
  [{ date: '2026-11-30' }, 'date', 0],
])('S-16.02: a time span that becomes %j is refused at %s', (said, column, taken) => {
  const before = taken === undefined ? null : rowOf(spans, SPAN, taken, 0, taken, false)
  expect(refusedAt(spans, before, rowOf(spans, { ...SPAN, ...said }))).toBe(column)
})

test('S-16.02: other rows are refused where they make no sense, and only there', () => {
  const promotion = (said: Values) =>
    rowOf(promotions, {
      key: 'club',
      value: 'gold',
      discount: 'percent',
      amount: 100,
      name_en: 'Gold',
      ...said,
    })
  expect(refusedAt(promotions, null, promotion({}))).toBeUndefined()
  expect(refusedAt(promotions, null, promotion({ amount: 101 }))).toBe('amount')
  expect(refusedAt(promotions, null, promotion({ amount: 101, discount: 'fixed' }))).toBeUndefined()
  expect(refusedAt(promotions, null, promotion({ name_en: null }))).toBe('name_ja')

  const option = (said: Values, ...beside: Row) =>
    rowOf(
      options,
      { product: WALK, option: 'tickets', type: 'ticket_type', order: 0, name_ja: '券', ...said },
      ...beside,
    )
  expect(refusedAt(options, null, option({}))).toBeUndefined()
  expect(refusedAt(options, null, option({ option: '#7' }))).toBe('option')
  expect(refusedAt(options, option({ option: '#7' }), option({ option: '#7', order: 1 }))).toBeUndefined()
  expect(refusedAt(options, option({}, true), option({ type: 'extra' }))).toBe('type')
  expect(refusedAt(options, option({}, false), option({ type: 'extra' }))).toBeUndefined()

  const value = (said: Values) =>
    rowOf(optionValues, {
      product: WALK,
      option: 'tickets',
      value: 'adult',
      add_cost: 0,
      order: 0,
      name_ja: '大人',
      ...said,
    })
  expect(refusedAt(optionValues, null, value({ caution_ja: '靴' }))).toBeUndefined()
  expect(refusedAt(optionValues, null, value({ caution_en: 'shoes' }))).toBe('caution_en')
  expect(refusedAt(optionValues, null, value({ value: '#7' }))).toBe('value')

  expect(refusedAt(sets, null, rowOf(sets, { product: WALK, set_product: TEA }))).toBeUndefined()
  expect(refusedAt(sets, null, rowOf(sets, { product: TEA, set_product: TEA }))).toBe('product')
  expect(refusedAt(sets, null, rowOf(sets, { product: WALK, set_product: WALK }))).toBe('set_product')

  const text = (key: string, words: string) => rowOf(texts, { language: 'en', key, text: words }, false)
  expect(refusedAt(texts, null, text('site_colour-1', 'red'))).toBeUndefined()
  expect(refusedAt(texts, null, text('order_from', 'from'))).toBe('key')
  expect(
    refusedAt(texts, text('order_from', 'from {price}'), text('order_from', '{price} or more')),
  ).toBeUndefined()
  expect(refusedAt(texts, text('order_from', 'from {price}'), text('order_from', 'from {prices}'))).toBe(
    'text',
  )
})

const RULE = (said: Values = {}): Row =>
  rowOf(rules, {
    product: WALK,
    from: '2026-12-01',
    until: '2026-12-07',
    first: 600,
    last: 720,
    every: 60,
    length: 30,
    capacity: 20,
    ...said,
  })

test('S-16.02: a rule makes the days and times that it says, to the last of each', () => {
  const made = (rule: Row) =>
    [...daysOf(rule)].map(
      ({ date, spans: all }) => `${date.slice(5)} ${all.map(({ start }) => start.slice(11)).join(' ')}`,
    )
  expect(made(RULE({ until: '2026-12-02' }))).toEqual(['12-01 10:00 11:00 12:00', '12-02 10:00 11:00 12:00'])
  expect(made(RULE({ last: 719, until: '2026-12-01' }))).toEqual(['12-01 10:00 11:00'])
  expect(made(RULE({ weekdays: '0 6', last: 600 }))).toEqual(['12-05 10:00', '12-06 10:00'])
  const november = { from: '2026-11-02', until: '2026-11-03', last: 600 }
  expect(made(RULE({ ...november, holidays: 'only' }))).toEqual(['11-03 10:00'])
  expect(made(RULE({ ...november, holidays: 'except' }))).toEqual(['11-02 10:00'])
  expect(made(RULE({ ...november, holidays: 'only', weekdays: '1' }))).toEqual(['11-03 10:00'])
  const [day] = daysOf(RULE({ last: 600 }))
  expect(day?.spans).toEqual([{ start: '2026-12-01 10:00', end: '2026-12-01 10:30', capacity: 20 }])
  const [pass] = daysOf(RULE({ last: 600, length: null, valid_days: 3 }))
  expect(pass?.spans[0]?.end).toBe('2026-12-03 23:59:59')
  expect(made(RULE({ last: 600, except: '2026-12-02 2026-12-04', until: '2026-12-04' }))).toEqual([
    '12-01 10:00',
    '12-03 10:00',
  ])
  for (const rule of [
    RULE(),
    RULE({ weekdays: '0 6' }),
    RULE({ ...november, holidays: 'only' }),
    RULE({ last: 719 }),
  ])
    expect(countSpans(rule)).toBe([...daysOf(rule)].reduce((sum, one) => sum + one.spans.length, 0))
})

test('S-16.02: a month becomes like another one by its weekdays, and a day that is there stays', () => {
  const day = (date: string, price: number): Row => [WALK, date, price, false, true]
  // The second Friday of November, its last one, and a Monday that is the first and the only one.
  const source = {
    days: [day('2026-11-13', 2_800), day('2026-11-27', 2_900), day('2026-11-02', 2_700)],
    spans: [
      [WALK, '2026-11-13', '2026-11-13 22:00:00', '2026-11-14 01:00:00', 20, '2026-11-12 20:00:00'],
      [WALK, '2026-11-27', '2026-11-27 10:00:00', '2026-11-27 11:00:00', 30, null],
    ] satisfies Row[],
  }
  const copy = (there: readonly Row[], today = '2026-11-28') =>
    copiedMonth(source, there, { from: '2026-11', to: '2027-01', today })
  // January has a fifth Friday, which is as the fourth.
  expect(copy([day('2027-01-04', 1_000)])).toEqual({
    days: [
      [WALK, '2027-01-08', 2_800, false, false],
      [WALK, '2027-01-22', 2_900, false, false],
      [WALK, '2027-01-29', 2_900, false, false],
    ],
    spans: [
      [WALK, '2027-01-08', '2027-01-08 22:00:00', '2027-01-09 01:00:00', 20, '2027-01-07 20:00:00'],
      [WALK, '2027-01-22', '2027-01-22 10:00:00', '2027-01-22 11:00:00', 30, null],
      [WALK, '2027-01-29', '2027-01-29 10:00:00', '2027-01-29 11:00:00', 30, null],
    ],
    kept: 1,
  })
  expect(copy([], '2027-01-23').days).toEqual([[WALK, '2027-01-29', 2_900, false, false]])
  const may = (to: string) => mayBeCopied({ from: '2026-12', to, today: '2026-11-28' })
  expect(['2026-10', '2026-11', '2026-12', '2028-05', '2028-06'].map(may)).toEqual([
    false,
    true,
    false,
    true,
    false,
  ])
})

test.each<[rule: Row, column: string | undefined]>([
  [RULE(), undefined],
  [RULE({ until: '2026-12-01' }), undefined],
  [RULE({ until: '2026-11-30' }), 'until'],
  [RULE({ from: '2027-01-01', until: '2030-01-04' }), undefined],
  [RULE({ from: '2027-01-01', until: '2030-01-05' }), 'until'],
  [RULE({ from: '2030-12-01', until: '2030-12-31', holidays: 'except' }), undefined],
  [RULE({ from: '2030-12-01', until: '2031-01-01', holidays: 'except' }), 'until'],
  [RULE({ from: '2030-12-01', until: '2031-01-01' }), undefined],
  [RULE({ last: 600 }), undefined],
  [RULE({ last: 599 }), 'last'],
  [RULE({ every: null }), 'every'],
  [RULE({ last: 600, every: null }), undefined],
  [RULE({ last: null, every: null }), undefined],
  [RULE({ length: null }), 'length'],
  [RULE({ valid_days: 3 }), 'valid_days'],
  // 40,000 times are the most.
  [RULE({ from: '2027-01-01', until: '2029-09-26', first: 0, last: 39, every: 1 }), undefined],
  [RULE({ from: '2027-01-01', until: '2029-09-27', first: 0, last: 39, every: 1 }), 'until'],
])('S-16.02: a rule %j is refused at %s', (rule, column) => {
  expect(checkRule(rule)?.column).toBe(column)
})

test('a row of a rule is edited by whatever somebody set: a value, the end of its sale, a stop, places of a channel', () => {
  const at = '2026-12-01 10:00'
  const span = (said: Values, kept = 0, isStopped = false) =>
    isEdited(
      spans,
      rowOf(
        spans,
        {
          end: '2026-12-01 11:00',
          ruled_end: '2026-12-01 11:00',
          capacity: 20,
          ruled_capacity: 20,
          start: at,
          ...said,
        },
        0,
        kept,
        0,
        isStopped,
      ),
    )
  expect(span({})).toBe(false)
  for (const said of [
    { capacity: 21 },
    { end: '2026-12-01 11:30' },
    { sold_until: at },
    { ruled_capacity: null },
  ])
    expect(span(said)).toBe(true)
  expect([span({}, 1), span({}, 0, true)]).toEqual([true, true])
  const day = (said: Values) =>
    isEdited(days, rowOf(days, { base_price: 2_400, ruled_price: 2_400, ...said }))
  expect([{}, { base_price: 2_800 }, { closed: true }, { sold_out: true }].map(day)).toEqual([
    false,
    true,
    true,
    true,
  ])
})

test('S-16.02: shares have room to the last place, beside what is sold, and no further', () => {
  const room = (
    capacity: number,
    taken: number,
    ...units: ReadonlyArray<readonly [string, number, number]>
  ) =>
    roomFault({
      capacity,
      taken,
      used: Object.fromEntries(units.map(([channel, , used]) => [channel, used])),
      shares: new Map(units.map(([channel, kept]) => [channel, [WALK, '', '', channel, kept]])),
    })?.[0]
  expect(room(10, 0, ['OTA', 6, 0], ['spot', 4, 0])).toBeUndefined()
  expect(room(9, 0, ['OTA', 6, 0], ['spot', 4, 0])).toBe('the shares are 10 together, of 9 places')
  expect(room(10, 4, ['OTA', 6, 0])).toBeUndefined()
  expect(room(10, 5, ['OTA', 6, 0])).toBe("5 of 10 places are held or sold, and 6 can't be kept")
  // A place that the channel itself has sold needs no second one.
  expect(room(10, 5, ['OTA', 6, 1])).toBeUndefined()
  expect(room(10, 10, ['OTA', 6, 8])).toBeUndefined()
})

const priced = (sheet: Sheet, before: Row | null, after: Row | null, base?: number) => {
  const one = { sheet, changes: [{ before, after }], same: 0, kept: [] }
  return findOddPrices({ scope: { siteKey: 'demo', names: names(base) }, sheets: [one] })
}
const ofProduct = (price: number) => rowOf(products, { ...PRODUCT, base_price: price })
const ofDay = (price: number) => rowOf(days, { product: WALK, date: '2026-12-01', base_price: price })
const ofValue = (cost: number) =>
  rowOf(optionValues, { product: WALK, option: 'tickets', value: 'child', add_cost: cost })

test.each<[before: number | null, after: number, isOdd: boolean]>([
  [2_800, 28, true],
  [2_800, 28_000, true],
  [2_800, 700, true],
  [2_800, 701, false],
  [2_800, 11_200, true],
  [2_800, 11_199, false],
  [2_800, 2_800, false],
  [2_800, 0, true],
  [0, 0, false],
  [0, 1, true],
])('S-16.02: a price of %s that becomes %s asks: %s', (before, after, isOdd) => {
  const total = isOdd ? 1 : 0
  expect(priced(products, before === null ? null : ofProduct(before), ofProduct(after)).total).toBe(total)
  expect(priced(days, before === null ? null : ofDay(before), ofDay(after)).total).toBe(total)
  // A day that is new is compared with its product, and a kind of ticket has the price of both together.
  expect(priced(days, null, ofDay(after), before ?? 0).total).toBe(total)
  expect(priced(optionValues, ofValue((before ?? 0) - 2_400), ofValue(after - 2_400)).total).toBe(total)
})

test.each<[dayAgo: number, last: number, after: number, isOdd: boolean]>([
  [2_800, 1_400, 700, true],
  [2_800, 1_400, 701, false],
  [2_800, 5_600, 11_200, true],
  [2_800, 5_600, 11_199, false],
  // A step back is none away.
  [2_800, 690, 700, false],
  [2_800, 12_000, 11_500, false],
])('S-16.02: a price of %s a day ago that is %s and becomes %s asks: %s', (dayAgo, last, after, isOdd) => {
  const sinceDay = (sheet: Sheet, before: Row, now: Row) => {
    const scope = { siteKey: 'demo', names: names(2_400), dayAgo: new Map([[priceKey(sheet, now), dayAgo]]) }
    const one = { sheet, changes: [{ before, after: now }], same: 0, kept: [] }
    return findOddPrices({ scope, sheets: [one] }).first.map(({ before: was }) => was)
  }
  const was = isOdd ? [dayAgo] : []
  expect(sinceDay(products, ofProduct(last), ofProduct(after))).toEqual(was)
  expect(sinceDay(days, ofDay(last), ofDay(after))).toEqual(was)
})

test('S-16.02: a new product that is free asks, one that goes does not, and each is named with both prices', () => {
  expect(priced(products, null, ofProduct(0)).first.map(oddPriceText)).toEqual(['products walk: new → 0'])
  expect(priced(products, null, ofProduct(28)).total).toBe(0)
  expect(priced(days, ofDay(2_800), null).total).toBe(0)
  expect(priced(days, ofDay(2_800), ofDay(28)).first.map(oddPriceText)).toEqual([
    'days walk 2026-12-01: 2800 → 28',
  ])
  const both = [
    { sheet: products, changes: [{ before: ofProduct(2_400), after: ofProduct(9_000) }], same: 0, kept: [] },
    { sheet: optionValues, changes: [{ before: ofValue(0), after: ofValue(-6_600) }], same: 0, kept: [] },
  ]
  // The kind costs what it did: 2,400.
  expect(findOddPrices({ scope: { siteKey: 'demo', names: names(9_000) }, sheets: both }).total).toBe(0)
})

const withKind = (cost: number, was: number | null, now: number) => {
  const ofKind = { sheet: optionValues, changes: [{ before: null, after: ofValue(cost) }], same: 0, kept: [] }
  const change = { before: was === null ? null : ofProduct(was), after: ofProduct(now) }
  const sheets = [{ sheet: products, changes: [change], same: 0, kept: [] }, ofKind]
  return findOddPrices({ scope: { siteKey: 'demo', names: names(now) }, sheets }).first.map(oddPriceText)
}

test.each<[base: number, cost: number, prices?: string]>([
  [3_200, -10_000_000, '3200 → 0'],
  [3_200, -2_400, '3200 → 800'],
  [3_200, -2_399],
  [3_200, 0],
  [3_200, 9_599],
  [3_200, 9_600, '3200 → 12800'],
  [0, 0, 'new → 0'],
  [0, 3_200],
])('S-16.02: a new kind of a product of ¥%s that adds %s asks: %s', (base, cost, prices) => {
  const asked = prices === undefined ? [] : [`option_values walk tickets child: ${prices}`]
  expect(priced(optionValues, null, ofValue(cost), base).first.map(oddPriceText)).toEqual(asked)
  expect(withKind(cost, base, base)).toEqual(asked)
})

test('S-16.02: a new kind is compared with what its product cost before, and not where that is new too', () => {
  expect(withKind(3_000, 3_200, 10_000)).toEqual(['option_values walk tickets child: 3200 → 13000'])
  expect(withKind(-10_000_000, null, 3_200)).toEqual([])
})

test('S-16.02: changes are counted, compared and named by what they are', () => {
  const [a, b] = [ofDay(1), ofDay(2)]
  const counts = countChanges({
    changes: [
      { before: null, after: a },
      { before: null, after: b },
      { before: null, after: b },
      { before: a, after: b },
      { before: b, after: a },
      { before: a, after: null },
    ],
  })
  expect(counts).toEqual({ added: 3, changed: 2, removed: 1 })
  expect([isSameRow(days, a, a), isSameRow(days, a, b)]).toEqual([true, false])
  // A column that any change sets is not compared.
  expect(isSameRow(texts, ['en', 'k', 't', true], ['en', 'k', 't', false])).toBe(true)
  expect(isSameRow(texts, ['en', 'k', 't', true], ['en', 'k', 'u', true])).toBe(false)
  expect(keyOf(days, a)).toBe(`${WALK}\t2026-12-01`)
  expect(placeText(spans, { siteKey: 'demo', names: names() }, rowOf(spans, SPAN))).toBe(
    'spans walk 2026-12-01 10:00',
  )
  const other = rowOf(days, { product: TEA, date: '2026-11-30', base_price: 1 })
  expect(limitsOf(days, [a, other])).toEqual({
    products: [WALK, TEA],
    days: { from: '2026-11-30', until: '2026-12-01' },
  })
  expect(limitsOf(days, [])).toEqual({ products: [] })
  expect(limitsOf(coupons, [a])).toEqual({})
})

test('S-16.02: what cannot go stays for a reason, or in a form that is not sold', async () => {
  const scope = { siteKey: 'demo', names: names() }
  const gone = (sheet: Sheet, why: 'whole' | 'undo', row: Row) =>
    sheet.instead(unread, scope, { rows: [row], why, others: () => [] })
  const unread = new Proxy({} as never, { get: () => expect.fail('nothing is read') })
  const sold = rowOf(products, PRODUCT, true)
  expect((await gone(products, 'whole', sold)).get(WALK)).toEqual({ row: sold.with(15, true) })
  expect((await gone(products, 'undo', sold)).get(WALK)).toEqual({
    why: ['something of it was ordered', '注文されています'],
  })
  expect((await gone(products, 'undo', sold.with(16, false))).size).toBe(0)
  const used = rowOf(coupons, COUPON, 1, true)
  expect((await gone(coupons, 'whole', used)).get('A')).toEqual({ row: used.with(5, false) })
  expect((await gone(coupons, 'undo', used)).get('A')).toEqual({
    why: ['an order has used it', '注文で使われています'],
  })
  expect((await gone(coupons, 'whole', used.with(22, false))).size).toBe(0)
})

const said = (kind: { read: (text: string, context: never) => Value | WrongCell }, word: string) => {
  const value = kind.read(word, { names: names(), row: [], isNumber: false, is1904: false } as never)
  return value instanceof WrongCell ? 'wrong' : value
}

test('S-16.02: cells are read to the bounds of their column', () => {
  const kind = whole(-2, 100)
  expect(['-3', '-2', '−1', '▲1', '100', '101'].map(word => said(kind, word))).toEqual([
    'wrong',
    -2,
    -1,
    -1,
    100,
    'wrong',
  ])
  expect(['○', 'いいえ', 'YES', '×', '2'].map(word => said(yesNo, word))).toEqual([
    true,
    false,
    true,
    false,
    'wrong',
  ])
  expect(
    ['fri-mon', '土日', 'mon-fri', '月～水', 'sat sun', 'mo', '火、木'].map(word => said(weekdays, word)),
  ).toEqual(['0 1 5 6', '0 6', '1 2 3 4 5', '1 2 3', '0 6', 'wrong', '2 4'])
  expect(said(channels, 'spot, WEB')).toBe('web spot')
  expect(['23:59', '47:59', '48:00', '9:60', '9時', '9時5分', '0.5', '1'].map(readTime)).toEqual([
    1_439,
    2_879,
    undefined,
    undefined,
    540,
    undefined,
    720,
    1_440,
  ])
  expect(readMoment('25:30', '2026-12-31')).toBe('2027-01-01 01:30')
  expect(readMoment('9:30', undefined)).toBeUndefined()
  expect(
    ['2026-12-24 9:30:15', '2026-12-24T09:30:00+09:00', '2026-12-24', '46380.395833'].map(word =>
      readMoment(word, undefined),
    ),
  ).toEqual(['2026-12-24 09:30:15', '2026-12-24 09:30', '2026-12-24 00:00', '2026-12-24 09:30'])
  expect(
    ['20000', '19999', '80000', '80001', '2119-12-31', '2120-01-01', '1953-12-31'].map(readDate),
  ).toEqual(['1954-10-03', undefined, '2119-01-11', undefined, '2119-12-31', undefined, undefined])
})

test('S-16.02: a product is named by its name too, in the language of the headings, where no other one has it', () => {
  const all = createNames(() => false)
  const more = { saleType: 'time', basePrice: 1, isSet: false }
  const spoken = (ja: string | null, en: string | null) => ({ spoken: { ja, en } })
  const like = (letter: string) => WALK.replace('1', letter)
  const [A, B, C, D] = [like('a'), like('b'), like('c'), like('d')]
  all.add({ ...more, uuid: A, code: 'walk', ...spoken('灯りの 散歩', 'Lantern Walk') })
  const read = (word: string, headings: readonly string[]) => {
    const value = product.read(word, { names: all, headings, row: [], isNumber: false, is1904: false })
    return value instanceof WrongCell ? value.text[0] : value
  }
  const [inEnglish, inJapanese] = [
    (word: string) => read(word, ['product', 'date']),
    (word: string) => read(word, ['商品', '日付']),
  ]
  expect([inEnglish('lantern  Ｗalk'), inJapanese('灯りの　散歩'), inJapanese('walk')]).toEqual([A, A, A])
  // The other language is not the file's.
  expect([inEnglish('灯りの 散歩'), inJapanese('Lantern Walk')]).toEqual([
    'the site has no product “灯りの 散歩”',
    'the site has no product “Lantern Walk”',
  ])
  // A retired one leaves its name to another.
  all.add({ ...more, uuid: B, code: 'old-walk', isRetired: true, ...spoken('灯りの散歩', 'Lantern Walk') })
  all.add({ ...more, uuid: C, code: 'tea', ...spoken(null, 'Green Tea') })
  expect([inEnglish('Lantern Walk'), inJapanese('灯りの散歩'), inJapanese('green tea')]).toEqual([A, B, C])
  all.add({ ...more, uuid: D, code: 'night-walk', ...spoken('tea', 'Lantern Walk') })
  expect(inEnglish('Lantern Walk')).toBe(
    '2 products are called “Lantern Walk”: write the code of one, walk or night-walk',
  )
  // A code wins over a name.
  expect([inJapanese('tea'), inEnglish(D)]).toEqual([C, D])
})

test('S-16.02: headings are the row that has most names of columns, within the first rows', () => {
  const rows = (...lines: ReadonlyArray<readonly string[]>): RawRow[] =>
    lines.map((cells, index) => ({ line: index + 1, cells }))
  const titles = (count: number) => Array.from({ length: count }, () => ['title'])
  const head = ['product', 'date']
  expect(findHeadings(rows(...titles(20), head), isHeading).line).toBe(21)
  expect(findHeadings(rows(...titles(21), head), isHeading).line).toBe(1)
  expect(findHeadings(rows(['date'], head), isHeading).line).toBe(2)
  expect(findHeadings(rows(head, head), isHeading).line).toBe(1)
  // A row of which less than half are names is one of values.
  expect(findHeadings(rows(['x'], ['walk', 'date', '1200']), isHeading).line).toBe(1)
  expect(findHeadings(rows(['x'], ['date', '1200']), isHeading).line).toBe(2)
  expect(findHeadings([], isHeading)).toEqual({ headings: [], line: 0, known: 0 })
  expect([0, 25, 26, 51, 52, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
  const raw = { file: 'a', name: 'a', headings: ['date'], eachRow: () => {} } as const
  expect(cellName({ ...raw, format: 'xlsx' }, 7, 0)).toBe('A7 (date)')
  expect(cellName({ ...raw, format: 'xlsx' }, 7, 1)).toBe('B7')
  expect(cellName({ ...raw, format: 'csv' }, 7, 0)).toBe('date')
  expect(cellName({ ...raw, format: 'csv' }, 7, 1)).toBe('column 2')
})
