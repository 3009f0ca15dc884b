import { expect, test } from 'vitest'
import { BOOKING_TYPES, SALES_CHANNELS, TICKET_STATUSES, TICKET_TYPES, isSalesChannel } from './ticket.ts'

test.each([
  ['ticket statuses (R-3.142)', TICKET_STATUSES, ['available', 'success', 'used', 'invalid_time', 'invalid']],
  ['ticket types (R-3.143)', TICKET_TYPES, ['gate', 'set']],
  ['sales channels (R-3.144)', SALES_CHANNELS, ['web', 'pos', 'kiosk', 'OTA', 'spot']],
  ['booking types (R-3.145)', BOOKING_TYPES, ['period', 'date', 'time']],
])('the %s', (_, ours, required) => {
  expect(ours).toEqual(required)
})

test('a channel is recognised by its exact letters (D-45)', () => {
  expect(SALES_CHANNELS.every(isSalesChannel)).toBe(true)
  expect(['ota', 'WEB', '', null].some(isSalesChannel)).toBe(false)
})
