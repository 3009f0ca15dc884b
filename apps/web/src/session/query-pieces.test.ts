import { beforeEach, describe, expect, test } from 'vitest'

import { rememberQuery } from './query-pieces.ts'
import { openSession, resetOrder, useSession } from './session.ts'

const GOLD = { membershipKey: 'club', membershipValue: 'gold', token: null }

beforeEach(async () => {
  sessionStorage.clear()
  await openSession('demo')
})

describe('the query of the address', () => {
  test('R-3.72: a membership in the query is kept, over other pages and a reload', async () => {
    rememberQuery('/order?membership_key=club&membership_value=gold')
    rememberQuery('/sign-in')
    await openSession('demo')
    expect(useSession.getState().membershipInQuery).toEqual(GOLD)
  })
  test('R-3.72: half a pair and a token alone are kept as they came', () => {
    rememberQuery('/?membership_value=gold')
    expect(useSession.getState().membershipInQuery).toEqual({ ...GOLD, membershipKey: null })
    rememberQuery('/membership-login?token=t')
    expect(useSession.getState().membershipInQuery).toEqual({
      membershipKey: null,
      membershipValue: null,
      token: 't',
    })
  })
  test('R-3.39: a product in the query is kept, and outlives a reset of the order (R-4.12)', () => {
    rememberQuery('/order?product=P')
    resetOrder()
    expect(useSession.getState()).toMatchObject({ productInQuery: 'P', membershipInQuery: null })
  })
  test.each([
    '/order',
    '/order?lang=en',
    '/order?product=&token=',
    '/payment-callback/stripe/success?token=x',
  ])('%s asks for nothing and changes nothing', route => {
    rememberQuery('/?product=P&membership_key=club&membership_value=gold')
    rememberQuery(route)
    expect(useSession.getState()).toMatchObject({ productInQuery: 'P', membershipInQuery: GOLD })
  })
})
