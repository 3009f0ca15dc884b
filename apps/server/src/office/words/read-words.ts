import { isLanguage, type Language, LANGUAGES } from '@kippu/domain/language'
import * as v from 'valibot'

import { site } from '../../platform/staff/inputs.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import {
  digestOfDrafts,
  isOfTheHouse,
  type OpenDraft,
  readOpenDrafts,
  usualWords,
  type WordsDeps,
} from './change-words.ts'

export interface ListedWord {
  /** As visitors read it. */
  readonly text: string
  /** As the folder or the product says it. */
  readonly usual: string
  readonly isOwn: boolean
  readonly draft: string | null
  /** From when on the draft is shown; null: it has no moment yet. */
  readonly at: Date | null
}

export interface ListedWords {
  readonly key: string
  readonly words: ReadonlyMap<Language, ListedWord>
}

const KINDS_OF_WORDS = ['all', 'mails', 'own', 'drafts', 'incomplete'] as const
type KindOfWords = (typeof KINDS_OF_WORDS)[number]

export interface WordsFound {
  readonly rows: readonly ListedWords[]
  /** How many there are: at most the first are listed. */
  readonly found: number
  readonly drafts: readonly OpenDraft[]
  /** Stands for the drafts. */
  readonly seen: string
  /** Texts that the house says in its own way in some languages, and not in all that it speaks. */
  readonly incomplete: number
}

const MOST_ROWS = 40

/** The words of screens and mails, in the six languages side by side. */
export const readWords = staffVerb({
  name: 'words',
  permission: 'words:write',
  reach: 'site',
  input: v.object({ ...site, typed: v.string(), of: v.picklist(KINDS_OF_WORDS) }),
  run: async (
    { db, sites }: WordsDeps,
    { siteKey, typed, of }: { readonly siteKey: string; readonly typed: string; readonly of: KindOfWords },
    act: Act,
  ): Promise<WordsFound> => {
    const [usual, rows, drafts] = await db.read(async read => [
      await usualWords(read, sites, siteKey),
      await read
        .selectFrom('texts')
        .select(['key', 'lang', 'text', 'source', 'next_text', 'next_at'])
        .where('site_key', '=', siteKey)
        .orderBy('key')
        .execute(),
      await readOpenDrafts(read, siteKey),
    ])
    const usualIn = new Map(LANGUAGES.map(lang => [lang, usual(lang)]))
    const now = act.clock.now()
    const listed = Array.from(
      Map.groupBy(
        rows.filter(({ key }) => !isOfTheHouse(key)),
        ({ key }) => key,
      ),
      ([key, group]): ListedWords => ({
        key,
        words: new Map(
          group.flatMap(({ lang, text, source, next_text: next, next_at: at }) => {
            if (!isLanguage(lang)) return []
            const isDue = at !== null && at.getTime() <= now
            const word: ListedWord = {
              text: isDue && next !== null ? next : text,
              usual: usualIn.get(lang)?.[key] ?? '',
              isOwn: isDue || source === 'site',
              draft: isDue ? null : next,
              at: isDue ? null : at,
            }
            return [[lang, word] as const]
          }),
        ),
      }),
    )
    const needle = typed.trim().toLowerCase()
    const found = listed.filter(one => isOf(one, of) && hasWords(one, needle))
    return {
      rows: found.slice(0, MOST_ROWS),
      found: found.length,
      drafts,
      seen: digestOfDrafts(drafts),
      incomplete: listed.filter(one => isOf(one, 'incomplete')).length,
    }
  },
})

function isOf({ key, words }: ListedWords, of: KindOfWords): boolean {
  const all = [...words.values()]
  const own = all.filter(({ isOwn, draft }) => isOwn || draft !== null).length
  switch (of) {
    case 'all':
      return true
    case 'mails':
      return key.startsWith('mail_')
    case 'own':
      return own > 0
    case 'drafts':
      return all.some(({ draft }) => draft !== null)
    case 'incomplete':
      return own > 0 && own < all.length
  }
}

function hasWords({ key, words }: ListedWords, needle: string): boolean {
  return (
    key.includes(needle) ||
    [...words.values()].some(
      ({ text, draft }) =>
        text.toLowerCase().includes(needle) || (draft?.toLowerCase().includes(needle) ?? false),
    )
  )
}
