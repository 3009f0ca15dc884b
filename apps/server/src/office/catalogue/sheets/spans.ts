import { sql } from 'kysely'

import type { Read } from '../../../platform/db/database.ts'
import { findNamed, findStoppedWithout, removeSpans, writeSpans } from '../../../stock/write-spans.ts'
import type { Words } from '../files/raw-sheet.ts'
import { inScope } from './days.ts'
import { date, momentOfDay, product, whole } from './kinds.ts'
import { isoOf, momentColumn } from './moments.ts'
import { productIds } from './product-ids.ts'
import { plannedRooms, roomFault, spanKey } from './shares.ts'
import {
  type CellFault,
  type Change,
  type Changes,
  type FaultOfChange,
  type GoneRows,
  type Instead,
  isTrue,
  nullableNumberOf,
  numberOf,
  type OtherChanges,
  type Row,
  type Scope,
  type Sheet,
  textOf,
  type Value,
} from './sheet.ts'

/** Beside the columns: what is held or sold, what is kept for channels, and the least capacity that has room for both. */
const [TAKEN, KEPT, BOUND] = [8, 9, 10]
/** Beside them too: whether its sale is stopped. */
export const STOPPED = 11

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
    { name: 'sold_until', others: ['販売終了', '販売終了時刻'], kind: momentOfDay, empty: null },
    { name: 'ruled_end', others: ['ルールの終了'], kind: momentOfDay, empty: null, ruled: 'end' },
    {
      name: 'ruled_capacity',
      others: ['ルールの定員'],
      kind: whole(0, 1_000_000),
      empty: null,
      ruled: 'capacity',
    },
  ],
  current: readSpans,
  check: checkSpan,
  checkAll: checkKept,
  instead: findKept,
  isArranged: row => numberOf(row[KEPT]) > 0 || isTrue(row[STOPPED]),
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
        soldUntil: nullableMoment(after[5]),
        ruledEndsAt: nullableMoment(after[6]),
        ruledCapacity: nullableNumberOf(after[7]),
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

function nullableMoment(value: Value | undefined): string | null {
  return typeof value === 'string' ? isoOf(value) : null
}

async function readSpans(read: Read, scope: Scope): Promise<Row[]> {
  const { rows } = await sql<{
    uuid: string
    date: string
    start: string
    end: string
    capacity: number
    soldUntil: string | null
    ruledEnd: string | null
    ruledCapacity: number | null
    taken: number
    kept: number
    bound: number
    isStopped: boolean
  }>`
    select p.uuid, s.visit_date as date, ${momentColumn('s.starts_at')} as start, ${momentColumn('s.ends_at')} as end,
           s.capacity, ${momentColumn('s.sold_until')} as "soldUntil",
           ${momentColumn('s.ruled_ends_at')} as "ruledEnd", s.ruled_capacity as "ruledCapacity", s.taken,
           coalesce(c.kept, 0) as kept, s.taken + coalesce(c.unsold, 0) as bound, s.sale_state = 'stopped' as "isStopped"
      from time_spans s join products p on p.id = s.product_id
      left join lateral (
        select sum(share)::integer as kept, sum(greatest(0, share - used))::integer as unsold from channel_shares
         where s.shares > 0 and time_span_id = s.id and coalesce(release_at, 'infinity') > now()) c on true
     where ${inScope(scope, 's.visit_date')} order by p.position, p.id, s.starts_at`.execute(read)
  return rows.map(row => [
    row.uuid,
    row.date,
    row.start,
    row.end,
    row.capacity,
    row.soldUntil,
    row.ruledEnd,
    row.ruledCapacity,
    row.taken,
    row.kept,
    row.bound,
    row.isStopped,
  ])
}

function checkSpan({ before, after }: Change): CellFault | undefined {
  if (after === null) return undefined
  if (isoOf(textOf(after[3])) <= isoOf(textOf(after[2])))
    return { column: 'end', text: ['it is not after the start', '開始より後ではありません'] }
  if (after[5] !== null && isoOf(textOf(after[5])) > isoOf(textOf(after[3])))
    return { column: 'sold_until', text: ['it is after the end', '終了より後です'] }
  if (before === null) return undefined
  if (before[1] !== after[1])
    return {
      column: 'date',
      text: ['the product has this start on another day', 'この商品のこの開始は別の日にあります'],
    }
  const [taken, capacity] = [numberOf(before[TAKEN]), numberOf(after[4])]
  return capacity < taken
    ? { column: 'capacity', text: [`${taken} are held or sold`, `${taken} 枚が確保または販売済みです`] }
    : undefined
}

/** The units kept for channels must fit, by the shares as the same files leave them. */
async function checkKept(
  read: Read,
  scope: Scope,
  changes: Changes,
  others: OtherChanges,
): Promise<FaultOfChange[]> {
  const rooms = await roomsOfLess(read, scope, { changes, shares: others('shares') })
  const found: FaultOfChange[] = []
  for (const change of changes) {
    if (!isLess(change)) continue
    const room = rooms.get(spanKey(change.after))
    const text =
      room === undefined ? keptFault(change) : roomFault({ ...room, capacity: numberOf(change.after[4]) })
    if (text !== undefined) found.push({ change, fault: { column: 'capacity', text } })
  }
  return found
}

/** The time spans that become smaller and whose shares change too. */
async function roomsOfLess(
  read: Read,
  scope: Scope,
  { changes, shares }: { readonly changes: Changes; readonly shares: Changes },
) {
  const shared = new Map<string, Change[]>()
  for (const change of shares) {
    const key = spanKey(change.after ?? change.before ?? [])
    shared.set(key, [...(shared.get(key) ?? []), change])
  }
  const ofLess: Change[] = []
  for (const change of shared.size === 0 ? [] : changes)
    if (isLess(change)) ofLess.push(...(shared.get(spanKey(change.after)) ?? []))
  return plannedRooms(read, scope, { changes: ofLess, spans: [] })
}

type CapacityChange = Change & { readonly before: Row; readonly after: Row }

/** A share that does not fit already is not a reason to refuse more room. */
function isLess(change: Change): change is CapacityChange {
  const { before, after } = change
  return before !== null && after !== null && numberOf(after[4]) < numberOf(before[4])
}

/** The same where no share changes: by what the database has counted. */
function keptFault({ before, after }: CapacityChange): Words | undefined {
  const [taken, kept, bound] = [numberOf(before[TAKEN]), numberOf(before[KEPT]), numberOf(before[BOUND])]
  const capacity = numberOf(after[4])
  if (capacity < kept) return [`${kept} are kept for channels`, `${kept} 枚が販路に確保されています`]
  return capacity < bound
    ? [
        `${taken} are held or sold, and ${bound - taken} more kept for channels`,
        `${taken} 枚が確保または販売済みで、さらに ${bound - taken} 枚が販路に確保されています`,
      ]
    : undefined
}

async function findKept(
  read: Read,
  { siteKey }: Scope,
  { rows, why }: GoneRows,
): Promise<ReadonlyMap<string, Instead>> {
  const ids = await productIds(read, siteKey)
  const keys = new Map(
    rows.map(row => {
      const [productId, startsAt] = [ids.of(textOf(row[0])), isoOf(textOf(row[2]))]
      return [`${productId} ${startsAt}`, { key: row.slice(0, spans.keys).join('\t'), productId, startsAt }]
    }),
  )
  const all = [...keys.values()]
  const named = await findNamed(read, all)
  // A span that an import has added to a stopped day was stopped by nobody: without it the day is stopped as before.
  const stoppedDays = why === 'undo' ? await findStoppedWithout(read, named, all) : []
  const stopped = new Set(stoppedDays.map(({ productId, date: day }) => `${productId} ${day}`))
  return new Map(
    named.flatMap(({ productId, startsAt, date: day, isOrdered }) => {
      const span = keys.get(`${productId} ${startsAt}`)
      if (span === undefined || (!isOrdered && stopped.has(`${productId} ${day}`))) return []
      return [[span.key, { why: isOrdered ? WAS_ORDERED : IS_STOPPED }] as const]
    }),
  )
}

const WAS_ORDERED = ['it was ordered', '注文されています'] as const
const IS_STOPPED = ['its sale is stopped', '販売を停止しています'] as const
