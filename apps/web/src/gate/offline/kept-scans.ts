import type { Direction, TicketPast } from '@kippu/domain/check-in/judge-entry'
import * as v from 'valibot'

import type { GateDatabase, Stored } from './gate-database.ts'
import {
  keptConflict,
  type KeptConflict,
  keptScan,
  type KeptScan,
  type KeptTicket,
  keptTicket,
} from './kept.ts'
import { pastOf } from './judge-offline.ts'

const keptScans = v.array(keptScan)

/** A ticket as its lists and the scans of this device have it. */
interface KnownTicket {
  readonly ticket: KeptTicket | null
  readonly scans: readonly KeptScan[]
}

export async function knownTicket(
  { tickets, scans }: { readonly tickets: Stored; readonly scans: Stored },
  uid: string,
): Promise<KnownTicket> {
  const ticket = v.safeParse(keptTicket, await tickets.get(uid))
  return {
    ticket: ticket.success ? ticket.output : null,
    scans: v.parse(keptScans, await scans.allBy('uid', uid)),
  }
}

export async function findScan(scans: Stored, scanId: string): Promise<KeptScan | null> {
  const scan = v.safeParse(keptScan, await scans.getBy('scanId', scanId))
  return scan.success ? scan.output : null
}

interface AnsweredScan {
  readonly scanId: string
  readonly siteKey: string
  /** Absent where the code is none that is signed: the store alone knows its ticket. */
  readonly uid?: string
  readonly name: string
  readonly direction: Direction
  /** In ms since 1970: when it was, by the store's clock, and when its answer came, by that of the device. */
  readonly at: number
  readonly answeredAt: number
}

/**
 * Keeps an entry or exit that the store has decided: the network may be gone a second later, and the lists do not have it yet. A scan that this
 * device has decided meanwhile stays as it is, and is told once more.
 */
export async function keepAnswered(database: GateDatabase, scan: AnsweredScan): Promise<void> {
  await database.write(['tickets', 'scans'], async stores => {
    if ((await findScan(stores.scans, scan.scanId)) !== null) return
    const known = scan.uid === undefined ? { ticket: null, scans: [] } : await knownTicket(stores, scan.uid)
    await stores.scans.put({
      ...scan,
      // The store has it: nobody who takes the device finds it here.
      code: '',
      status: 'success',
      reason: null,
      before: pastOf(known.ticket, known.scans),
      undone: null,
    } satisfies KeptScan)
  })
}

/**
 * Undoes a scan on this device, before anybody is told: the ticket is as it was. The store is told with the report, or afterwards.
 *
 * @returns whether the device knows the scan.
 */
export async function undoKept(
  database: GateDatabase,
  { scanId, reason, isTold }: { readonly scanId: string; readonly reason: string; readonly isTold: boolean },
): Promise<boolean> {
  return database.write(['tickets', 'scans'], async ({ tickets, scans }) => {
    const scan = await findScan(scans, scanId)
    if (scan === null) return false
    const { waiting: _waiting, ...rest } = scan
    await scans.put({ ...rest, undone: reason, ...(!isTold && { waiting: 1 }) } satisfies KeptScan)
    if (scan.uid !== undefined) await putBack(tickets, scan.uid, scan)
    return true
  })
}

/** The lists may have had the entry already. */
async function putBack(tickets: Stored, uid: string, { at, direction, before }: KeptScan): Promise<void> {
  const kept = v.safeParse(keptTicket, await tickets.get(uid))
  if (!kept.success) return
  const ticket = kept.output
  const last = direction === 'in' ? ticket.lastInAt : ticket.lastOutAt
  if (last === null || !isSameSecond(last, at)) return
  const past: TicketPast =
    direction === 'in'
      ? { lastInAt: before.lastInAt, lastOutAt: ticket.lastOutAt }
      : { lastInAt: ticket.lastInAt, lastOutAt: before.lastOutAt }
  await tickets.put({ ...ticket, ...past } satisfies KeptTicket)
}

/** The store writes whole seconds. */
function isSameSecond(a: number, b: number): boolean {
  return Math.floor(a / 1_000) === Math.floor(b / 1_000)
}

/** The scans that the store has to be told, oldest first, of one site. */
export async function readWaiting(database: GateDatabase, siteKey: string): Promise<readonly KeptScan[]> {
  const waiting = await database.read(['scans'], ({ scans }) => scans.allBy('waiting', 1))
  return v.parse(keptScans, waiting).filter(scan => scan.siteKey === siteKey)
}

export async function countWaiting(database: GateDatabase): Promise<number> {
  return database.read(['scans'], ({ scans }) => scans.countBy('waiting', 1))
}

/** The store's answer to a scan that it was told. */
export interface ToldScan {
  readonly scan: KeptScan
  readonly conflict: Pick<KeptConflict, 'kind' | 'storeStatus' | 'storeReason'> | null
}

/**
 * The store has answered these scans. One that was undone while it was being told has to be told that, too.
 * @param now by the clock of the device, in ms since 1970.
 */
export async function keepTold(
  database: GateDatabase,
  told: readonly ToldScan[],
  now: number,
): Promise<void> {
  await database.write(['scans', 'conflicts'], async ({ scans, conflicts }) => {
    for (const { scan, conflict } of told) {
      const { scanId, at, name, direction, status } = scan
      const kept = await findScan(scans, scanId)
      if (kept !== null) {
        const { waiting: _waiting, ...rest } = kept
        const isUndoneSince = kept.undone !== scan.undone
        await scans.put({
          ...rest,
          code: '',
          answeredAt: now,
          ...(isUndoneSince && { waiting: 1 }),
        } satisfies KeptScan)
      }
      if (conflict !== null)
        await conflicts.put({ scanId, at, name, direction, status, ...conflict } satisfies KeptConflict)
    }
  })
}

/** Newest first. */
export async function readConflicts(database: GateDatabase): Promise<readonly KeptConflict[]> {
  const kept = await database.read(['conflicts'], ({ conflicts }) => conflicts.all())
  return v.parse(v.array(keptConflict), kept).toSorted((a, b) => b.at - a.at)
}

export async function clearConflicts(database: GateDatabase): Promise<void> {
  await database.write(['conflicts'], ({ conflicts }) => conflicts.clear())
}
