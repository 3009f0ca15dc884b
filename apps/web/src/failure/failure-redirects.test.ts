// @vitest-environment node
import { expect, test } from 'vitest'

import { emailCorrection, errorComplete, orderAgain, startPage } from './failure-redirects.ts'
import { spotOrder } from '../page/spot-redirects.ts'
import { timeChangePage } from '../page/change-redirects.ts'
import { changeUrl } from '../page/redirects.ts'
import { genericError, mainOrder, ticketPage } from '../page/redirects.ts'

const NOTHING = { product: null, membershipKey: null, membershipValue: null, token: null }
const GOLD = { product: 'P', membershipKey: 'club', membershipValue: 'gold', token: 'a&b' }
const QUERY = '?product=P&membership_key=club&membership_value=gold&token=a%26b'

test('R-2.74: the order page, with the product and membership the visitor came with', () => {
  expect(mainOrder()).toBe('/order')
  expect(orderAgain(NOTHING)).toBe('/order')
  expect(orderAgain(GOLD)).toBe(`/order${QUERY}`)
})
test('R-8.19: the start page, with the product and membership the visitor came with', () => {
  expect(startPage(NOTHING)).toBe('/')
  expect(startPage({ ...NOTHING, product: 'P' })).toBe('/?product=P')
  expect(startPage(GOLD)).toBe(`/${QUERY}`)
})
test('R-2.75: the order page of an on-site order', () => {
  expect(spotOrder({ qrToken: 'Q/1' })).toBe('/spot?qr_token=Q%2F1')
})
test('R-2.76: the payment error page, of an order or of a date change, with or without an inquiry', () => {
  expect(errorComplete(true, 'inquiry')).toBe('/payment-error?time_change=true&additional_info=inquiry')
  expect(errorComplete(false, '')).toBe('/payment-error?time_change=false&additional_info=')
})
test('R-2.77: the generic error page', () => expect(genericError()).toBe('/error'))
test('R-2.78: the page of a date change (D-15)', () => {
  const place = { oldToken: 'O', token: 'T' }
  expect(timeChangePage(place)).toBe('/tickets/changedate/confirm/O/timechange/T')
})
test('R-2.79: the tickets of a reservation', () => expect(ticketPage('T')).toBe('/id/T'))
test('R-2.80: the page that corrects an e-mail address (D-15)', () => {
  expect(emailCorrection('T')).toBe('/tickets/changedate/email/T')
  expect(emailCorrection('T', 'C')).toBe('/tickets/changedate/email/T?timechange_token=C')
})
test('R-2.81: the page that announces a changed address (D-15)', () =>
  expect(changeUrl()).toBe('/change-url'))
