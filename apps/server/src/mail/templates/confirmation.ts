import type { BoughtProduct } from '../../orders/bought-product.ts'
import type { Letter } from '../letter.ts'
import { footerLines, greeting, type SiteWriting } from './frame.ts'
import { visitFacts, writeMoment } from './visit.ts'

export interface Confirmation {
  /** Of the buyer; '' where the site does not ask for it. */
  readonly name: string
  readonly product: BoughtProduct
  /** Whole yen. */
  readonly price: number
  /** Link that proves the address. */
  readonly url: string
  /** When link and hold end, in +09:00. */
  readonly expiresAt: string
}

/** The mail whose link proves the address (S-6.01). */
export function confirmationMail(writing: SiteWriting, order: Confirmation): Letter {
  const { lang, words, site } = writing
  return {
    lang,
    subject: words('mail_confirm_subject', { site }),
    site,
    blocks: [
      ...greeting('mail_confirm_greeting', writing, order.name),
      { kind: 'paragraph', text: words('mail_confirm_intro', { site }) },
      { kind: 'paragraph', text: words('mail_confirm_action') },
      {
        kind: 'button',
        label: words('mail_confirm_button'),
        url: order.url,
        note: words('mail_confirm_link_note'),
      },
      {
        kind: 'paragraph',
        text: words('mail_confirm_expiry', { deadline: writeMoment(writing, order.expiresAt) }),
      },
      {
        kind: 'facts',
        title: words('mail_confirm_held'),
        rows: visitFacts(writing, order.product, order.price),
      },
      { kind: 'small', text: words('mail_confirm_newest') },
      { kind: 'small', text: words('mail_confirm_ignore') },
    ],
    footer: footerLines(writing),
  }
}
