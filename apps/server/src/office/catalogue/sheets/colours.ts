import type { Read, Tx } from '../../../platform/db/database.ts'
import { color, date } from './kinds.ts'
import { type PutChange, type Row, type Scope, type Sheet, textOf, type WriteContext } from './sheet.ts'

const [DATE, COLOUR] = [0, 1]

/** Colours of days in the calendar. */
export const colours: Sheet = {
  name: 'colours',
  others: ['カレンダー色', '色', 'calendar_colors'],
  permission: 'catalogue:write',
  keys: 1,
  mayBeWhole: true,
  columns: [
    { name: 'date', others: ['日付', '日'], kind: date },
    { name: 'colour', others: ['色', 'color'], kind: color },
  ],
  current: readColours,
  instead: async () => new Map(),
  touch: () => {},
  put: putColours,
  remove: async (tx, { siteKey }, rows) => {
    const dates = rows.map(row => textOf(row[DATE]))
    await tx
      .deleteFrom('calendar_colors')
      .where('site_key', '=', siteKey)
      .where('visit_date', 'in', dates)
      .execute()
  },
}

async function readColours(read: Read, { siteKey }: Scope): Promise<Row[]> {
  const rows = await read
    .selectFrom('calendar_colors')
    .select(['visit_date', 'color_code'])
    .where('site_key', '=', siteKey)
    .orderBy('visit_date')
    .execute()
  return rows.map(row => [row.visit_date, row.color_code])
}

async function putColours(tx: Tx, { siteKey }: WriteContext, changes: readonly PutChange[]): Promise<void> {
  for (const { after } of changes) {
    const color_code = textOf(after[COLOUR])
    await tx
      .insertInto('calendar_colors')
      .values({ site_key: siteKey, visit_date: textOf(after[DATE]), color_code })
      .onConflict(conflict => conflict.columns(['site_key', 'visit_date']).doUpdateSet({ color_code }))
      .execute()
  }
}
