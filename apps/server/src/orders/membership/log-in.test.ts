import { holdMayExpire, isOrderLive, ORDER_STATUSES } from '@kippu/domain/states/order'
import { expect, test } from 'vitest'

import { payableOrder } from '../../../test/order-record.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { decideLogin } from './log-in.ts'
import type { LoginFacts } from './login-facts.ts'

const PERCENT = { type: 'percent', amount: 10 } as const
const GOLD = { id: 'gold', login_id: 'g', password_hash: null, promotion_id: 'ten', promotion: PERCENT }
const PLAIN = { ...GOLD, id: 'plain', promotion_id: null, promotion: null }

const login = (member: LoginFacts['member'], order: Partial<LoginFacts['order']> = {}) =>
  decideLogin({ ...payableOrder(order), promotion: { type: 'fixed', amount: 100 }, member })

test('nobody logs in to an order that is unknown, ended or being paid, nor without being known (D-07, S-1.04)', () => {
  expect(decideLogin(undefined)).toEqual({ answer: refuse('membership login failed') })
  expect(login(undefined)).toEqual({ answer: refuse('membership login failed') })
  expect(login(GOLD, { hasEnded: true })).toEqual({ answer: refuse('session_timeout') })
  for (const status of ORDER_STATUSES.filter(one => !holdMayExpire(one)))
    for (const member of [GOLD, undefined]) {
      const refusal = isOrderLive(status) ? 'order is being paid' : 'membership login failed'
      expect(login(member, { status })).toEqual({ answer: refuse(refusal) })
    }
})

test('the promotion is that of the member, or the one that the order was made with, but no former member’s (S-5.02, S-5.03)', () => {
  const made = { promotionId: 'made' }
  expect(login(GOLD, made)).toMatchObject({ change: { promotionId: 'ten', price: { price: 5760 } } })
  expect(login(PLAIN, made)).toMatchObject({ change: { promotionId: 'made', price: { price: 6200 } } })
  const replaced = login(PLAIN, { ...made, memberId: 'gold' })
  expect(replaced).toMatchObject({ change: { memberId: 'plain', promotionId: null, price: { price: 6400 } } })
})
