import type { Language } from '@kippu/domain/language'

/** Each language in its own script, never translated: a visitor looks for a word they can read (WCAG 3.1.2). */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  ja: '日本語',
  en: 'English',
  kr: '한국어',
  'zh-hans': '简体中文',
  'zh-hant': '繁體中文',
  th: 'ไทย',
}
