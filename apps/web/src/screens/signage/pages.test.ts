// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { displayLanguages } from './display-languages.ts'
import { pagesOf, turnAt } from './pages.ts'
import { roomOf } from './use-window-room.ts'

interface Product {
  readonly name: string
  readonly times: number
}
const product = (name: string, times: number): Product => ({ name, times })
const lay = (products: readonly Product[], columns: number, rows: number) =>
  pagesOf(products, ({ times }) => times, { columns, rows }).map(page =>
    page.map(column => column.map(({ product: { name }, from, to }) => `${name} ${from}-${to}`)),
  )

describe('R-2.55: many times take turns on pages, and none is cut', () => {
  test('products that fit stand together', () => {
    expect(lay([product('a', 3), product('b', 4)], 1, 13)).toEqual([[['a 0-3', 'b 0-4']]])
  })

  test('one that does not fit beside another begins the next column', () => {
    expect(lay([product('a', 3), product('b', 4)], 2, 8)).toEqual([[['a 0-3'], ['b 0-4']]])
  })

  test('one that fits into no column is divided, and its parts stand side by side', () => {
    expect(lay([product('a', 12)], 2, 8)).toEqual([[['a 0-5'], ['a 5-10']], [['a 10-12']]])
  })

  test('every time of every product is there exactly once, in its order, and no column is higher than its room', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 3 }),
        fc.double({ min: 4, max: 20, noNaN: true }),
        (counts, columns, rows) => {
          const products = counts.map((times, index) => product(String(index), times))
          const pages = pagesOf(products, ({ times }) => times, { columns, rows })
          const seen = pages
            .flat(2)
            .flatMap(block =>
              Array.from(
                { length: block.to - block.from },
                (_, index) => `${block.product.name} ${block.from + index}`,
              ),
            )
          const all = products.flatMap(({ name, times }) =>
            Array.from({ length: times }, (_, index) => `${name} ${index}`),
          )
          expect(seen).toEqual(all)
          for (const page of pages) {
            expect(page.length).toBeLessThanOrEqual(columns)
            for (const column of page)
              expect(column.reduce((sum, { from, to }) => sum + 2.55 + to - from, 0)).toBeLessThanOrEqual(
                rows,
              )
          }
        },
      ),
    )
  })

  test.each([
    [1080, 1920, 1, 11],
    [1920, 1080, 2, 5],
    [3840, 2160, 2, 5],
    [390, 844, 1, 12],
  ])(
    'a window of %i × %i has %i columns, of at least %i times below a head',
    (width, height, columns, times) => {
      const room = roomOf(width, height, false)
      expect(room.columns).toBe(columns)
      expect(Math.floor(room.rows - 2.55)).toBeGreaterThanOrEqual(times)
    },
  )
})

describe('R-2.55: languages take turns where the site asks', () => {
  test('all pages are shown in one language, and then in the next', () => {
    const turns = Array.from({ length: 7 }, (_, turn) =>
      turnAt(turn * 10_000 + 9_999, { pages: 2, languages: 3, turnMs: 10_000 }),
    )
    expect(turns.map(({ page, language }) => `${language}.${page}`)).toEqual([
      '0.0',
      '0.1',
      '1.0',
      '1.1',
      '2.0',
      '2.1',
      '0.0',
    ])
    expect(turnAt(55_000, { pages: 0, languages: 0, turnMs: 10_000 })).toEqual({ page: 0, language: 0 })
  })

  test.each([
    ['ja,en,th', ['ja', 'en', 'th']],
    [' en , ja,en', ['en', 'ja']],
    ['ja,fr,kr', ['ja']],
    ['', ['en']],
    [undefined, ['en']],
  ] as const)('%s', (setting, expected) => {
    expect(displayLanguages(setting, ['ja', 'en', 'th'], 'en')).toEqual(expected)
  })
})
