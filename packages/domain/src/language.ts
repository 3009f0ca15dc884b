/** The six languages of the store, in the order of the language menu. Korean is `kr` everywhere on the wire. */
export const LANGUAGES = ['ja', 'en', 'kr', 'zh-hans', 'zh-hant', 'th'] as const

export type Language = (typeof LANGUAGES)[number]

export const DEFAULT_LANGUAGE: Language = 'ja'

/** True only for the six codes; `ko`, `zh` or `JA` are not languages of the store. */
export function isLanguage(x: unknown): x is Language {
  return LANGUAGES.some(language => language === x)
}

const PROVIDER_LOCALES: ReadonlyMap<string, string> = new Map([
  ['ja', 'ja_JP'],
  ['en', 'en_US'],
  ['zh-hans', 'zh_CN'],
  ['zh-hant', 'zh_TW'],
  ['kr', 'ko-KR'],
])

/**
 * The locale that payment providers get. Any other language, including Thai, is `en_US`. The underscore forms throw in
 * `Intl`; use `bcp47Of` there.
 */
export function localeOf(lang?: string): string {
  return PROVIDER_LOCALES.get(lang ?? '') ?? 'en_US'
}

const BCP47: Readonly<Record<Language, string>> = {
  ja: 'ja',
  en: 'en',
  kr: 'ko',
  'zh-hans': 'zh-Hans',
  'zh-hant': 'zh-Hant',
  th: 'th',
}

/** The tag for `<html lang>` and for `Intl`. */
export function bcp47Of(lang: Language): string {
  return BCP47[lang]
}

/** The language for a tag as others write it, `zh-TW` or `ko`; undefined where the store does not speak it. */
export function languageOfTag(tag: string): Language | undefined {
  const written = writtenAs(tag)
  return written === undefined ? undefined : LANGUAGES.find(lang => writtenAs(BCP47[lang]) === written)
}

function writtenAs(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return `${language}-${script}`
  } catch {
    return undefined
  }
}

export interface StoredLanguage {
  /** The stored language; null or undefined when the browser has none. */
  readonly stored: string | null | undefined
  /** The language flagged `is_default` by the server; undefined when the list could not be read. */
  readonly defaultLanguage: string | undefined
}

/**
 * The language to start in. Only a first visit reloads, and only when the default is not Japanese; the caller stores
 * the language before reloading, so it happens once.
 */
export function chooseLanguage({ stored, defaultLanguage }: StoredLanguage): {
  language: Language
  reload: boolean
} {
  if (isLanguage(stored)) return { language: stored, reload: false }
  const language = isLanguage(defaultLanguage) ? defaultLanguage : DEFAULT_LANGUAGE
  const isFirstVisit = stored === null || stored === undefined
  return { language, reload: isFirstVisit && language !== DEFAULT_LANGUAGE }
}
