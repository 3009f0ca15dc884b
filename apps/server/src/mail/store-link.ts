import { DEFAULT_LANGUAGE, type Language } from '@kippu/domain/language'

import type { MailDeps } from './send-letter.ts'

interface StoreLink {
  readonly siteKey: string
  /** Path and route: `/#/mail-confirm?mail_token=eml_…`. */
  readonly route: string
  /** The language of the mail: on another device the linked page appears in it too. */
  readonly lang: Language
}

/** The address of a page of the store for a mail. The default language needs no parameter. */
export function storeLink({ sites }: Pick<MailDeps, 'sites'>, { siteKey, route, lang }: StoreLink): string {
  const address = sites.originOf(siteKey) + route
  if (lang === DEFAULT_LANGUAGE) return address
  return `${address}${route.includes('?') ? '&' : '?'}lang=${lang}`
}
