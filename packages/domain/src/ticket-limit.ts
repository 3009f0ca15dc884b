/** Admission tickets in one order, over all ticket types, when the site sets nothing (D-01, R-9.06, R-9.08). */
export const DEFAULT_MAX_TICKET = 10

/** The setting `Max_Ticket` read as a number; anything but a whole number from 1 up means the default (D-01). */
export function maxTicketOf(settingValue: string | undefined): number {
  const max = Number(settingValue)
  return Number.isInteger(max) && max >= 1 ? max : DEFAULT_MAX_TICKET
}

/** Units of one set product in one order: they do not count as tickets (D-01), but a hold is not for the whole shelf. */
export const MOST_SET_UNITS = 20
