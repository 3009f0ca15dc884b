import { sql } from 'kysely'

import type { Read } from '../../../platform/db/database.ts'
import { findShareRooms, removeShares, type ShareRoom, writeShares } from '../../../stock/write-shares.ts'
import type { Words } from '../files/raw-sheet.ts'
import { inScope } from './days.ts'
import { channel, date, momentOfDay, product, whole, yesNo } from './kinds.ts'
import { limitsOf } from './limits-of.ts'
import { isoOf, momentColumn } from './moments.ts'
import { type ProductIds, productIds } from './product-ids.ts'
import {
  type CellFault,
  type Change,
  type Changes,
  type FaultOfChange,
  isTrue,
  nullableNumberOf,
  numberOf,
  type OtherChanges,
  type Row,
  type Scope,
  type Sheet,
  textOf,
} from './sheet.ts'

/** The units of time spans that are kept for channels. */
export const shares: Sheet = {
  name: 'shares',
  others: ['販路枠', 'チャネル枠', 'channel_shares'],
  permission: 'catalogue:write',
  keys: 4,
  isDated: true,
  mayBeWhole: true,
  columns: [
    { name: 'product', others: ['商品'], kind: product },
    { name: 'date', others: ['日付', '日'], kind: date },
    { name: 'start', others: ['開始', '開始時刻'], kind: momentOfDay },
    { name: 'channel', others: ['販路', 'チャネル'], kind: channel },
    { name: 'units', others: ['枚数', '数'], kind: whole(0, 1_000_000) },
    { name: 'only', others: ['専用'], kind: yesNo, empty: false },
    { name: 'release_minutes', others: ['解放分', '開放分'], kind: whole(0, 1_000_000), empty: null },
  ],
  current: readShares,
  checkAll: checkShares,
  instead: async () => new Map(),
  touch: (row, touched) => {
    touched.spans.push([textOf(row[0]), textOf(row[2])])
  },
  put: async (tx, { siteKey }, changes) => {
    const ids = await productIds(tx, siteKey)
    await writeShares(
      tx,
      changes.map(({ after }) => ({
        ...namedShare(ids, after),
        units: numberOf(after[4]),
        usesPool: !isTrue(after[5]),
        releaseMinutes: nullableNumberOf(after[6]),
      })),
    )
  },
  remove: async (tx, { siteKey }, rows) => {
    const ids = await productIds(tx, siteKey)
    await removeShares(
      tx,
      rows.map(row => namedShare(ids, row)),
    )
  },
}

function namedShare(ids: ProductIds, row: Row) {
  return { productId: ids.of(textOf(row[0])), startsAt: isoOf(textOf(row[2])), channel: textOf(row[3]) }
}

async function readShares(read: Read, scope: Scope): Promise<Row[]> {
  const { rows } = await sql<{
    uuid: string
    date: string
    start: string
    channel: string
    units: number
    isOnly: boolean
    release: number | null
  }>`
    select p.uuid, s.visit_date as date, ${momentColumn('s.starts_at')} as start, c.channel, c.share as units,
           not c.uses_pool as "isOnly", round(extract(epoch from s.starts_at - c.release_at) / 60)::integer as release
      from channel_shares c join time_spans s on s.id = c.time_span_id join products p on p.id = s.product_id
     where ${inScope(scope, 's.visit_date')} order by p.position, p.id, s.starts_at, c.channel`.execute(read)
  return rows.map(row => [row.uuid, row.date, row.start, row.channel, row.units, row.isOnly, row.release])
}

/** The shares of a time span together, as `setShares` looks at each alone. */
async function checkShares(
  read: Read,
  scope: Scope,
  all: Changes,
  others: OtherChanges,
): Promise<FaultOfChange[]> {
  const changes = [...all]
  const rooms = await plannedRooms(read, scope, { changes, spans: others('spans') })
  return changes.flatMap(change => {
    const fault = change.after === null ? undefined : faultOf(rooms.get(spanKey(change.after)), change.after)
    return fault === undefined ? [] : [{ change, fault }]
  })
}

/** Time spans by {@link spanKey}, with their shares as they will be: those that shares change of. */
export async function plannedRooms(
  read: Read,
  scope: Scope,
  { changes, spans }: { readonly changes: readonly Change[]; readonly spans: Iterable<Change> },
): Promise<ReadonlyMap<string, Room>> {
  const rooms = new Map<string, Room>()
  if (changes.length === 0) return rooms
  const ids = await productIds(read, scope.siteKey)
  const asked = new Set(changes.map(({ after, before }) => spanKey(after ?? before ?? [])))
  for (const { after } of spans)
    if (after !== null && asked.has(spanKey(after)))
      rooms.set(spanKey(after), { capacity: numberOf(after[4]), taken: 0, used: {}, shares: new Map() })
  const stored = changes.flatMap(({ after, before }) => {
    const row = after ?? before
    return row !== null && ids.has(textOf(row[0])) ? [{ ...namedShare(ids, row), key: spanKey(row) }] : []
  })
  const keys = new Map(stored.map(({ key, ...span }) => [idsOf(span), key]))
  for (const room of await findShareRooms(read, stored)) addRoom(rooms, keys.get(idsOf(room)), room)
  const limits = limitsOf(
    shares,
    changes.map(({ after, before }) => after ?? before ?? []),
  )
  for (const row of await readShares(read, { ...scope, ...limits }))
    rooms.get(spanKey(row))?.shares.set(textOf(row[3]), row)
  for (const { before, after } of changes) {
    const row = after ?? before
    const room = row === null ? undefined : rooms.get(spanKey(row))
    if (after === null) room?.shares.delete(textOf(before?.[3]))
    else room?.shares.set(textOf(after[3]), after)
  }
  return rooms
}

interface Room extends Pick<ShareRoom, 'capacity' | 'taken' | 'used'> {
  /** By channel, as they will be. */
  readonly shares: Map<string, Row>
}

function idsOf({ productId, startsAt }: Pick<ShareRoom, 'productId' | 'startsAt'>): string {
  return `${productId} ${startsAt}`
}

function addRoom(rooms: Map<string, Room>, key: string | undefined, room: ShareRoom): void {
  if (key === undefined) return
  const capacity = rooms.get(key)?.capacity ?? room.capacity
  rooms.set(key, { capacity, taken: room.taken, used: room.used, shares: new Map() })
}

function faultOf(room: Room | undefined, row: Row): CellFault | undefined {
  if (room === undefined)
    return {
      column: 'start',
      text: ['the product has no time span that begins then', 'この商品にその開始の時間枠はありません'],
    }
  const { used } = room
  const own = used[textOf(row[3])] ?? 0
  if (isTrue(row[5]) && numberOf(row[4]) < own)
    return {
      column: 'units',
      text: [
        `the channel has sold ${own} already, and its share alone can't be less`,
        `この販路は ${own} 枚を販売済みで、専用枠をそれより減らせません`,
      ],
    }
  const text = roomFault(room)
  return text === undefined ? undefined : { column: 'units', text }
}

/** Why the shares of a time span have no room in it. */
export function roomFault({ capacity, taken, used, shares: all }: Room): Words | undefined {
  const [sum, left] = Array.from(all.values()).reduce<readonly [number, number]>(
    ([units, open], share) => [
      units + numberOf(share[4]),
      open + Math.max(0, numberOf(share[4]) - (used[textOf(share[3])] ?? 0)),
    ],
    [0, 0],
  )
  if (sum > capacity)
    return [
      `the shares are ${sum} together, of ${capacity} places`,
      `販路枠の合計 ${sum} が定員 ${capacity} を超えています`,
    ]
  if (left > capacity - taken)
    return [
      `${taken} of ${capacity} places are held or sold, and ${left} can't be kept`,
      `定員 ${capacity} のうち ${taken} が確保または販売済みで、${left} を確保できません`,
    ]
  return undefined
}

export function spanKey(row: Row): string {
  return `${textOf(row[0])} ${textOf(row[2])}`
}
