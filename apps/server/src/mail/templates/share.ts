import type { BoughtProduct } from '../../orders/bought/bought-product.ts'
import type { Block, Letter, LetterFile } from '../letter/letter.ts'
import { footerLines, type SiteMailContext, venueFact } from './frame.ts'
import { howToEnter, visitConditions, visitBlock, visitStart } from './visit.ts'

export interface SharedTickets {
  /** As the giver signs, without links. */
  readonly giverName: string
  /** In their words, without links; '' where they wrote none. */
  readonly message: string
  readonly product: BoughtProduct
  /** `Adult × 2`. */
  readonly tickets: readonly string[]
  /** The page on which they are accepted. */
  readonly url: string
  /** The visit for the reader's calendar. */
  readonly calendar: LetterFile
}

/**
 * The mail with which tickets are handed on. Its reader has not asked for it, so it says who did, and how to leave it.
 */
export function shareMail(writing: SiteMailContext, shared: SharedTickets): Letter {
  const { lang, words, site } = writing
  const { giverName: name, message, product } = shared
  return {
    lang,
    subject: words('mail_share_subject', { site, name, date: visitStart(writing, product) }),
    preview: words('mail_share_intro', { site, name }),
    site,
    house: writing.house,
    replyTo: writing.contact.email,
    isPictured: true,
    title: words('mail_share_title', { name }),
    files: [shared.calendar],
    blocks: [
      { kind: 'paragraph', text: words('mail_share_intro', { site, name }) },
      ...messageBlocks(writing, name, message),
      visitBlock(writing, product),
      {
        kind: 'button',
        label: words('mail_share_button'),
        url: shared.url,
        note: words('mail_share_link_note'),
      },
      {
        kind: 'facts',
        rows: [[words('mail_share_tickets'), ...shared.tickets], venueFact(writing)],
      },
      { kind: 'heading', text: words('mail_complete_entry_title') },
      ...howToEnter(writing, product),
      { kind: 'small', text: words('mail_complete_entry_gate') },
      { kind: 'small', text: words('mail_share_device') },
      { kind: 'small', text: words('mail_calendar') },
      ...visitConditions(writing),
      { kind: 'small', text: words('mail_share_unknown') },
    ],
    footer: footerLines(writing),
  }
}

function messageBlocks({ words }: SiteMailContext, name: string, message: string): Block[] {
  if (message === '') return []
  return [
    { kind: 'heading', text: words('mail_share_message_title', { name }) },
    ...message
      .split('\n')
      .filter(line => line !== '')
      .map((text): Block => ({ kind: 'paragraph', text })),
  ]
}
