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

/**
 * The greeting of a mail to an address that was proved; none without a name. A word that contains a web address is left out,
 * because somebody else may have typed it.
 */
export function greeting({ words }: MailLocale, name: string): Block[] {
  const greeted = name
    .split(/\s+/)
    .filter(word => !/:\/\/|www\./i.test(foldWidth(word)))
    .join(' ')
    .trim()
  return greeted === ''
    ? []
    : [{ kind: 'paragraph', text: words('mail_complete_greeting', { name: greeted }) }]
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
