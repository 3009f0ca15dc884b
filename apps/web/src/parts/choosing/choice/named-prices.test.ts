// @vitest-environment node
import type { Product } from '@kippu/contract/products'
import { expect, test } from 'vitest'

import { buildChoice } from '../../../../test/choice.ts'
import { namedPricesOf } from './named-prices.ts'

const FOREST = buildChoice().product!

function withKinds(...kinds: readonly (readonly [name: string, addCost: number])[]): Product {
  const values = kinds.map(([name, add_cost], index) => ({
    option_value_id: index + 1,
    name,
    add_cost,
    caution: null,
  }))
  return { ...FOREST, options: [{ id: 1, name: '券種', type: 'ticket_type', values }] }
}

test('the first kind and the lowest price are named, without their ages', () => {
  const product = withKinds(
    ['大人（18歳以上）', 0],
    ['中高生（12〜17歳）', -1000],
    ['子ども（4〜11歳）', -2200],
  )
  expect(namedPricesOf(product)).toEqual([
    { name: '大人', price: 3200 },
    { name: '子ども', price: 1000 },
  ])
  expect(namedPricesOf(product, { basePrice: 3600 })).toEqual([
    { name: '大人', price: 3600 },
    { name: '子ども', price: 1400 },
  ])
})

test('a product whose first kind is the cheapest has one price', () => {
  expect(namedPricesOf(withKinds(['General', 0], ['With a guide', 500]))).toEqual([
    { name: 'General', price: 3200 },
  ])
})

test('what is in brackets stays where it alone tells two kinds apart', () => {
  expect(namedPricesOf(withKinds(['Pass (adult)', 0], ['Pass (child)', -1000]))).toEqual([
    { name: 'Pass (adult)', price: 3200 },
    { name: 'Pass (child)', price: 2200 },
  ])
})

test('extras are not tickets, and a product without kinds has no named price', () => {
  const extra = { id: 2, name: 'ガイド', type: 'extra' as const, values: [] }
  expect(namedPricesOf({ ...FOREST, options: [extra] })).toEqual([])
})
