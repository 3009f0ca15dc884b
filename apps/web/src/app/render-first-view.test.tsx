// @vitest-environment node
import { expect, test } from 'vitest'

import { buildChoice } from '../../test/choice.ts'
import { buildFirstView } from '../../test/first-view.ts'
import { renderFirstView } from './render-first-view.tsx'

const ROW = {
  date: '2026-12-05',
  stock_status: 'normal',
  display_price: 3600,
  is_sold_out_display_product: false,
} as const
const product = buildChoice().product!
const base = buildFirstView({ products: [product], productUuid: product.uuid, stock: [ROW] })

/** Titles of the sections of the page, in their order. */
function titlesOf(markup: string): string[] {
  return [...markup.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, title = '']) => title)
}

test('the whole page is written, including the parts whose code the browser fetches later', async () => {
  const markup = await renderFirstView(base)
  expect(titlesOf(markup)).toEqual(['チケットの種類', 'ご来場日', '入場時間', '枚数', 'ご注文内容'])
  expect(markup).toContain('3,600')
  expect(markup).not.toMatch(/<script|<template/)
})

test('a screen that breaks fails the whole page, so that no half of one is ever sent', async () => {
  const broken = {
    ...product,
    get options(): never {
      throw new Error('the ticket types cannot be read')
    },
  }
  const rendering = renderFirstView({ ...base, products: [broken] })
  await expect(rendering).rejects.toThrow('the ticket types cannot be read')
})

test('where the visitor chooses the day first, the calendar can be read before any script runs (R-4.02)', async () => {
  const markup = await renderFirstView({
    ...base,
    productUuid: null,
    site: { ...base.site, orderLayout: 'date_first' },
  })
  expect(titlesOf(markup)).toEqual(['ご来場日', 'チケットの種類', '枚数', 'ご注文内容'])
  expect(markup).toContain('3,600')
})

test('a site that requires something in the address shows no product before it is known (R-1.39, R-1.40)', async () => {
  const markup = await renderFirstView({ ...base, site: { ...base.site, requiresProduct: true } })
  expect(markup).not.toContain(product.name)
  expect(titlesOf(markup)).toEqual([])
})
