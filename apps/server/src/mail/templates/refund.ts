import type { BillRow, Block, Letter } from '../letter/letter.ts'
import { writeYen } from './bill.ts'
import { footerLines, greeting, type SiteMailContext } from './frame.ts'

export interface RefundNotice {
  /** The buyer's name; '' where the site does not ask for it. */
  readonly name: string
  readonly reservationNumber: string
  /** The reason: the revoked tickets, by name, or the difference to a lower price. */
  readonly reason:
    | { readonly kind: 'tickets'; readonly tickets: readonly RefundedTickets[] }
    | { readonly kind: 'difference' }
  /** Refunded yen. */
  readonly amount: number
  /** Link to the tickets that stay valid; undefined when none is left. */
  readonly url: string | undefined
}

export interface RefundedTickets {
  readonly name: string
  readonly count: number
  /** Their price together, in yen. */
  readonly amount: number
}

/** The mail that tells the refunded amount and its reason. */
export function refundMail(writing: SiteMailContext, notice: RefundNotice): Letter {
  const { lang, words, site } = writing
  const { reservationNumber: number, reason, url } = notice
  return {
    lang,
    subject: words('mail_refund_subject', { site, number }),
    preview: writeYen(writing, notice.amount),
    site,
    house: writing.house,
    replyTo: writing.contact.email,
    isPictured: false,
    title: words('mail_refund_title'),
    files: [],
    blocks: [
      ...greeting(writing, notice.name),
      {
        kind: 'paragraph',
        text: words(reason.kind === 'tickets' ? 'mail_refund_tickets' : 'mail_refund_difference'),
      },
      { kind: 'facts', rows: [[words('mail_complete_number'), number]] },
      {
        kind: 'bill',
        title: words('mail_refund_bill_title'),
        rows: billRows(writing, notice),
        deductions: [],
        total: { label: words('mail_refund_bill_total'), amount: writeYen(writing, notice.amount) },
      },
      { kind: 'small', text: words('mail_refund_when') },
      ...(url === undefined ? [] : ticketsLeft(writing, { url, isPart: reason.kind === 'tickets' })),
    ],
    footer: footerLines(writing),
  }
}

function billRows(writing: SiteMailContext, { reason, amount }: RefundNotice): BillRow[] {
  const { words } = writing
  if (reason.kind === 'difference')
    return [{ label: words('mail_refund_bill_difference'), amount: writeYen(writing, amount) }]
  return reason.tickets.map(ticket => ({
    label: words('mail_bill_line', { name: ticket.name, count: ticket.count }),
    amount: writeYen(writing, ticket.amount),
  }))
}

function ticketsLeft(
  { words }: SiteMailContext,
  { url, isPart }: { readonly url: string; readonly isPart: boolean },
): Block[] {
  const button = {
    kind: 'button',
    label: words('mail_complete_button'),
    url,
    note: words('mail_complete_link_note'),
  } as const
  return isPart ? [{ kind: 'paragraph', text: words('mail_refund_left') }, button] : [button]
}
