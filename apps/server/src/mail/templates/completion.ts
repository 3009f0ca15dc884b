import type { BoughtOrder } from '../../orders/bought/bought-order.ts'
import type { BoughtProduct } from '../../orders/bought/bought-product.ts'
import type { Block, Fact, Letter, LetterFile } from '../letter/letter.ts'
import type { Words } from '../../sites/words.ts'
import { orderBill, writeYen } from './bill.ts'
import { codeBlocks, type MailedCodes } from './codes.ts'
import { footerLines, greeting, type SiteMailContext, venueFact } from './frame.ts'
import { laterBlocks, type LaterLinks } from './later.ts'
import { howToEnter, visitBlock, visitConditions, visitStart, visitTimeLines } from './visit.ts'

export interface Completion extends LaterLinks {
  /** The buyer's name; '' where the site does not ask for it. */
  readonly name: string
  readonly reservationNumber: string
  readonly order: BoughtOrder
  /** Link that shows the tickets. */
  readonly url: string
  readonly codes: MailedCodes
  /** The visit for the reader's calendar. */
  readonly calendar: LetterFile
  /** Link to the receipt; undefined where nothing was paid. */
  readonly receiptUrl: string | undefined
  /** Link that ends the magazines of the address; undefined when it gets none. */
  readonly releaseUrl: string | undefined
  /** The change of a visit that was moved. */
  readonly moved?: VisitChange
}

export interface VisitChange {
  /** The product that was bought before. */
  readonly before: BoughtProduct
  /** Yen that were paid for the change, and yen that go back. */
  readonly paid: number
  readonly refund: number
}

/** The mail with the tickets, when they are bought and when the visit is moved. */
export function completionMail(writing: SiteMailContext, bought: Completion): Letter {
  const { lang, words, site } = writing
  const { product } = bought.order
  return {
    lang,
    subject: words(bought.moved === undefined ? 'mail_complete_subject' : 'mail_change_subject', {
      site,
      date: visitStart(writing, product),
      number: bought.reservationNumber,
    }),
    preview: [product.product_name, ...visitTimeLines(writing, product)].join(' '),
    site,
    house: writing.house,
    replyTo: writing.contact.email,
    isPictured: true,
    title: words(bought.moved === undefined ? 'mail_complete_title' : 'mail_change_title'),
    files: [bought.calendar],
    blocks: [
      ...greeting(writing, bought.name),
      {
        kind: 'paragraph',
        text: words(introOf(bought), { site }),
      },
      visitBlock(writing, product),
      {
        kind: 'button',
        label: words('mail_complete_button'),
        url: bought.url,
        note: words('mail_complete_link_note'),
      },
      ...codeBlocks(writing, bought.codes),
      {
        kind: 'facts',
        rows: [
          [words('mail_complete_number'), bought.reservationNumber],
          ...(bought.moved === undefined ? [] : changeFacts(writing, bought.moved)),
          venueFact(writing),
        ],
      },
      { kind: 'small', text: words('mail_calendar') },
      orderBill(writing, bought.order),
      { kind: 'heading', text: words('mail_complete_bring_title') },
      { kind: 'small', text: words('mail_complete_bring') },
      { kind: 'heading', text: words('mail_complete_entry_title') },
      ...howToEnter(writing, product),
      { kind: 'small', text: words('mail_complete_entry_gate') },
      { kind: 'small', text: words('mail_complete_keep') },
      ...receiptBlocks(words, bought.receiptUrl),
      ...laterBlocks(writing, bought),
      ...visitConditions(writing),
    ],
    footer: footerLines(writing, bought.releaseUrl),
  }
}

/** Nobody is thanked for buying what cost nothing: guests of the house read this as well. */
function introOf({ moved, order }: Completion) {
  if (moved !== undefined) return 'mail_change_intro'
  return order.total === 0 ? 'mail_complete_intro_free' : 'mail_complete_intro'
}

/** When the visit was before, and the money of the change. */
function changeFacts(writing: SiteMailContext, { before, paid, refund }: VisitChange): Fact[] {
  const { words } = writing
  return [
    [words('mail_change_before'), ...visitTimeLines(writing, before)],
    ...(paid > 0 ? [[words('mail_change_paid'), writeYen(writing, paid)] as const] : []),
    ...(refund > 0 ? [[words('mail_change_refund'), writeYen(writing, refund)] as const] : []),
  ]
}

function receiptBlocks(words: Words, url: string | undefined): Block[] {
  return url === undefined
    ? []
    : [
        { kind: 'small', text: words('mail_receipt') },
        { kind: 'link', label: words('mail_receipt_link'), url },
      ]
}
