import { foldWidth } from '@kippu/domain/form/normalise'

import type { Block, FooterLine } from '../letter/letter.ts'
import type { Writing } from './visit.ts'

/** What every mail of a site says about the site, in the language of the mail. */
export interface SiteWriting extends Writing {
  readonly site: string
  readonly venueAddress: string
  /** Who answers questions, and who sells: as the legal page says. */
  readonly contact: Contact
}

export interface Contact {
  readonly email: string
  /** '' where there is none. */
  readonly phone: string
  readonly phoneHours: string
  readonly seller: string
}

/** Nobody is greeted without a name. Addresses of pages in it are left out: a stranger may have typed them. */
export function greeting(
  key: 'mail_confirm_greeting' | 'mail_complete_greeting',
  { words }: Writing,
  name: string,
): Block[] {
  const greeted = name
    .split(/\s+/)
    .filter(word => !/:\/\/|www\./i.test(foldWidth(word)))
    .join(' ')
    .trim()
  return greeted === '' ? [] : [{ kind: 'paragraph', text: words(key, { name: greeted }) }]
}

export function footerLines({ words, contact }: SiteWriting): FooterLine[] {
  const { email, phone, phoneHours: hours, seller } = contact
  const lines = [
    words('mail_footer_automatic'),
    words('mail_footer_contact', { address: email }),
    ...(phone === '' ? [] : [words('mail_footer_phone', { phone, hours })]),
    words('mail_footer_issuer', { issuer: seller }),
  ]
  return lines.map(text => ({ text }))
}
