import type { Block } from '../letter.ts'
import type { Writing } from './visit.ts'

/** What every mail of a site says about the site, in the language of the mail. */
export interface SiteWriting extends Writing {
  readonly site: string
  readonly venueAddress: string
  /** Address that answers questions. */
  readonly contact: string
  readonly issuer: string
}

/** Nobody is greeted without a name. */
export function greeting(
  key: 'mail_confirm_greeting' | 'mail_complete_greeting',
  { words }: Writing,
  name: string,
): Block[] {
  return name.trim() === '' ? [] : [{ kind: 'paragraph', text: words(key, { name }) }]
}

export function footerLines({ words, contact, issuer }: SiteWriting): string[] {
  return [
    words('mail_footer_automatic'),
    words('mail_footer_contact', { address: contact }),
    words('mail_footer_issuer', { issuer }),
  ]
}
