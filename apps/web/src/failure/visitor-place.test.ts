// @vitest-environment node
import { afterEach, describe, expect, test } from 'vitest'

import { NO_PIECES } from '../session/pieces.ts'
import { useSession } from '../session/session.ts'
import { isSpot } from '../page/spot-redirects.ts'
import { changeOf, spotOf, timeChangeOf } from './visitor-place.ts'

const SAVED = { oldToken: 'O', token: 'T' }

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
  expect(spotOf('/spot')).toEqual({ qrToken: null })
  expect(spotOf('/order?qr_token=Q')).toBeNull()
})

describe('R-8.09, R-8.18: a call at the door, or of the return from its payment, failed', () => {
  afterEach(() => useSession.setState(NO_PIECES))
  const RETURN = '/payment-callback/gmo_paypay/success?payment_number=p&time_change=false'

  test.each(['/spot/payment', '/spot/order-fields/rsv_1', `${RETURN}&spot=true`])(
    'the start has the code that was saved: %s',
    route => {
      useSession.setState({ spotQrToken: 'Q' })
      expect(spotOf(route)).toEqual({ qrToken: 'Q' })
    },
  )
  test('the address alone says it in a browser that saved nothing, and the start is then one without a code', () => {
    expect(spotOf(`${RETURN}&spot=true`)).toEqual({ qrToken: null })
  })
  test.each([{ payingFor: 'spot', orderToken: 'ord_web' }, { orderToken: null }] as const)(
    'what this tab has saved says it where the address does not: %o',
    saved => {
      useSession.setState({ ...saved, spotOrderToken: 'ord_door', spotQrToken: 'Q' })
      expect(spotOf('/payment-callback/gmo3ds?md=m')).toEqual({ qrToken: 'Q' })
    },
  )
  test('an order of the web beside one at the door is none of the door', () => {
    useSession.setState({ payingFor: 'order', orderToken: 'ord_web', spotOrderToken: 'ord_door' })
    expect(spotOf(RETURN)).toBeNull()
    expect(spotOf('/confirm')).toBeNull()
  })
})

describe('D-64: a call of the return from a provider failed in a date change', () => {
  afterEach(() => useSession.setState(NO_PIECES))
  const RETURN = '/payment-callback/stripe_secure/success'

  test('that the address names, the place is the saved one', () => {
    useSession.setState({ changeDateResult: SAVED })
    expect(changeOf(`${RETURN}?time_change=true`, null)).toEqual({ timeChange: SAVED, isTimeChange: true })
  })
  test('in another browser that saved none, only the kind is known', () => {
    expect(changeOf(`${RETURN}?time_change=true`, null)).toEqual({ timeChange: null, isTimeChange: true })
  })
  test.each(['/payment-callback/gmo3ds?md=m', '/adyen-callback?redirectResult=r', '/d-pay-confirm'])(
    'the saved payment says it where the address does not: %s',
    route => {
      useSession.setState({ changeDateResult: SAVED, payingFor: 'time_change' })
      expect(changeOf(route, null)).toEqual({ timeChange: SAVED, isTimeChange: true })
      expect(changeOf('/confirm', null)).toEqual({ timeChange: null, isTimeChange: false })
    },
  )
  test('the address wins over what was saved: a visitor who has both under way pays an order', () => {
    useSession.setState({ changeDateResult: SAVED, payingFor: 'time_change' })
    expect(changeOf(`${RETURN}?time_change=false`, null)).toEqual({ timeChange: null, isTimeChange: false })
  })
  test('the tokens of the refusal name the change wherever the browser is', () => {
    const body = { error: 'payment_api_failure', timechange_token: 'T', reservation_token: 'O' }
    expect(changeOf(RETURN, body)).toEqual({ timeChange: SAVED, isTimeChange: true })
  })
})
