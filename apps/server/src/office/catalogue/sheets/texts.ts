import { placeholdersIn } from '@kippu/domain/text-template'

import type { Read, Tx } from '../../../platform/db/database.ts'
import { sql } from 'kysely'

import { isOfTheHouse } from '../../words/change-words.ts'
import { keyText, language, text } from './kinds.ts'
import {
  type CellFault,
  type Change,
  isTrue,
  type PutChange,
  type Row,
  type Scope,
  type Sheet,
  textOf,
  type WriteContext,
} from './sheet.ts'

/** Words of the store that the house says in its own way. */
export const texts: Sheet = {
  name: 'texts',
  others: ['文言', 'テキスト'],
  permission: 'words:write',
  keys: 2,
  // A text that is left out is the product's own, or the house's from before.
  mayBeWhole: false,
  columns: [
    { name: 'language', others: ['言語', 'lang'], kind: language },
    { name: 'key', others: ['キー'], kind: keyText(200) },
    { name: 'text', others: ['文言', 'テキスト'], kind: text(20_000, { hasLines: true }) },
    { name: 'own', others: [], kind: text(0), derived: true },
  ],
  current: readTexts,
  isExported: row => isTrue(row[3]),
  check: checkText,
  instead: async () => new Map(),
  touch: () => {},
  put: putTexts,
  remove: removeTexts,
}

/** Words whose moment has come are the text. */
const SHOWN = sql<string>`case when next_at <= now() then next_text else text end`

async function readTexts(read: Read, { siteKey }: Scope): Promise<Row[]> {
  const rows = await read
    .selectFrom('texts')
    .select([
      'lang',
      'key',
      SHOWN.as('text'),
      sql<string>`case when next_at <= now() then 'site' else source end`.as('source'),
    ])
    .where('site_key', '=', siteKey)
    .orderBy('lang')
    .orderBy('key')
    .execute()
  return rows.map(row => [row.lang, row.key, row.text, row.source === 'site'])
}

/** Names of colours and the like are the house's own; every other key is one of the product. */
const OWN_KEYS = /^site_[a-z\d_-]+$/

function checkText({ before, after, source }: Change): CellFault | undefined {
  if (after === null || source === undefined) return undefined
  const key = textOf(after[1])
  if (isOfTheHouse(key))
    return {
      column: 'key',
      text: [`the house says ${key}: sites set`, `${key} は施設の情報です。「施設情報」で変更してください`],
    }
  if (before === null && !OWN_KEYS.test(key))
    return { column: 'key', text: [`there is no text ${key}`, `文言 ${key} はありません`] }
  if (before === null) return undefined
  const lost = placeholdersIn(textOf(before[2])).find(name => !textOf(after[2]).includes(name))
  return lost === undefined
    ? undefined
    : {
        column: 'text',
        text: [
          `${lost} must stay: the store puts something there`,
          `${lost} は残してください。ストアがそこに値を入れます`,
        ],
      }
}

async function putTexts(tx: Tx, { siteKey }: WriteContext, changes: readonly PutChange[]): Promise<void> {
  for (const { after } of changes) {
    // The newest words count: a draft of before is over.
    const words = {
      text: textOf(after[2]),
      source: isTrue(after[3]) ? 'site' : 'bundled',
      next_text: null,
      next_at: null,
    }
    await tx
      .insertInto('texts')
      .values({ site_key: siteKey, lang: textOf(after[0]), key: textOf(after[1]), ...words })
      .onConflict(conflict => conflict.columns(['site_key', 'lang', 'key']).doUpdateSet(words))
      .execute()
  }
}

async function removeTexts(tx: Tx, { siteKey }: WriteContext, rows: readonly Row[]): Promise<void> {
  for (const row of rows)
    await tx
      .deleteFrom('texts')
      .where('site_key', '=', siteKey)
      .where('lang', '=', textOf(row[0]))
      .where('key', '=', textOf(row[1]))
      .execute()
}
