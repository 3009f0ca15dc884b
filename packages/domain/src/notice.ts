import { isLanguage, LANGUAGES, type Language } from './language.ts'

/** A notice of the house for a certain time, on every screen: a typhoon, a day that closes early (decision 66). */

export const NOTICE_SEVERITIES = ['information', 'warning'] as const

export type NoticeSeverity = (typeof NOTICE_SEVERITIES)[number]

/** How many notices of a site may be open at a time: more would stand between visitors and the tickets. */
export const MOST_NOTICES = 3

/** In characters: about three lines of a phone in Japanese, seven in English. */
export const LONGEST_NOTICE = 240

/** A morning of a typhoon leaves no time for six languages: these two are enough, the others show English. */
export const NEEDED_LANGUAGES = ['ja', 'en'] as const satisfies readonly Language[]

export type NoticeTexts = { readonly [Lang in Language]?: string | undefined } & Readonly<
  Record<(typeof NEEDED_LANGUAGES)[number], string>
>

/** Why these words can't be a notice. */
export type NoticeFault =
  | { readonly kind: 'unknown_language'; readonly lang: string }
  | { readonly kind: 'missing' | 'too_long' | 'control_character'; readonly lang: Language }

/** Control characters, and those that turn the direction of what is around them. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** Judges words by language; a blank text counts as none. */
export function judgeNoticeTexts(
  asked: Readonly<Record<string, string>>,
): { readonly texts: NoticeTexts } | { readonly faults: readonly NoticeFault[] } {
  const texts = Object.fromEntries(
    LANGUAGES.map(lang => [lang, (asked[lang] ?? '').trim()] as const).filter(([, text]) => text !== ''),
  )
  const { ja, en } = texts
  const faults: NoticeFault[] = [
    ...Object.keys(asked).flatMap(lang =>
      isLanguage(lang) ? [] : [{ kind: 'unknown_language', lang } as const],
    ),
    ...NEEDED_LANGUAGES.flatMap(lang =>
      texts[lang] === undefined ? [{ kind: 'missing', lang } as const] : [],
    ),
    ...LANGUAGES.flatMap(lang => faultOf(lang, texts[lang] ?? '')),
  ]
  if (faults.length > 0 || ja === undefined || en === undefined) return { faults }
  return { texts: { ...texts, ja, en } }
}

function faultOf(lang: Language, text: string): NoticeFault[] {
  if (UNSEEN.test(text)) return [{ kind: 'control_character', lang }]
  return Array.from(text).length > LONGEST_NOTICE ? [{ kind: 'too_long', lang }] : []
}

/** The words for a reader of `lang`, and the language that they are in. */
export function noticeIn(
  texts: NoticeTexts,
  lang: Language,
): { readonly lang: Language; readonly text: string } {
  const own = texts[lang]
  return own === undefined ? { lang: 'en', text: texts.en } : { lang, text: own }
}
