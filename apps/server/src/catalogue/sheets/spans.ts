import { sql } from 'kysely'

import type { Read } from '../../db/database.ts'
import { findNamed, removeSpans, writeSpans } from '../../orders/stock/write-spans.ts'
import { inScope } from './days.ts'
import { date, momentOfDay, product, whole } from './kinds.ts'
import { isoOf, momentColumn } from './moments.ts'
import { productIds } from './product-ids.ts'
import {
  type Change,
  type GoneRows,
  type Instead,
  numberOf,
  type Row,
  type Scope,
  type Sheet,
  textOf,
} from './sheet.ts'

/** Beside the columns: what is held or sold, and what is kept for channels. */
const [TAKEN, KEPT] = [5, 6]

/** Single time spans; most are written by rules. */
export const spans: Sheet = {
  name: 'spans',
  others: ['時間枠', '枠', 'time_spans'],
  permission: 'catalogue:write',
  keys: 3,
  isDated: true,
  mayBeWhole: true,
  columns: [
    { name: 'product', others: ['商品'], kind: product },
    { name: 'date', others: ['日付', '日'], kind: date },
    { name: 'start', others: ['開始', '開始時刻'], kind: momentOfDay },
    { name: 'end', others: ['終了', '終了時刻'], kind: momentOfDay },
    { name: 'capacity', others: ['定員', '枠数'], kind: whole(0, 1_000_000) },
  ],
  current: readSpans,
  check: checkSpan,
  instead: findKept,
  touch: (row, touched) => {
    touched.spans.push([textOf(row[0]), textOf(row[2])])
  },
  put: async (tx, { siteKey }, changes) => {
    const ids = await productIds(tx, siteKey)
    await writeSpans(
      tx,
      siteKey,
      changes.map(({ after }) => ({
        productId: ids.of(textOf(after[0])),
        date: textOf(after[1]),
        startsAt: isoOf(textOf(after[2])),
        endsAt: isoOf(textOf(after[3])),
        capacity: numberOf(after[4]),
      })),
    )
  },
  remove: async (tx, { siteKey }, rows) => {
    const ids = await productIds(tx, siteKey)
    await removeSpans(
      tx,
      rows.map(row => ({ productId: ids.of(textOf(row[0])), startsAt: isoOf(textOf(row[2])) })),
    )
  },
}

async function readSpans(read: Read, scope: Scope): Promise<Row[]> {
  const { rows } = await sql<{
    uuid: string
    date: string
    start: string
    end: string
    capacity: number
    taken: number
    kept: number
  }>`
    select p.uuid, s.visit_date as date, ${momentColumn('s.starts_at')} as start, ${momentColumn('s.ends_at')} as end,
           s.capacity, s.taken,
           case when s.shares = 0 then 0 else (
             select coalesce(sum(c.share), 0)::integer from channel_shares c
              where c.time_span_id = s.id and coalesce(c.release_at, 'infinity') > now()) end as kept
      from time_spans s join products p on p.id = s.product_id
     where ${inScope(scope, 's.visit_date')} order by p.position, p.id, s.starts_at`.execute(read)
  return rows.map(row => [row.uuid, row.date, row.start, row.end, row.capacity, row.taken, row.kept])
}

function checkSpan({ before, after }: Change) {
  if (after === null) return undefined
  if (isoOf(textOf(after[3])) < isoOf(textOf(after[2])))
    return { column: 'end', text: 'it is before the start' }
  if (before === null) return undefined
  if (before[1] !== after[1]) return { column: 'date', text: 'the product has this start on another day' }
  const [taken, kept, capacity] = [numberOf(before[TAKEN]), numberOf(before[KEPT]), numberOf(after[4])]
  if (capacity < taken) return { column: 'capacity', text: `${taken} are held or sold` }
  // A share that does not fit already is no reason to refuse more room.
  if (capacity < kept && capacity < numberOf(before[4]))
    return { column: 'capacity', text: `${kept} are kept for channels` }
  return undefined
}

async function findKept(
  read: Read,
  { siteKey }: Scope,
  { rows }: GoneRows,
): Promise<ReadonlyMap<string, Instead>> {
  const ids = await productIds(read, siteKey)
  const keys = new Map(
    rows.map(row => {
      const [productId, startsAt] = [ids.of(textOf(row[0])), isoOf(textOf(row[2]))]
      return [`${productId} ${startsAt}`, { key: row.slice(0, spans.keys).join('\t'), productId, startsAt }]
    }),
  )
  const named = await findNamed(read, [...keys.values()])
  return new Map(
    named.flatMap(({ productId, startsAt }) => {
      const span = keys.get(`${productId} ${startsAt}`)
      return span === undefined ? [] : [[span.key, { why: 'it was ordered' }] as const]
    }),
  )
}
