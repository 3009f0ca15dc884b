import { LANGUAGES } from '@kippu/domain/language'
import { type RawBuilder, sql } from 'kysely'

import { text } from './kinds.ts'
import { type Column, nullableTextOf, type Row, type Value } from './sheet.ts'

const IN_JAPANESE: Readonly<Record<string, string>> = {
  ja: '日本語',
  en: '英語',
  kr: '韓国語',
  'zh-hans': '簡体字',
  'zh-hant': '繁体字',
  th: 'タイ語',
}

/** A column of words for each language: `name_ja`, `name_zh_hans`. */
export function wordColumns(name: string, inJapanese: string): Column[] {
  return LANGUAGES.map(lang => ({
    name: `${name}_${lang.replace('-', '_')}`,
    others: [
      `${inJapanese}(${IN_JAPANESE[lang]})`,
      `${inJapanese}_${lang}`,
      `${inJapanese}${IN_JAPANESE[lang]}`,
    ],
    kind: text(2_000, { hasLines: true }),
    empty: null,
  }))
}

/** The words of a row, from this column on. */
export function wordsAt(
  row: Row,
  first: number,
): ReadonlyArray<{ readonly lang: string; readonly word: string | null }> {
  return LANGUAGES.map((lang, index) => ({ lang, word: nullableTextOf(row[first + index]) }))
}

/** Words of a table of texts, by their language, as a column of a query. */
export function wordsByLanguage(
  query: RawBuilder<unknown>,
): RawBuilder<Readonly<Record<string, string | null>> | null> {
  return sql`(select jsonb_object_agg(t.lang, t.word) from (${query}) t (lang, word))`
}

export function wordValues(words: Readonly<Record<string, string | null>> | null): Value[] {
  return LANGUAGES.map(lang => words?.[lang] ?? null)
}

/** Whether somebody named it in any language. */
export function isNamed(row: Row, first: number): boolean {
  return wordsAt(row, first).some(({ word }) => word !== null)
}
