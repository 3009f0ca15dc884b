import type { Language } from '@kippu/domain/language'
import { fillTemplate, type TextParams } from '@kippu/domain/text-template'
import { type BundledTextKey, type TextKey, TEXTS } from '@kippu/texts/texts'

/** The words of a site in one language. */
export type Words = (key: TextKey, params?: TextParams) => string

/** The venue's texts, and the product's own where the venue has none. */
export function siteWords(texts: ReadonlyMap<string, string>, lang: Language): Words {
  return (key, params) => fillTemplate(texts.get(key) ?? (isBundled(key) ? TEXTS[key][lang] : ''), params)
}

function isBundled(key: TextKey): key is BundledTextKey {
  return Object.hasOwn(TEXTS, key)
}
