// @vitest-environment node
import { describe, expect, test } from 'vitest'

import { addressOf, currentRoute, isTicketRoute } from './entry.ts'

describe('the two entries', () => {
  test.each(['/id/a', '/id/a/1/gate', '/id/a/receipt', '/id/a?lang=en'])(
    'R-2.64: %s is a ticket route',
    route => {
      expect(isTicketRoute(route)).toBe(true)
    },
  )
  test.each(['/', '/order', '/id', '/id/', '/tickets/a', '/tickets/share/a', '/id/a/b', '/id/a/1/gate/x'])(
    'R-2.64: %s is not a ticket route',
    route => expect(isTicketRoute(route)).toBe(false),
  )
  test('R-2.65, R-2.66, D-11: each route has its document, with the route kept in the hash', () => {
    expect(addressOf('/id/T?lang=en')).toBe('/tickets/#/id/T?lang=en')
    expect(addressOf('/order')).toBe('/#/order')
  })
  test.each([
    ['', '/'],
    ['#main', '/'],
    ['#/order?lang=en', '/order?lang=en'],
  ])('the hash "%s" is the route %s', (hash, route) => expect(currentRoute(hash)).toBe(route))
})
