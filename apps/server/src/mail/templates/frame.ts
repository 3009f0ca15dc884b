import { foldWidth } from '@kippu/domain/form/normalise'

import type { Block, FooterLine } from '../letter/letter.ts'
import type { MailLocale } from './visit.ts'

/** The site as every mail presents it, in the language of the mail. */
export interface SiteMailContext extends MailLocale {
  readonly site: string
  readonly venueAddress: string
  /** The contact for questions and the seller, as on the legal page. */
  readonly contact: Contact
}

export interface Contact {
  readonly email: string
  /** '' where there is none. */
  readonly phone: string
  readonly phoneHours: string
  readonly seller: string
}

/** No greeting without a name. A name that contains a web address is left out, because a stranger may have typed it. */
export function greeting(
  key: 'mail_confirm_greeting' | 'mail_complete_greeting',
  { words }: MailLocale,
  name: string,
): Block[] {
  const greeted = name
    .split(/\s+/)
    .filter(word => !/:\/\/|www\./i.test(foldWidth(word)))
    .join(' ')
    .trim()
  return greeted === '' ? [] : [{ kind: 'paragraph', text: words(key, { name: greeted }) }]
}

export function footerLines({ words, contact }: SiteMailContext): FooterLine[] {
  const { email, phone, phoneHours: hours, seller } = contact
  const lines = [
    words('mail_footer_automatic'),
    words('mail_footer_contact', { address: email }),
    ...(phone === '' ? [] : [words('mail_footer_phone', { phone, hours })]),
    words('mail_footer_issuer', { issuer: seller }),
  ]
  return lines.map(text => ({ text }))
}
