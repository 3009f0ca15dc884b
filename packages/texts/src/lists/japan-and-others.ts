import type { Language } from '@kippu/domain/language'

import type { AreaChoice } from './area-choice.ts'

const JAPAN: Readonly<Record<Language, string>> = {
  ja: '日本',
  en: 'Japan / 日本',
  kr: '일본',
  'zh-hans': '日本',
  'zh-hant': '日本',
  th: 'ญี่ปุ่น',
}

const OTHERS: Readonly<Record<Language, string>> = {
  ja: 'その他の国・地域',
  en: 'Others',
  kr: '그 외 국가 및 지역',
  'zh-hans': '其他国家和地区',
  'zh-hant': '其他國家和地區',
  th: 'ประเทศและภูมิภาคอื่น ๆ',
}

/** The two-entry list of countries; its values are those of the long list, `Japan` and `Others`. */
export function japanAndOthers(lang: Language): readonly AreaChoice[] {
  return [
    { value: 'Japan', label: JAPAN[lang] },
    { value: 'Others', label: OTHERS[lang] },
  ]
}
