import { expect, test } from 'vitest'

import { isSpot, spotOf, timeChangeOf } from './visitor-place.ts'

test.each(['confirm', 'payment', 'payment/confirm'])(
  'D-15: the page %s of a date change names the reservation and the change',
  step => {
    const place = { oldToken: 'O', token: 'T' }
    expect(timeChangeOf(`/tickets/changedate/${step}/O/timechange/T`)).toEqual(place)
  },
)
test.each(['/confirm', '/tickets/changedate/O', '/tickets/changedate/complete/O', '/payment-error'])(
  '%s is not a date change',
  path => expect(timeChangeOf(path)).toBeNull(),
)
test.each(['/spot', '/spot/payment', '/spot/email-sended/r'])('R-2.73: %s is the on-site order', path =>
  expect(isSpot(path)).toBe(true),
)
test.each(['/', '/order', '/tickets/spotX', '/id/spot', '/spotlight'])(
  'R-2.73: %s is not the on-site order',
  path => expect(isSpot(path)).toBe(false),
)
test('R-8.18: the code of an on-site order is read from its address', () => {
  expect(spotOf('/spot?qr_token=Q&lang=en')).toEqual({ qrToken: 'Q' })
  expect(spotOf('/spot')).toBeNull()
  expect(spotOf('/order?qr_token=Q')).toBeNull()
})
