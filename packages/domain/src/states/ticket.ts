/**
 * `available` can be used now, `success` was used by this very call, `used` was used before, `invalid_time` is
 * outside its entry window, `invalid` is cancelled, moved or given away.
 */
export const TICKET_STATUSES = ['available', 'success', 'used', 'invalid_time', 'invalid'] as const

export type TicketStatus = (typeof TICKET_STATUSES)[number]

/** `gate` is admission, `set` the exchange of a set product. */
export const TICKET_TYPES = ['gate', 'set'] as const

export type TicketType = (typeof TICKET_TYPES)[number]

/** The case matters. */
export const SALES_CHANNELS = ['web', 'pos', 'kiosk', 'OTA', 'spot'] as const

export type SalesChannel = (typeof SALES_CHANNELS)[number]

/** Those whose buyers pay in the browser, by the pages of the store: at home, and at the door. */
export const BROWSER_CHANNELS = ['web', 'spot'] as const satisfies readonly SalesChannel[]

/** Valid from day to day, on one day, or in one time span. Sale type and booking type are the same. */
export const BOOKING_TYPES = ['period', 'date', 'time'] as const

export type BookingType = (typeof BOOKING_TYPES)[number]

export function isSalesChannel(x: unknown): x is SalesChannel {
  return SALES_CHANNELS.some(channel => channel === x)
}
