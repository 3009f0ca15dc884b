import type { BoughtProduct } from '../../orders/bought/bought-product.ts'
import type { Block, Letter } from '../letter/letter.ts'
import { writeYen } from './bill.ts'
import { footerLines, greeting, type SiteMailContext } from './frame.ts'
import type { RefundedTickets } from './refund.ts'
import { visitBlock, visitStart, visitTimeLines, writeMoment } from './visit.ts'

export interface CancelledVisit {
  /** The buyer's name; '' where the site does not ask for it. */
  readonly name: string
  readonly reservationNumber: string
  /** The visit that does not take place, or beside which something else does not. */
  readonly product: BoughtProduct
  /** Somebody else has some of the tickets. */
  readonly isShared: boolean
  readonly offer: CancellationOffer
}

export type CancellationOffer =
  | {
      readonly kind: 'refund'
      readonly tickets: readonly RefundedTickets[]
      /** Yen that go back. */
      readonly amount: number
      /** Link to the tickets that stay valid; undefined when none is left. */
      readonly url: string | undefined
    }
  | {
      readonly kind: 'move'
      /** The page that moves the visit. */
      readonly url: string
      /** In +09:00. */
      readonly until: string
    }
  /** The house will write to the buyer. */
  | { readonly kind: 'contact' }

/** The one mail about a visit that does not take place: it says too what becomes of the money, or of the day. */
export function cancellationMail(writing: SiteMailContext, visit: CancelledVisit): Letter {
  const { lang, words, site } = writing
  const { product, offer, reservationNumber: number } = visit
  const isPart = offer.kind === 'refund' && offer.url !== undefined
  return {
    lang,
    subject: words('mail_cancel_subject', { site, date: visitStart(writing, product), number }),
    preview: [product.product_name, ...visitTimeLines(writing, product)].join(' '),
    site,
    house: writing.house,
    replyTo: writing.contact.email,
    isPictured: false,
    title: words(isPart ? 'mail_cancel_title_part' : 'mail_cancel_title'),
    files: [],
    blocks: [
      ...greeting(writing, visit.name),
      { kind: 'paragraph', text: words(isPart ? 'mail_cancel_intro_part' : 'mail_cancel_intro', { site }) },
      visitBlock(writing, product),
      { kind: 'facts', rows: [[words('mail_complete_number'), number]] },
      ...offerBlocks(writing, offer),
      ...(visit.isShared ? ([{ kind: 'small', text: words('mail_cancel_shared') }] as const) : []),
    ],
    footer: footerLines(writing),
  }
}

function offerBlocks(writing: SiteMailContext, offer: CancellationOffer): Block[] {
  const { words } = writing
  switch (offer.kind) {
    case 'refund':
      return refundBlocks(writing, offer)
    case 'move':
      return [
        {
          kind: 'paragraph',
          text: words('mail_cancel_move', { deadline: writeMoment(writing, offer.until) }),
        },
        {
          kind: 'button',
          label: words('mail_move_link'),
          url: offer.url,
          note: words('mail_complete_link_note'),
        },
        { kind: 'small', text: words('mail_cancel_move_price') },
        { kind: 'small', text: words('mail_cancel_move_else') },
      ]
    case 'contact':
      return [{ kind: 'paragraph', text: words('mail_cancel_contact') }]
  }
}

function refundBlocks(
  writing: SiteMailContext,
  { tickets, amount, url }: Extract<CancellationOffer, { kind: 'refund' }>,
): Block[] {
  const { words } = writing
  const left: Block[] =
    url === undefined
      ? []
      : [
          { kind: 'paragraph', text: words('mail_refund_left') },
          {
            kind: 'button',
            label: words('mail_complete_button'),
            url,
            note: words('mail_complete_link_note'),
          },
        ]
  if (amount === 0) return [{ kind: 'paragraph', text: words('mail_cancel_free') }, ...left]
  return [
    { kind: 'paragraph', text: words('mail_cancel_refund') },
    {
      kind: 'bill',
      title: words('mail_cancel_bill_title'),
      rows: tickets.map(ticket => ({
        label: words('mail_bill_line', { name: ticket.name, count: ticket.count }),
        amount: writeYen(writing, ticket.amount),
      })),
      deductions: [],
      total: { label: words('mail_cancel_bill_total'), amount: writeYen(writing, amount) },
    },
    { kind: 'small', text: words('mail_refund_when') },
    ...left,
  ]
}
