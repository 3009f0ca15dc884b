import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from 'react'

import { NoAnswer, StaffError } from './api'
import type { CALENDAR_WORDS } from './calendar/calendar-words'
import type { DESK_WORDS } from './desk-words'
import type { INSIDE_WORDS } from './inside-words'
import { keep, readKept } from './kept'
import type { SHEET_WORDS } from './sheet-words'
import { DOOR_WORDS, ERROR_WORDS, type Lang, type Said } from './words'

const KEPT_AS = 'console-lang'

export type Word =
  | keyof typeof DOOR_WORDS
  | keyof typeof INSIDE_WORDS
  | keyof typeof DESK_WORDS
  | keyof typeof CALENDAR_WORDS
  | keyof typeof SHEET_WORDS

const known = new Map<string, Said>(Object.entries(DOOR_WORDS))

/** Gives the screens behind the sign-in their words, which come with them. */
export function learnWords(words: Readonly<Record<string, Said>>): void {
  for (const [word, said] of Object.entries(words)) known.set(word, said)
}

const knownErrors = new Map<string, Said>(Object.entries(ERROR_WORDS))

/** The same for errors. */
export function learnErrors(words: Readonly<Record<string, Said>>): void {
  for (const [code, said] of Object.entries(words)) knownErrors.set(code, said)
}

function saidOf(word: Word): Said {
  const said = known.get(word)
  if (said === undefined) throw new Error(`nobody has the word ${word}`)
  return said
}

interface Language {
  readonly lang: Lang
  readonly say: (word: Word) => string
  /** One of the two languages of something that has both. */
  readonly pick: (said: { readonly ja: string; readonly en: string }) => string
  readonly turn: () => void
}

const LanguageContext = createContext<Language | null>(null)

export function useLanguage(): Language {
  const language = useContext(LanguageContext)
  if (language === null) throw new Error('there is no language here')
  return language
}

export function LanguageProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [lang, setLang] = useState<Lang>(firstLanguage)
  useLayoutEffect(() => {
    document.documentElement.lang = lang
  }, [lang])
  const language = useMemo<Language>(
    () => ({
      lang,
      say: word => saidOf(word)[lang],
      pick: said => said[lang],
      turn: () => {
        const next = lang === 'ja' ? 'en' : 'ja'
        keep(KEPT_AS, next)
        document.documentElement.lang = next
        setLang(next)
      },
    }),
    [lang],
  )
  return <LanguageContext value={language}>{children}</LanguageContext>
}

function firstLanguage(): Lang {
  const kept = readKept(KEPT_AS)
  if (kept === 'ja' || kept === 'en') return kept
  return navigator.language.startsWith('ja') ? 'ja' : 'en'
}

/** An error in the reader's words. */
export function useErrorWords(): (error: unknown) => string {
  const { say, pick } = useLanguage()
  return error => {
    if (error instanceof StaffError) return pick(knownErrors.get(error.code) ?? DOOR_WORDS.failed)
    return say(error instanceof NoAnswer ? 'lost' : 'failed')
  }
}
