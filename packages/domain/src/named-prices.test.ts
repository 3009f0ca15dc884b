import { expect, test } from 'vitest'

import { namedPricesOf } from './named-prices.ts'

const of = (...kinds: readonly (readonly [name: string, price: number, onlyWith?: number])[]) =>
  namedPricesOf(kinds.map(([name, price, onlyWith = null]) => ({ name, price, onlyWith }))).map(
    ({ name, price }) => [name, price],
  )

test('the first kind and the lowest price are named, without their ages', () => {
  expect(
    of(['大人（18歳以上）', 3_200], ['中高生（12〜17歳）', 2_200], ['子ども（4〜11歳）', 1_000]),
  ).toEqual([
    ['大人', 3_200],
    ['子ども', 1_000],
  ])
})

test('a product whose first kind is the cheapest has one price', () => {
  expect(of(['General', 3_200], ['With a guide', 3_700])).toEqual([['General', 3_200]])
})

test('what is in brackets stays where it alone tells two kinds apart', () => {
  const kinds = [
    ['Pass (adult)', 3_200],
    ['Pass (child)', 2_200],
  ] as const
  expect(of(...kinds)).toEqual(kinds)
})

test('neither a free kind nor one that is sold only with another one makes the price, wherever it stands', () => {
  const [free, adult, companion] = [
    ['Infant', 0],
    ['Adult', 1_200],
    ['Companion', 600, 2],
  ] as const
  expect(of(adult, free, companion)).toEqual([['Adult', 1_200]])
  expect(of(free, companion, adult)).toEqual([['Adult', 1_200]])
  expect(of(free, ['Adult', 0])).toEqual([['Infant', 0]])
})

test('a product without kinds has no named price', () => {
  expect(of()).toEqual([])
})
