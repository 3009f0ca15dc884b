import { foldWidth } from '@kippu/domain/form/normalise'

import type { House } from '../letter/house.ts'
import type { Block, Fact, FooterLine } from '../letter/letter.ts'
import type { MailLocale } from './visit.ts'

/** The site as every mail presents it, in the language of the mail. */
export interface SiteMailContext extends MailLocale {
  readonly site: string
  readonly venueAddress: string
  readonly mapUrl: string
  readonly house: House
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

/** Where the visit is, with the way to a map. The map is a link and no picture, so that nobody else learns who reads the mail. */
export function venueFact({ words, site, venueAddress, mapUrl }: SiteMailContext): Fact {
  return [words('mail_complete_venue'), site, venueAddress, { text: words('mail_venue_map'), url: mapUrl }]
}

/** @param releaseUrl where a reader of magazines ends them. */
export function footerLines({ words, contact }: SiteMailContext, releaseUrl?: string): FooterLine[] {
  const { email, phone, phoneHours: hours, seller } = contact
  const lines = [
    words('mail_footer_automatic'),
    words('mail_footer_contact', { address: email }),
    ...(phone === '' ? [] : [words('mail_footer_phone', { phone, hours })]),
    words('mail_footer_issuer', { issuer: seller }),
  ]
  const release = releaseUrl === undefined ? [] : [{ text: words('mail_footer_release'), url: releaseUrl }]
  return [...lines.map(text => ({ text })), ...release]
}
