import type { BoughtProduct } from '../../orders/bought/bought-product.ts'
import type { Letter } from '../letter/letter.ts'
import { footerLines, greeting, type SiteMailContext } from './frame.ts'
import { laterBlocks, type LaterLinks } from './later.ts'
import { howToEnter, visitConditions, visitFacts, visitTimeOfProduct } from './visit.ts'

export interface Reminder extends LaterLinks {
  /** The buyer's name; '' where the site does not ask for it. */
  readonly name: string
  readonly reservationNumber: string
  readonly product: BoughtProduct
  /** Link that shows the tickets. */
  readonly url: string
}

/** The mail two days before the visit: when and where it is, the tickets, and how it is still moved. */
export function reminderMail(writing: SiteMailContext, visit: Reminder): Letter {
  const { lang, words, site } = writing
  return {
    lang,
    subject: words('mail_reminder_subject', { site, number: visit.reservationNumber }),
    site,
    blocks: [
      ...greeting(writing, visit.name),
      { kind: 'paragraph', text: words('mail_reminder_intro', { site }) },
      {
        kind: 'facts',
        rows: [
          ...visitFacts(writing, visit.product),
          [words('mail_complete_venue'), site, writing.venueAddress],
          [words('mail_complete_number'), visit.reservationNumber],
        ],
      },
      {
        kind: 'button',
        label: words('mail_complete_button'),
        url: visit.url,
        note: words('mail_complete_link_note'),
      },
      { kind: 'heading', text: words('mail_complete_bring_title') },
      { kind: 'small', text: words('mail_complete_bring') },
      { kind: 'heading', text: words('mail_complete_entry_title') },
      { kind: 'small', text: howToEnter(writing, visitTimeOfProduct(visit.product)) },
      { kind: 'small', text: words('mail_complete_entry_gate') },
      ...laterBlocks(writing, visit),
      ...visitConditions(writing),
    ],
    footer: footerLines(writing),
  }
}
