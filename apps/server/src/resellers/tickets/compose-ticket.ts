import type { PassTicket } from '../../tickets/pass-tickets.ts'
import type { Row, Sheet } from '../../tickets/receipts/pdf/sheet.ts'
import { howToUse, type PassLocale, visitWords } from '../../tickets/wallet/passes/visit-words.ts'

interface Printed {
  readonly ticket: PassTicket & {
    /** `ABCD-EFGH`, for people. */
    readonly shortCode: string
  }
  readonly house: string
}

/** A ticket on one page, without a price: what it admits to, when, and its code. */
export function composeTicket(locale: PassLocale, { ticket, house }: Printed): Sheet {
  const { words } = locale
  const { product_name: product, option_name: kind, reservationNumber } = ticket
  const { date, time } = visitWords(locale, ticket)
  const facts = [
    { label: words('wallet_kind'), value: kind },
    date,
    ...(time === null ? [] : [time]),
    { label: words('receipt_reservation'), value: reservationNumber ?? '' },
    {
      label: words('wallet_house'),
      value: [house, words('site_address')].filter(part => part !== '').join('\n'),
    },
  ]
  const middle = (text: string, more: { readonly size?: number; readonly isBold?: boolean } = {}): Row => ({
    gap: 10,
    cells: [{ text, width: 1, align: 'center', ...more }],
  })
  return {
    title: `${words('wallet_exhibition')} ${ticket.shortCode}`,
    author: house,
    blocks: [
      { rows: [{ cells: [{ text: product, width: 1, size: 22, isBold: true }] }] },
      {
        rows: facts
          .filter(({ value }) => value !== '')
          .flatMap(({ label, value }) =>
            value.split('\n').map<Row>((text, index) => ({
              ...(index === 0 && { gap: 2, rule: 'thin' }),
              cells: [
                { text: index === 0 ? label : '', width: 0.25, size: 9, isSoft: true },
                { text, width: 0.75, size: 12 },
              ],
            })),
          ),
      },
      {
        rows: [
          { gap: 26, cells: [], code: ticket.code },
          middle(ticket.shortCode, { size: 14, isBold: true }),
          middle(howToUse(locale, ticket)),
        ],
      },
    ],
    pageOf: (page, pages) => words('receipt_page', { page, pages }),
  }
}
