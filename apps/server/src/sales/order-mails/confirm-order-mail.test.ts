import { canMoveOrder, ORDER_STATUSES } from '@kippu/domain/states/order'
import { expect, test } from 'vitest'

import { testEnv } from '../../../test/shop/test-env.ts'
import { ORDER } from '../../../test/order-record.ts'
import { countedAddress } from '../../orders/address-proofs/counted-address.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { decideConfirmation } from './confirm-order-mail.ts'

const ENV = testEnv()

test.each(ORDER_STATUSES)(
  'a link to an order that is %s moves it only where the table of moves allows it, and never back (S-1.11)',
  status => {
    const decision = decideConfirmation(ENV, { ...ORDER, status })
    const isMoved = 'change' in decision
    expect(isMoved).toBe(status === 'mail_sent')
    expect(!isMoved || canMoveOrder(status, 'ready_checkout')).toBe(true)
  },
)

test.each(ORDER_STATUSES)('a link to an order that was %s and has ended opens nothing (S-1.07)', status => {
  const decision = decideConfirmation(ENV, { ...ORDER, status, hasEnded: true })
  expect(decision).toEqual({ answer: refuse('session_timeout') })
})

test('an order without places is not ready to be paid by its link alone', () => {
  const order = { ...ORDER, placesAtProof: true }
  expect(decideConfirmation(ENV, order)).toEqual({
    answer: { needsPlaces: order, proves: countedAddress(ENV, '') },
  })
})

test('a link to no order is not found', () => {
  expect(decideConfirmation(ENV, undefined)).toEqual({ answer: refuse('record not found') })
})
