import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCurrency, percentOf, stripSymbols, taxIncluded } from './money.ts'

const yen = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })

describe('formatCurrency', () => {
  test.each([
    ['JPY', '￥1,800', 'R-1.50'],
    ['USD', '$1,800.00', 'R-1.51'],
    ['EUR', '€1,800.00', 'R-1.52'],
    ['SAR', 'SAR\u00a01,800.00', 'R-1.53'],
    ['GBP', '￥1,800', 'R-1.53: unsupported is yen'],
  ])('writes %s as %s (%s)', (currency, text) => {
    expect(formatCurrency(1800, { currency })).toBe(text)
  })

  test('a discount has its minus before everything else (R-9.29)', () => {
    expect(formatCurrency(-3200)).toBe('−￥3,200')
    expect(formatCurrency(-3200, { template: '¥{price}' })).toBe('−¥3,200')
    expect(formatCurrency(-500, { template: '{price}円' })).toBe('−500円')
  })

  test('the default is Japanese yen (R-9.28)', () => {
    expect(formatCurrency(1800)).toBe('￥1,800')
    expect(formatCurrency(0)).toBe('￥0')
  })

  test('yen are written as the formatter of the language writes them (R-1.50)', () => {
    const ofLanguage = new Intl.NumberFormat('ja-JP', { style: 'currency', currency: 'JPY' })
    fc.assert(
      fc.property(yen, amount => {
        expect(formatCurrency(amount)).toBe(ofLanguage.format(amount))
      }),
    )
    expect(formatCurrency(1800.5)).toBe(ofLanguage.format(1800.5))
  })

  test.each([
    ['{price}円', '1,800円'],
    ['¥{price}', '¥1,800'],
    ['JPY {price}', 'JPY 1,800'],
    ['{price} / {price}', '1,800 / 1,800'],
    ['円', '￥1,800'],
    ['', '￥1,800'],
  ])('fills the template %j: %s (R-9.29, D-31)', (template, text) => {
    expect(formatCurrency(1800, { template })).toBe(text)
  })

  test.each(['ja-JP', 'en-US', 'zh-CN', 'ko-KR', 'zh-TW', 'th'])(
    'leaves the bare number in a template in %s',
    locale => {
      expect(formatCurrency(1800, { locale, template: '[{price}]' })).toBe('[1,800]')
    },
  )
})

test.each([
  ['￥1,800', '1,800'],
  ['¥1,800', '1,800'],
  ['JP¥1,800', '1,800'],
  ['€1,800.00', '1,800.00'],
  ['$1,800.00', '1,800.00'],
  ['SAR\u00a01,800.00', '1,800.00'],
  ['SAR 1,800.00', '1,800.00'],
])('stripSymbols(%j) is %s (R-9.30, D-31)', (text, bare) => {
  expect(stripSymbols(text)).toBe(bare)
})

const percent = fc.integer({ min: 0, max: 100 })

describe('percentOf (R-9.04)', () => {
  test.each([
    [1999, 10, 199],
    [1999, 7, 139],
    [7400, 15, 1110],
    [7400, 100, 7400],
    [7400, 0, 0],
    [29, 100, 29],
  ])('of %i yen, %i percent is %i', (amount, share, result) => {
    expect(percentOf(amount, share)).toBe(result)
  })

  test('is exact for the largest amounts, where floats are not', () => {
    expect(percentOf(Number.MAX_SAFE_INTEGER, 99)).toBe(8917127262193581)
  })

  test('rounds down, by less than one yen', () => {
    fc.assert(
      fc.property(yen, percent, (amount, share) => {
        const exactHundredths = BigInt(amount) * BigInt(share)
        const hundredths = BigInt(percentOf(amount, share)) * 100n
        expect(hundredths <= exactHundredths && exactHundredths - hundredths < 100n).toBe(true)
      }),
    )
  })

  test('never exceeds the amount and grows with it', () => {
    fc.assert(
      fc.property(yen, yen, percent, (a, b, share) => {
        expect(percentOf(a, share)).toBeLessThanOrEqual(a)
        expect(percentOf(Math.min(a, b), share)).toBeLessThanOrEqual(percentOf(Math.max(a, b), share))
      }),
    )
  })
})

describe('taxIncluded (S-14.05)', () => {
  test.each([
    [7400, 10, 672],
    [11000, 10, 1000],
    [1080, 8, 80],
    [0, 10, 0],
    [7400, 0, 0],
  ])('%i yen at %i percent contain %i', (amount, rate, tax) => {
    expect(taxIncluded(amount, rate)).toBe(tax)
  })

  test('is the rounded-down share of the rate in the whole price', () => {
    fc.assert(
      fc.property(yen, percent, (amount, rate) => {
        const tax = BigInt(taxIncluded(amount, rate))
        const exact = BigInt(amount) * BigInt(rate)
        const whole = BigInt(100 + rate)
        expect(tax * whole <= exact && exact < (tax + 1n) * whole).toBe(true)
      }),
    )
  })
})
