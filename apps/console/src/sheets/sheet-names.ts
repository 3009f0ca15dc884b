import type { SheetKind } from '@kippu/contract/console/sheets'

import type { Lang } from '../words'

export type Kinds = readonly SheetKind[]

export function sheetName(kinds: Kinds, lang: Lang, name: string): string {
  const kind = kinds.find(one => one.name === name)
  return lang === 'ja' && kind !== undefined ? kind.name_ja : name
}

export function headingsOf({ columns }: SheetKind, lang: Lang): readonly string[] {
  return columns.map(({ name, name_ja: ja }) => (lang === 'ja' ? ja : name))
}

interface Place {
  readonly sheet: string | null
  readonly column: string
}

/** A column of a sheet in the reader's language. */
export function columnName(kinds: Kinds, lang: Lang, { sheet, column }: Place): string {
  const found = kinds.find(({ name }) => name === sheet)?.columns.find(({ name }) => name === column)
  return lang === 'ja' && found !== undefined ? found.name_ja : column
}

/** Rows that were typed here are sent as a file that nobody chose. */
export function isTyped(file: string): boolean {
  return file.endsWith('.json')
}

/** A row as the venue calls it, `days walk 2026-12-01`, with the sheet in the reader's language. */
export function rowText(kinds: Kinds, lang: Lang, row: string): string {
  const [sheet = '', ...place] = row.split(' ')
  return [sheetName(kinds, lang, sheet), ...place].join(' ')
}

/** The same without its sheet. */
export function placeIn(row: string): string {
  return row.slice(row.indexOf(' ') + 1)
}

/** The name under which a file is sent: a CSV that is called after none of the sheets is one of the chosen kind. */
export function sentName(kinds: Kinds, chosen: string, name: string): string {
  const isNamed = kinds.some(kind =>
    [kind.name, kind.name_ja].some(one =>
      name
        .toLowerCase()
        .replace(/^\d+[-_. ]+/, '')
        .startsWith(`${one}.`),
    ),
  )
  const ending = /\.[^.]+$/.exec(name)?.[0] ?? ''
  return isNamed || ending.toLowerCase() === '.xlsx' ? name : `${chosen}${ending}`
}
