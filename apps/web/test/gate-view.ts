import type { GateView } from '@kippu/contract/gate-page'
import { LANGUAGES, type Language } from '@kippu/domain/language'
import { staffTextsOf } from '@kippu/texts/texts'

export function gateViewOf(key: string, lang: Language = 'en'): GateView {
  const byLanguage = <Value>(valueOf: (each: Language) => Value) =>
    Object.fromEntries(LANGUAGES.map(each => [each, valueOf(each)])) as Record<Language, Value>
  return {
    site: { key, title: { ja: 'K', default: 'K' }, name: byLanguage(each => `House in ${each}`) },
    lang,
    langs: [...LANGUAGES],
    texts: byLanguage(staffTextsOf),
  }
}
