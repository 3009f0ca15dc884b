import { sql } from 'kysely'

import type { Read } from '../../../platform/db/database.ts'
import { removePromotion, writePromotion } from '../../../orders/membership/promotions/write-promotions.ts'
import { choice, keyText, whole } from './kinds.ts'
import { isNamed, wordColumns, wordsAt, wordsByLanguage, wordValues } from './name-columns.ts'
import {
  type CellFault,
  type Change,
  type GoneRows,
  type Instead,
  isTrue,
  keyOf,
  numberOf,
  type Row,
  type Scope,
  type Sheet,
  textOf,
} from './sheet.ts'

const NAMES = 4
/** Index after the columns: whether a member or an order has it. */
const USED = 10

/** The discounts of membership, each named by its key and its value. */
export const promotions: Sheet = {
  name: 'promotions',
  others: ['会員割引', 'membership_promotions'],
  permission: 'members:write',
  keys: 2,
  mayBeWhole: true,
  columns: [
    { name: 'key', others: ['会員キー'], kind: keyText(100) },
    { name: 'value', others: ['会員値', '会員ランク'], kind: keyText(100) },
    {
      name: 'discount',
      others: ['割引方法'],
      kind: choice({ fixed: ['円', '定額', 'yen'], percent: ['%', '定率'] }),
    },
    {
      name: 'amount',
      others: ['割引額', '割引', '額'],
      kind: whole(0, 10_000_000, { isPercent: row => row[2] === 'percent' }),
    },
    ...wordColumns('name', '名前'),
  ],
  current: readPromotions,
  check: checkPromotion,
  instead: async (_, __, gone) => keptOf(gone),
  touch: () => {},
  put: async (tx, { siteKey }, changes) => {
    for (const { after } of changes) await writePromotion(tx, promotionOf(siteKey, after))
  },
  remove: async (tx, { siteKey }, rows) => {
    for (const row of rows) await removePromotion(tx, { siteKey, key: textOf(row[0]), value: textOf(row[1]) })
  },
}

function promotionOf(siteKey: string, row: Row) {
  return {
    site_key: siteKey,
    membership_key: textOf(row[0]),
    membership_value: textOf(row[1]),
    promotion_type: textOf(row[2]),
    promotion_amount: numberOf(row[3]),
    names: wordsAt(row, NAMES).flatMap(({ lang, word }) => (word === null ? [] : [{ lang, name: word }])),
  }
}

async function readPromotions(read: Read, { siteKey }: Scope): Promise<Row[]> {
  const rows = await read
    .selectFrom('membership_promotions')
    .selectAll()
    .select([
      wordsByLanguage(
        sql`select lang, name from membership_promotion_texts where promotion_id = membership_promotions.id`,
      ).as('words'),
      sql<boolean>`exists (select from members m where m.promotion_id = membership_promotions.id)
        or exists (select from orders o where o.promotion_id = membership_promotions.id)`.as('isUsed'),
    ])
    .where('site_key', '=', siteKey)
    .orderBy('membership_key')
    .orderBy('membership_value')
    .execute()
  return rows.map(row => [
    row.membership_key,
    row.membership_value,
    row.promotion_type,
    row.promotion_amount,
    ...wordValues(row.words),
    row.isUsed,
  ])
}

function checkPromotion({ after }: Change): CellFault | undefined {
  if (after === null) return undefined
  if (after[2] === 'percent' && numberOf(after[3]) > 100)
    return { column: 'amount', text: ['more than a hundred percent', '100％を超えています'] }
  return isNamed(after, NAMES)
    ? undefined
    : { column: 'name_ja', text: ['it has no name in any language', 'どの言語の名前もありません'] }
}

function keptOf({ rows }: GoneRows): ReadonlyMap<string, Instead> {
  const used = rows.filter(row => isTrue(row[USED]))
  return new Map(
    used.map(row => [
      keyOf(promotions, row),
      { why: ['a member or an order has it', '会員か注文が使っています'] },
    ]),
  )
}
