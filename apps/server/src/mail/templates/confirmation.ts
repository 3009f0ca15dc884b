import type { BoughtOrder } from '../../orders/bought/bought-order.ts'
import type { Places } from '../../stock/hold-queue.ts'
import type { Letter } from '../letter/letter.ts'
import { orderBill } from './bill.ts'
import { footerLines, type SiteMailContext } from './frame.ts'
import { visitBlock, visitStart, writeMoment } from './visit.ts'

export interface Confirmation {
  readonly order: BoughtOrder
  /** Link that proves the address. */
  readonly url: string
  /** Six digits that prove it too, where the order waits for them. */
  readonly code: string
  /** Whether the places are held, or taken at the proof. */
  readonly places: Places
  /** When link, code and hold end, in +09:00. */
  readonly expiresAt: string
}

/**
 * The mail whose link, or code, proves the address. Nobody knows yet whether its reader asked for it: it carries the
 * words of the site and of the catalogue alone, and none that was typed, no name either.
 */
export function confirmationMail(writing: SiteMailContext, asked: Confirmation): Letter {
  const { lang, words, site } = writing
  const isHeld = asked.places === 'held'
  return {
    lang,
    subject: words('mail_confirm_subject', { site, date: visitStart(writing, asked.order.product) }),
    preview: words('mail_confirm_action'),
    site,
    house: writing.house,
    replyTo: writing.contact.email,
    isPictured: false,
    title: words('mail_confirm_title'),
    files: [],
    blocks: [
      { kind: 'paragraph', text: words('mail_confirm_intro', { site }) },
      { kind: 'paragraph', text: words('mail_confirm_action') },
      {
        kind: 'button',
        label: words('mail_confirm_button'),
        url: asked.url,
        note: words('mail_confirm_link_note'),
      },
      { kind: 'paragraph', text: words('mail_confirm_code') },
      { kind: 'code', code: asked.code },
      {
        kind: 'paragraph',
        text: words(isHeld ? 'mail_confirm_expiry' : 'mail_confirm_expiry_at_proof', {
          deadline: writeMoment(writing, asked.expiresAt),
        }),
      },
      { kind: 'heading', text: words(isHeld ? 'mail_confirm_held' : 'mail_confirm_wanted') },
      visitBlock(writing, asked.order.product),
      orderBill(writing, asked.order),
      { kind: 'small', text: words('mail_confirm_newest') },
      { kind: 'small', text: words('mail_confirm_ignore') },
    ],
    footer: footerLines(writing),
  }
}
