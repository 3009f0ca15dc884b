import { afterEach, expect, test } from 'vitest'

import { resetAll } from './session.ts'
import { dropSpotOrder, keepSpotOrder, keptSpotOrders } from './spot-orders.ts'

afterEach(() => localStorage.clear())

test('the newest fifty orders at the door are kept, each once, the newest first (R-3.79)', () => {
  for (let i = 1; i <= 51; i += 1) keepSpotOrder(`ord_${i}`)
  keepSpotOrder('ord_20')
  const kept = keptSpotOrders()
  expect(kept).toHaveLength(50)
  expect(kept.slice(0, 2)).toEqual(['ord_20', 'ord_51'])
  expect(kept).not.toContain('ord_1')
  dropSpotOrder('ord_20')
  expect(keptSpotOrders()[0]).toBe('ord_51')
})

test('they outlive the session: a hold that ends takes no tickets away (R-3.79, R-8.17)', () => {
  keepSpotOrder('ord_1')
  resetAll()
  expect(keptSpotOrders()).toEqual(['ord_1'])
})

test('what somebody else wrote there is no token, and is never sent', () => {
  localStorage.setItem('spotOrders', JSON.stringify(['ord_1', 7, 'a,b', 'x'.repeat(41)]))
  expect(keptSpotOrders()).toEqual(['ord_1'])
  localStorage.setItem('spotOrders', '{')
  expect(keptSpotOrders()).toEqual([])
})
