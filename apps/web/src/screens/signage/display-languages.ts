import { isLanguage } from '@kippu/domain/language'
import type { Language } from '@kippu/domain/language'

/** The languages that a site has its displays rotate through (setting `Signage_Languages`), else the one of the page. */
export function displayLanguages(
  setting: string | undefined,
  spoken: readonly Language[],
  own: Language,
): readonly Language[] {
  const asked = (setting ?? '').split(',').map(part => part.trim())
  const known = [...new Set(asked)].filter(isLanguage).filter(lang => spoken.includes(lang))
  return known.length === 0 ? [own] : known
}
