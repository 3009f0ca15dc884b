import { foldWidth } from '@kippu/domain/form/normalise'

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

export function footerLines({ words, contact, issuer }: SiteWriting): string[] {
  return [
    words('mail_footer_automatic'),
    words('mail_footer_contact', { address: contact }),
    words('mail_footer_issuer', { issuer }),
  ]
}
