/** Admission tickets in one order, over all ticket types, when the site sets nothing. */
export const DEFAULT_MAX_TICKET = 10

/** The setting `Max_Ticket` as a number; anything except a whole number from 1 up means the default. */
export function maxTicketOf(settingValue: string | undefined): number {
  const max = Number(settingValue)
  return Number.isInteger(max) && max >= 1 ? max : DEFAULT_MAX_TICKET
}

/**
 * Maximum units of one set product in one order: they do not count as tickets, but one hold must not take the whole
 * stock.
 */
export const MOST_SET_UNITS = 20
