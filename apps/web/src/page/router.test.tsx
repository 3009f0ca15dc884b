import { describe, expect, test } from 'vitest'

import { ORDER_ROUTES } from '../app/order-routes.tsx'
import { matchPath } from './router.tsx'

const pathFor = (pathname: string) =>
  ORDER_ROUTES.find(({ path }) => matchPath(path, pathname) !== null)?.path

describe('routes', () => {
  test.each(['/', '/order', '/sign-in', '/payment', '/confirm', '/complete'])('%s has its screen', path => {
    expect(pathFor(path)).toBe(path)
  })
  test('parameters are read and decoded', () => {
    const pattern = '/payment-callback/:paymentType/:status'
    expect(matchPath(pattern, '/payment-callback/stripe_secure/success')).toEqual({
      paymentType: 'stripe_secure',
      status: 'success',
    })
    expect(matchPath('/id/:token', '/id/a%2Fb')).toEqual({ token: 'a/b' })
    expect(matchPath('/id/:token', '/id/%')).toEqual({ token: '%' })
  })
  test.each(['/nope', '/order/extra', '/payment-callback/x/y/z', '/tickets', '/tickets/'])(
    'R-2.02: %s is not found',
    path => {
      expect(pathFor(path)).toBe('*')
    },
  )
})
