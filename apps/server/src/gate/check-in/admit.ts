import {
  type CheckInStatus,
  judgeEntry,
  judgeExit,
  type Judgement,
  partyStatusOf,
  type RefusalReason,
} from '@kippu/domain/check-in/judge-entry'

import type { Database, Tx } from '../../platform/db/database.ts'
import { type Grouped, grouped } from '../../platform/db/grouped.ts'
import { type AskedTicket, type Happened, keyOf, type Scan, type ScanResult } from './scan.ts'
import { findKnownScans, type KnownScan, type LockedTicket, lockScanned, writeScans } from './scan-queries.ts'

const OLDER: Judgement = { status: 'invalid', reason: 'older_code' }

/**
 * Lets people in and out. A crowd shares round trips and commits; a visitor who comes alone waits for nobody. Scans of
 * one reservation are decided one after another, so a ticket at two gates is let in once.
 */
export function admit(db: Database, scan: Scan): Promise<ScanResult> {
  return queue.queueOn(db)(scan)
}

const queue: Grouped<Database, Scan, ScanResult> = grouped<Database, Scan, ScanResult>(
  (db, scans) => db.transaction(tx => admitAll(tx, scans)),
  { keysOf: ({ tickets }) => tickets.map(({ reservationId }) => reservationId), sharesKeys: true },
)

/** Decides scans in their order, and writes all of it: their tickets are locked until the transaction ends. */
async function admitAll(tx: Tx, scans: readonly Scan[]): Promise<ScanResult[]> {
  const locked = await lockScanned(
    tx,
    scans.flatMap(({ tickets }) => tickets),
  )
  // Only now: the same scan may have waited for its tickets behind itself.
  const known = await findKnownScans(tx, scans)
  const written: Array<{ readonly scan: Scan; readonly result: ScanResult }> = []
  const results = scans.map(scan => {
    const before = known.get(scan.id)
    if (before !== undefined) return repeated(scan, before)
    const result = decide(scan, locked)
    written.push({ scan, result })
    // The same scan, twice in one group.
    known.set(scan.id, result)
    return result
  })
  await writeScans(tx, { written, locked })
  return results
}

function decide(scan: Scan, locked: ReadonlyMap<string, LockedTicket>): ScanResult {
  const tickets = scan.tickets.map(asked => {
    const ticket = locked.get(keyOf(asked))
    const past = { lastInAt: ticket?.lastInAt ?? null, lastOutAt: ticket?.lastOutAt ?? null }
    const judged = judge(scan, asked, ticket)
    const goesThrough = scan.happened === undefined ? judged.status === 'success' : wasThrough(scan.happened)
    if (ticket !== undefined && goesThrough) goThrough(ticket, scan)
    return { reservationId: asked.reservationId, number: asked.number, judged, past }
  })
  return {
    ...summaryOf(
      tickets.map(({ judged }) => judged),
      scan.otherwise,
    ),
    at: scan.at,
    tickets,
  }
}

function wasThrough({ isAdmitted, undoneReason }: Happened): boolean {
  return isAdmitted && undoneReason === null
}

function judge(
  { direction, at }: Scan,
  { version, rules, isCancelled }: AskedTicket,
  ticket: LockedTicket | undefined,
): Judgement {
  if (ticket === undefined || ticket.version !== version) return OLDER
  if (ticket.isRevoked || isCancelled) return { status: 'invalid', reason: 'revoked' }
  return direction === 'in' ? judgeEntry({ rules, past: ticket, at }) : judgeExit({ past: ticket })
}

/** The next scan of the same group sees what this one did. */
function goThrough(ticket: LockedTicket, { direction, at }: Scan): void {
  ticket.isChanged = true
  if (direction === 'out') {
    ticket.lastOutAt = Math.max(ticket.lastOutAt ?? at, at)
    return
  }
  ticket.lastInAt = Math.max(ticket.lastInAt ?? at, at)
  ticket.firstInAt = Math.min(ticket.firstInAt ?? at, at)
}

/** The answer that the same scan had before. Asked of other tickets, it lets nobody in: a browser makes up its name. */
function repeated({ tickets, otherwise }: Scan, known: KnownScan): ScanResult {
  const before = new Map(known.tickets.map(ticket => [keyOf(ticket), ticket]))
  const again = tickets.map(({ reservationId, number }) => {
    const ticket = before.get(keyOf({ reservationId, number }))
    const judged: Judgement = ticket?.judged ?? notThen(known.status, known.reason)
    return { reservationId, number, judged, past: ticket?.past ?? { lastInAt: null, lastOutAt: null } }
  })
  const isOfOthers = before.size > 0 && again.length > 0 && !again.some(ticket => before.has(keyOf(ticket)))
  const { status, reason } = isOfOthers
    ? summaryOf(
        again.map(({ judged }) => judged),
        otherwise,
      )
    : known
  return { at: known.at, status, reason, tickets: again }
}

/** The answer for a ticket that was not let in when others of its party were, or nobody was. */
function notThen(status: CheckInStatus, reason: RefusalReason | null): Judgement {
  if (status === 'success' || reason === null) return { status: 'used', reason: 'already_in' }
  return { status, reason }
}

/** The status of a party: `success` when at least one may go. */
function summaryOf(
  judged: readonly Judgement[],
  otherwise: Scan['otherwise'],
): Pick<ScanResult, 'status' | 'reason'> {
  const status = judged.length === 0 ? otherwise.status : partyStatusOf(judged.map(one => one.status))
  if (status === 'success') return { status, reason: null }
  const refused = judged.find(one => one.status === status) ?? otherwise
  return { status, reason: refused.status === 'success' ? null : refused.reason }
}
