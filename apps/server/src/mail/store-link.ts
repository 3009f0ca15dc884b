import { linkOf } from '@kippu/contract/links'
import { DEFAULT_LANGUAGE, type Language } from '@kippu/domain/language'

import type { MailDeps } from './send-letter.ts'

interface StoreLink {
  readonly siteKey: string
  /** The address of the page: `/#/mail-confirm?mail_token=eml_…`. */
  readonly route: string
  /** The language of the mail: on another device the linked page appears in it too. */
  readonly lang: Language
}

/** The link to a page of the store for a mail. The default language needs no parameter. */
export function storeLink({ sites }: Pick<MailDeps, 'sites'>, { siteKey, route, lang }: StoreLink): string {
  const link = sites.originOf(siteKey) + linkOf(route)
  if (lang === DEFAULT_LANGUAGE) return link
  return `${link}${route.includes('?') ? '&' : '?'}lang=${lang}`
}
