import { expect, test } from 'vitest'

import { errorComplete, genericError, mainOrder, startPage, ticketPage } from './redirects.ts'

test('R-2.74–2.79, D-15: the named redirects', () => {
  expect(mainOrder()).toBe('/order')
  expect(startPage({ product: null })).toBe('/')
  expect(startPage({ product: 'P' })).toBe('/?product=P')
  expect(errorComplete(true, 'inquiry')).toBe('/payment-error?time_change=true&additional_info=inquiry')
  expect(errorComplete(false, '')).toBe('/payment-error?time_change=false&additional_info=')
  expect(genericError()).toBe('/error')
  expect(ticketPage('T')).toBe('/id/T')
})
