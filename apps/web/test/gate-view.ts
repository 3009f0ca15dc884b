import type { GateView } from '@kippu/contract/gate-page'
import { LANGUAGES, type Language } from '@kippu/domain/language'
import { staffTextsOf } from '@kippu/texts/texts'

export function gateViewOf(key: string, lang: Language = 'en'): GateView {
  const byLanguage = <Value>(valueOf: (each: Language) => Value): Record<Language, Value> => ({
    ja: valueOf('ja'),
    en: valueOf('en'),
    kr: valueOf('kr'),
    'zh-hans': valueOf('zh-hans'),
    'zh-hant': valueOf('zh-hant'),
    th: valueOf('th'),
  })
  return {
    site: { key, title: { ja: 'K', default: 'K' }, name: byLanguage(each => `House in ${each}`) },
    lang,
    langs: [...LANGUAGES],
    texts: byLanguage(staffTextsOf),
  }
}
