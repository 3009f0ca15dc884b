import { isLanguage, type Language, LANGUAGES } from '@kippu/domain/language'

import type { Read } from '../../platform/db/database.ts'
import { rowsAfter } from './find-promises.ts'
import { placeText } from './place-of.ts'
import type { Plan, RowOfSheet } from './planned.ts'
import { productTexts } from './sheets/product-texts.ts'
import { entryOfRow, products } from './sheets/products.ts'
import { type Row, type Sheet, textOf } from './sheets/sheet.ts'

/** Something that the venue has not named in each language that its readers choose: they read English, or the site's own language. */
export interface MissingWords extends RowOfSheet {
  readonly languages: readonly Language[]
}

/** Rows that an import touches and leaves without words in a language of the site. */
export async function findMissingWords(
  read: Read,
  plan: Pick<Plan, 'scope' | 'sheets'>,
): Promise<readonly MissingWords[]> {
  const { scope, sheets } = plan
  const spoken = await spokenLanguages(read, scope.siteKey)
  const missing: MissingWords[] = []
  const add = (sheet: Sheet, row: Row, has: (lang: Language) => boolean) => {
    const languages = spoken.filter(lang => !has(lang))
    if (languages.length > 0) missing.push({ sheet, row, place: placeText(sheet, scope, row), languages })
  }
  const touched = new Set<string>()
  for (const { sheet, changes } of sheets) {
    if (sheet === products || sheet === productTexts)
      for (const { before, after } of changes) touched.add(textOf((after ?? before)?.[0]))
    const names = sheet.columns.findIndex(({ name }) => name === 'name_ja')
    if (names === -1) continue
    for (const { after } of changes)
      if (after !== null) add(sheet, after, lang => after[names + LANGUAGES.indexOf(lang)] !== null)
  }
  if (touched.size === 0) return missing
  const named = new Set(
    (await rowsAfter(read, plan, productTexts)).map(
      ([product, lang]) => `${textOf(product)} ${textOf(lang)}`,
    ),
  )
  for (const row of await rowsAfter(read, plan, products)) {
    const uuid = textOf(row[0])
    if (touched.has(uuid) && !entryOfRow(row).isRetired)
      add(products, row, lang => named.has(`${uuid} ${lang}`))
  }
  return missing
}

async function spokenLanguages(read: Read, siteKey: string): Promise<Language[]> {
  const rows = await read.selectFrom('languages').select('id').where('site_key', '=', siteKey).execute()
  const ids = rows.map(({ id }) => id).filter(isLanguage)
  return LANGUAGES.filter(lang => ids.includes(lang))
}
