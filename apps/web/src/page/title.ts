import type { SiteView } from '@kippu/contract/first-view'
import type { Language } from '@kippu/domain/language'

/** Title of the document: one in Japanese, one for every other language. */
export function titleOf(site: Pick<SiteView, 'title'>, lang: Language): string {
  return lang === 'ja' ? site.title.ja : site.title.default
}
