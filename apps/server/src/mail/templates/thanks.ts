import { epochMsOf, jstDateOf } from '@kippu/domain/jst-date'

import type { BoughtProduct } from '../../orders/bought/bought-product.ts'
import type { Letter } from '../letter/letter.ts'
import { footerLines, greeting, type SiteMailContext } from './frame.ts'
import { writeDay } from './visit.ts'

export interface Thanks {
  /** The buyer's name; '' where the site does not ask for it. */
  readonly name: string
  readonly product: BoughtProduct
  /** The start page of the store. */
  readonly storeUrl: string
  /** Where its reader ends such mails. */
  readonly releaseUrl: string
}

/** The mail of the day after a visit: thanks, and the house's own line, which is the text `mail_thanks_line`. */
export function thanksMail(writing: SiteMailContext, visit: Thanks): Letter {
  const { lang, words, site } = writing
  const date = writeDay(writing, jstDateOf(epochMsOf(visit.product.reservation_from)))
  return {
    lang,
    subject: words('mail_thanks_subject', { site }),
    preview: words('mail_thanks_line'),
    site,
    house: writing.house,
    replyTo: writing.contact.email,
    isPictured: true,
    title: words('mail_thanks_title'),
    files: [],
    blocks: [
      ...greeting(writing, visit.name),
      { kind: 'paragraph', text: words('mail_thanks_intro', { site, date }) },
      { kind: 'paragraph', text: words('mail_thanks_line') },
      {
        kind: 'button',
        label: words('mail_thanks_button'),
        url: visit.storeUrl,
        note: words('mail_complete_link_note'),
      },
      { kind: 'small', text: words('mail_thanks_reason', { site }) },
    ],
    footer: footerLines(writing, visit.releaseUrl),
  }
}
