import type { FirstView } from '@kippu/contract/first-view'
import type { Language } from '@kippu/domain/language'
import { fillTemplate, pluralKey } from '@kippu/domain/text-template'
import type { TextParams } from '@kippu/domain/text-template'
import type { TextKey } from '@kippu/texts/texts'
import { useQuery } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { createContext, use, useDeferredValue, useMemo } from 'react'
import type { ReactElement, ReactNode } from 'react'

export type Texts = Readonly<Record<string, string>>

interface TextsValue {
  readonly lang: Language
  readonly texts: Texts
  /** Whether the words of the first screen are there, and whether the whole dictionary is. */
  readonly hasFirst: boolean
  readonly isComplete: boolean
  /** Requests the dictionary again after a failed read; null while there is nothing to request. */
  readonly retry: (() => void) | null
}

const TextsContext = createContext<TextsValue>({
  lang: 'ja',
  texts: {},
  hasFirst: false,
  isComplete: false,
  retry: null,
})

/** Every text of the site in one language, by key. */
export function textsQuery(lang: Language): TextsQuery {
  return {
    queryKey: ['texts', lang],
    // The call comes after the first screen, whose words are in the document, so its code is not part of the first
    // route.
    queryFn: async () => (await import('./read-texts.ts')).readTexts(lang),
    staleTime: Infinity,
  }
}

interface TextsQuery {
  readonly queryKey: QueryKey
  readonly queryFn: () => Promise<Texts>
  readonly staleTime: number
}

interface TextsProviderProps {
  readonly view: FirstView
  readonly lang: Language
  readonly children: ReactNode
}

/** Provides the words of the first screen at once, and all others when the texts call has answered. */
export function TextsProvider({ view, lang, children }: TextsProviderProps): ReactElement {
  const { data: read, isError, refetch } = useQuery(textsQuery(lang))
  // Deferred: parts that the server rendered and whose code is still loading stay on the page until React can render
  // them.
  const data = useDeferredValue(read)
  const value = useMemo(
    () => ({
      lang,
      texts: data ?? firstTexts(view, lang),
      hasFirst: data !== undefined || view.lang === lang,
      isComplete: data !== undefined,
      retry: isError ? () => void refetch() : null,
    }),
    [data, isError, lang, refetch, view],
  )
  return <TextsContext value={value}>{children}</TextsContext>
}

interface WordsProps {
  readonly lang: Language
  /** All of them. */
  readonly texts: Texts
  readonly children: ReactNode
}

/** Words of another language than the page's, where they are at hand: nothing is asked for. */
export function Words({ lang, texts, children }: WordsProps): ReactElement {
  const value = useMemo(() => ({ lang, texts, hasFirst: true, isComplete: true, retry: null }), [lang, texts])
  return <TextsContext value={value}>{children}</TextsContext>
}

/** The words that came with the document, if they are in the requested language. */
export function firstTexts(view: Pick<FirstView, 'lang' | 'texts'>, lang: Language): Texts {
  return view.lang === lang ? view.texts : {}
}

export function useLanguage(): Language {
  return use(TextsContext).lang
}

/** Which words are there: those of the first screen come with the document, the others a moment later. */
export function useTextsState(): Pick<TextsValue, 'hasFirst' | 'isComplete' | 'retry'> {
  return use(TextsContext)
}

export type Translate = (key: TextKey, params?: TextParams) => string

/** `const t = useText()`, then `t('order_max_tickets', { count: 10 })`. A missing text is ''. */
export function useText(): Translate {
  return useTextOfKey()
}

/** Like `useText`, for keys that are data: the message of a form rule, the title of a refusal. */
export function useTextOfKey(): (key: string, params?: TextParams) => string {
  const { texts } = use(TextsContext)
  return useMemo(() => (key, params) => fillTemplate(texts[key] ?? missing(key), params), [texts])
}

/** A text with its placeholders left in: for texts that are formats. */
export function useTemplate(key: TextKey): string {
  return use(TextsContext).texts[key] ?? missing(key)
}

/** The stems of keys that exist as `…_one` and `…_other`. */
type PluralStem<Key> = Key extends `${infer Stem}_other` ? Stem : never

/**
 * `const count = useCount()`, then `count('common_tickets', 2)` → `2 tickets`: chooses the plural form for the number.
 */
export function useCount(): (stem: PluralStem<TextKey>, count: number) => string {
  const { lang } = use(TextsContext)
  const textOf = useTextOfKey()
  return useMemo(() => (stem, count) => textOf(pluralKey(stem, count, lang), { count }), [lang, textOf])
}

function missing(key: string): string {
  return import.meta.env.DEV ? key : ''
}
