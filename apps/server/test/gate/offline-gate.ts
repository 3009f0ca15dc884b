import { createPublicKey, randomUUID, verify } from 'node:crypto'

import type { ReportedScan } from '@kippu/contract/gate'
import { entryWindowOf } from '@kippu/domain/check-in/entry-window'
import {
  type Direction,
  type EntryPolicy,
  judgeEntry,
  judgeExit,
  type Judgement,
  type TicketPast,
} from '@kippu/domain/check-in/judge-entry'
import { readScannedText } from '@kippu/domain/check-in/scanned-text'
import { isStale, type SignedCode, signedBytesOf, type TicketClaim } from '@kippu/domain/check-in/signed-code'
import { jstIso } from '@kippu/domain/jst-date'
import type { BookingType } from '@kippu/domain/states/ticket'
import { sql } from 'kysely'

import type { OtherDaysShop } from '../shop/shop.ts'

/** What a gate knew when it last heard of the store. */
interface Lists {
  readonly keys: ReadonlyArray<{ readonly number: number; readonly publicKey: Buffer }>
  readonly rotates: boolean
  readonly earlyMinutes: number
  readonly products: readonly ProductRow[]
  readonly tickets: ReadonlyMap<string, TicketRow>
}

interface ProductRow {
  readonly id: number
  readonly saleType: BookingType
  readonly policy: EntryPolicy
  readonly reentryMinutes: number | null
}

interface TicketRow extends TicketPast {
  readonly uid: string
  readonly version: number
  readonly isRevoked: boolean
}

/** A gate without a connection: it has its last lists, what it did itself, and the rules of the store. */
export interface OfflineGate {
  /** Lets somebody in or out, or not, and keeps what it did. */
  scan(code: string, direction: Direction, at: number): Judgement
  /** What it decides, and keeps nothing. */
  judge(code: string, direction: Direction, at: number): Judgement
  /** Undoes what it did last, within a minute; false where it did nothing. */
  undoLast(reason: string, at: number): boolean
  /** What it did since it was asked last, the oldest first. */
  report(): readonly ReportedScan[]
  /** What is not reported yet. */
  readonly kept: readonly ReportedScan[]
}

const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')
const UNDO_MS = 60_000

interface Kept {
  scan: ReportedScan
  readonly uid: string | null
  readonly at: number
}

/** Hears of the store now, and then no more. */
export async function goOffline(shop: OtherDaysShop): Promise<OfflineGate> {
  const lists = await readLists(shop)
  const kept: Kept[] = []
  const pastOf = (uid: string): TicketPast => {
    let { lastInAt = null, lastOutAt = null } = lists.tickets.get(uid) ?? {}
    for (const { scan, uid: of, at } of kept) {
      if (of !== uid || scan.status !== 'success' || scan.undone_reason !== null) continue
      if (scan.direction === 'in') lastInAt = Math.max(lastInAt ?? at, at)
      else lastOutAt = Math.max(lastOutAt ?? at, at)
    }
    return { lastInAt, lastOutAt }
  }
  const judge: OfflineGate['judge'] = (text, direction, at) => {
    const read = readScannedText(text)
    if (read.kind !== 'signed') return { status: 'invalid', reason: 'unknown' }
    if (!isSignedBy(lists, read.code)) return { status: 'invalid', reason: 'forged' }
    return judgeClaim(lists, read.code.claim, { direction, at, past: pastOf(read.code.claim.uid) })
  }
  return {
    judge,
    scan: (code, direction, at) => {
      const judged = judge(code, direction, at)
      const read = readScannedText(code)
      kept.push({
        at,
        uid: read.kind === 'signed' ? read.code.claim.uid : null,
        scan: {
          scan_id: randomUUID(),
          direction,
          at: jstIso(at),
          code,
          status: judged.status,
          reason: judged.status === 'success' ? null : judged.reason,
          undone_reason: null,
        },
      })
      return judged
    },
    undoLast: (reason, at) => {
      const last = kept.at(-1)
      if (last === undefined || last.scan.status !== 'success' || at - last.at > UNDO_MS) return false
      last.scan = { ...last.scan, undone_reason: reason }
      return true
    },
    report: () => kept.map(({ scan }) => scan),
    get kept() {
      return kept.map(({ scan }) => scan)
    },
  }
}

interface Moment {
  readonly direction: Direction
  readonly at: number
  readonly past: TicketPast
}

function judgeClaim(lists: Lists, claim: TicketClaim, { direction, at, past }: Moment): Judgement {
  if ((lists.rotates && claim.issuedAt === null) || isStale(claim, at))
    return { status: 'invalid', reason: 'expired_code' }
  const known = lists.tickets.get(claim.uid)
  if (known?.isRevoked === true) return { status: 'invalid', reason: 'revoked' }
  if (known !== undefined && claim.version < known.version) return { status: 'invalid', reason: 'older_code' }
  const product = lists.products.find(({ id }) => id === claim.productId)
  if (product === undefined) return { status: 'invalid', reason: 'unknown' }
  if (direction === 'out') return judgeExit({ past })
  const { saleType, policy, reentryMinutes } = product
  const window = entryWindowOf(saleType, claim, lists.earlyMinutes)
  return judgeEntry({ rules: { policy, reentryMinutes, window }, past, at })
}

function isSignedBy({ keys }: Lists, { claim, payload, signature }: SignedCode): boolean {
  const key = keys.find(({ number }) => number === claim.keyNumber)
  if (key === undefined) return false
  const publicKey = createPublicKey({
    key: Buffer.concat([PUBLIC_PREFIX, key.publicKey]),
    format: 'der',
    type: 'spki',
  })
  return verify(null, signedBytesOf('demo', payload), publicKey, signature)
}

async function readLists(shop: OtherDaysShop): Promise<Lists> {
  const { earlyMinutes, rotates, publicKeys } = await shop.deps.gates.of('demo')
  const { rows: products } = await shop.db.read(read =>
    sql<ProductRow>`
      select id, sale_type as "saleType", entry_policy as policy, reentry_minutes as "reentryMinutes"
        from products where site_key = 'demo'`.execute(read),
  )
  const { rows: tickets } = await shop.db.read(read =>
    sql<TicketRow>`
      select t.uid, t.code_version as version, t.revoked_at is not null as "isRevoked",
             (extract(epoch from t.last_in_at) * 1000)::double precision as "lastInAt",
             (extract(epoch from t.last_out_at) * 1000)::double precision as "lastOutAt"
        from tickets t join reservations r on r.id = t.reservation_id
       where r.site_key = 'demo' and t.changed_at is not null`.execute(read),
  )
  return {
    keys: publicKeys,
    rotates,
    earlyMinutes,
    products,
    tickets: new Map(tickets.map(ticket => [ticket.uid, ticket])),
  }
}
