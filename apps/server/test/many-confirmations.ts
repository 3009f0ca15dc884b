/** Any number of purchases with one address within an hour: the buyers of most tests share one. */
export const MANY_CONFIRMATIONS = {
  CONFIRMATION_MAILS_PER_HOUR: '1000000',
  CONFIRMATION_ADDRESSES_PER_HOUR: '1000000',
  CONFIRMATION_NETWORK_ADDRESSES_PER_HOUR: '1000000',
} as const
