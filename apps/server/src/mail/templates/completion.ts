import type { BoughtProduct } from '../../orders/bought-product.ts'
import type { Letter } from '../letter.ts'
import type { Words } from '../words.ts'
import { footerLines, greeting, type SiteWriting } from './frame.ts'
import { visitFacts } from './visit.ts'

export interface Completion {
  /** Of the buyer; '' where the site does not ask for it. */
  readonly name: string
  readonly reservationNumber: string
  readonly product: BoughtProduct
  /** Whole yen. */
  readonly price: number
  /** Link that shows the tickets. */
  readonly url: string
}

/** The mail with the tickets (S-6.02). */
export function completionMail(writing: SiteWriting, bought: Completion): Letter {
  const { lang, words, site } = writing
  return {
    lang,
    subject: words('mail_complete_subject', { site, number: bought.reservationNumber }),
    site,
    blocks: [
      ...greeting('mail_complete_greeting', writing, bought.name),
      { kind: 'paragraph', text: words('mail_complete_intro', { site }) },
      {
        kind: 'button',
        label: words('mail_complete_button'),
        url: bought.url,
        note: words('mail_complete_link_note'),
      },
      {
        kind: 'facts',
        rows: [
          [words('mail_complete_number'), bought.reservationNumber],
          ...visitFacts(writing, bought.product, bought.price),
          [words('mail_complete_venue'), site, writing.venueAddress],
        ],
      },
      { kind: 'heading', text: words('mail_complete_bring_title') },
      { kind: 'small', text: words('mail_complete_bring') },
      { kind: 'heading', text: words('mail_complete_entry_title') },
      { kind: 'small', text: howToEnter(words, bought.product.sale_type) },
      { kind: 'small', text: words('mail_complete_entry_gate') },
      { kind: 'small', text: words('mail_complete_keep') },
    ],
    footer: footerLines(writing),
  }
}

function howToEnter(words: Words, saleType: BoughtProduct['sale_type']): string {
  switch (saleType) {
    case 'time':
      return words('mail_complete_entry_time')
    case 'date':
      return words('mail_complete_entry_date')
    case 'period':
      return words('mail_complete_entry_period')
  }
}
