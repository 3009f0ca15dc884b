import { canMoveOrder, ORDER_STATUSES } from '@kippu/domain/states/order'
import { expect, test } from 'vitest'

import { testEnv } from '../../test/app.ts'
import { ORDER } from '../../test/order-record.ts'
import { refuse } from '../http/refusal.ts'
import { decideConfirmation } from './confirm-order-mail.ts'

const ENV = testEnv()

test.each(ORDER_STATUSES)(
  'a link to an order that is %s moves it only where the table of moves allows it, and never back (S-1.11)',
  status => {
    const decision = decideConfirmation(ENV, { ...ORDER, status })
    const moves = 'change' in decision ? [decision.change.to] : []
    expect(moves).toEqual(status === 'mail_sent' ? ['ready_checkout'] : [])
    expect(moves.every(to => canMoveOrder(status, to))).toBe(true)
  },
)

test.each(ORDER_STATUSES)('a link to an order that was %s and has ended opens nothing (S-1.07)', status => {
  const decision = decideConfirmation(ENV, { ...ORDER, status, hasEnded: true })
  expect(decision).toEqual({ answer: refuse('session_timeout') })
})

test('a link to no order is not found', () => {
  expect(decideConfirmation(ENV, undefined)).toEqual({ answer: refuse('record not found') })
})
