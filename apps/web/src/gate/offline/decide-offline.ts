import type { Direction, Judgement } from '@kippu/domain/check-in/judge-entry'
import { readScannedText, type ScannedText } from '@kippu/domain/check-in/scanned-text'
import type { TicketClaim } from '@kippu/domain/check-in/signed-code'
import type { TicketPast } from '@kippu/domain/check-in/judge-entry'

import type { GateDatabase } from './gate-database.ts'
import { isSignedBy } from './is-signed-by.ts'
import { judgeOffline, pastOf } from './judge-offline.ts'
import { type KeptLists, type KeptScan } from './kept.ts'
import { areOver, listsIn, readLists } from './kept-lists.ts'
import { findScan, knownTicket } from './kept-scans.ts'

/** The longest code that a report may name. */
const MOST_LETTERS = 400

export interface OfflineScan {
  readonly scanId: string
  readonly code: string
  readonly direction: Direction
  /** By the store's clock, in ms since 1970. */
  readonly now: number
}

/** The decision of a device by itself. */
export interface OfflineTicket {
  readonly claim: TicketClaim
  readonly productName: string
  readonly kindName: string
  readonly needsProof: boolean
  /** Before this scan. */
  readonly past: TicketPast
}

export type OfflineDecision =
  | {
      readonly kind: 'decided'
      readonly judgement: Judgement
      readonly at: number
      readonly ticket: OfflineTicket | null
    }
  /** Only the store can tell, by this kind of code. */
  | { readonly kind: 'needs_store'; readonly code: 'plain' | 'party' | 'short' }
  /** This device has never had the lists, or those that it has are over. */
  | { readonly kind: 'no_lists' }

/**
 * Decides without the store, and keeps what was decided before anybody sees it. The same scan gets the same decision again, and two tabs never let one
 * ticket in twice.
 */
export async function decideOffline(database: GateDatabase, scan: OfflineScan): Promise<OfflineDecision> {
  const lists = await readLists(database)
  if (lists === null || areOver(lists, scan.now)) return { kind: 'no_lists' }
  const text = readScannedText(scan.code)
  switch (text.kind) {
    case 'plain':
    case 'party':
    case 'short':
      return { kind: 'needs_store', code: text.kind }
    case 'signed':
    case 'unknown': {
      const isSigned = text.kind === 'signed' && (await isSignedBy(lists, text.code))
      return decide(database, scan, { text, isSigned })
    }
  }
}

interface Read {
  readonly text: ScannedText
  readonly isSigned: boolean
}

async function decide(
  database: GateDatabase,
  scan: OfflineScan,
  { text, isSigned }: Read,
): Promise<OfflineDecision> {
  return database.write(['lists', 'tickets', 'scans'], async stores => {
    const lists = await listsIn(stores.lists)
    if (lists === null) return { kind: 'no_lists' }
    const claim = text.kind === 'signed' && isSigned ? text.code.claim : null
    const known = claim === null ? NOTHING : await knownTicket(stores, claim.uid)
    const former = await findScan(stores.scans, scan.scanId)
    const past = former?.before ?? pastOf(known.ticket, known.scans)
    const ticket = claim === null ? null : ticketOf(claim, lists, past)
    if (former !== null) return { kind: 'decided', judgement: judgementOf(former), at: former.at, ticket }
    const { direction, now } = scan
    const judgement: Judgement =
      claim === null
        ? { status: 'invalid', reason: text.kind === 'signed' ? 'forged' : 'unknown' }
        : judgeOffline({ claim, lists, ...known, direction, now })
    await stores.scans.put({
      scanId: scan.scanId,
      siteKey: lists.siteKey,
      ...(claim !== null && { uid: claim.uid }),
      name: ticket === null ? '' : nameOf(ticket),
      direction,
      at: now,
      code: reportable(scan.code),
      status: judgement.status,
      reason: judgement.status === 'success' ? null : judgement.reason,
      before: past,
      undone: null,
      answeredAt: null,
      waiting: 1,
    } satisfies KeptScan)
    return { kind: 'decided', judgement, at: now, ticket }
  })
}

const NOTHING = { ticket: null, scans: [] } as const

function judgementOf({ status, reason }: KeptScan): Judgement {
  return status === 'success' ? { status } : { status, reason: reason ?? 'unknown' }
}

function ticketOf(claim: TicketClaim, { products }: KeptLists, past: TicketPast): OfflineTicket {
  const product = products.find(({ id }) => id === claim.productId)
  const kind = product?.kinds.find(({ id }) => id === claim.optionValueId)
  return {
    claim,
    productName: product?.name ?? '',
    kindName: kind?.name ?? '',
    needsProof: kind?.needsProof ?? false,
    past,
  }
}

export function nameOf({ kindName, productName }: Pick<OfflineTicket, 'kindName' | 'productName'>): string {
  return [kindName, productName].filter(name => name !== '').join(' · ')
}

/** Codes of others may have letters that no report can carry. */
function reportable(code: string): string {
  return code.replaceAll('\0', '').toWellFormed().slice(0, MOST_LETTERS).toWellFormed()
}
