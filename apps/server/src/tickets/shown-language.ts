import { DEFAULT_LANGUAGE, isLanguage, type Language } from '@kippu/domain/language'

/** Which reservation is asked for, and in which language; `lang` is as the visitor sent it. */
export interface ReservationQuestion {
  readonly siteKey: string
  readonly token: string
  readonly lang: string | undefined
}

/** The language asked for; what is no language of the store falls back to the one the order was made in. */
export function shownLanguage(asked: string | undefined, ordered: string): Language {
  if (isLanguage(asked)) return asked
  return isLanguage(ordered) ? ordered : DEFAULT_LANGUAGE
}
