import { linkOf } from '@kippu/contract/links'
import { DEFAULT_LANGUAGE, type Language } from '@kippu/domain/language'

import type { Deps } from '../platform/deps.ts'

interface StoreLink {
  readonly siteKey: string
  /** The address of the page: `/#/mail-confirm?mail_token=eml_…`. */
  readonly route: string
  /** The page appears in it on another device too. */
  readonly lang: Language
}

/** The link to a page of the store, for a mail or for somebody else. The default language needs no parameter. */
export function storeLink({ sites }: Pick<Deps, 'sites'>, { siteKey, route, lang }: StoreLink): string {
  const link = sites.originOf(siteKey) + linkOf(route)
  if (lang === DEFAULT_LANGUAGE) return link
  return `${link}${route.includes('?') ? '&' : '?'}lang=${lang}`
}
