import { entryWindowOf } from '@kippu/domain/check-in/entry-window'
import {
  type Direction,
  judgeEntry,
  judgeExit,
  type Judgement,
  type TicketPast,
} from '@kippu/domain/check-in/judge-entry'
import { isStale, type TicketClaim } from '@kippu/domain/check-in/signed-code'

import type { KeptLists, KeptScan, KeptTicket } from './kept.ts'

/** A claim whose signature is right, and what this device knows of its ticket. */
export interface OfflineQuestion {
  readonly claim: TicketClaim
  readonly lists: KeptLists
  /** Null while nothing happened to the ticket. */
  readonly ticket: KeptTicket | null
  /** Scans of this ticket on this device, oldest first. */
  readonly scans: readonly KeptScan[]
  readonly direction: Direction
  /** In ms since 1970. */
  readonly now: number
}

/** Whether a device without a connection lets somebody in, or out: by the rules of the store, and what it knew last. */
export function judgeOffline({ claim, lists, ticket, scans, direction, now }: OfflineQuestion): Judgement {
  if (isTooOld(claim, lists, now)) return { status: 'invalid', reason: 'expired_code' }
  if (ticket?.revoked === true) return { status: 'invalid', reason: 'revoked' }
  if (ticket !== null && claim.version < ticket.version) return { status: 'invalid', reason: 'older_code' }
  const product = lists.products.find(({ id }) => id === claim.productId)
  if (product === undefined) return { status: 'invalid', reason: 'unknown' }
  const past = pastOf(ticket, scans)
  if (direction === 'out') return judgeExit({ past })
  const window = entryWindowOf(product.bookingType, claim, lists.earlyMinutes)
  const { entryPolicy: policy, reentryMinutes } = product
  return judgeEntry({ rules: { policy, reentryMinutes, window }, past, at: now })
}

/** A code that does not change is a screenshot where a site has codes that do. */
function isTooOld(claim: TicketClaim, { rotating }: KeptLists, now: number): boolean {
  return (rotating && claim.issuedAt === null) || isStale(claim, now)
}

/** The past of a ticket, as far as the lists and this device know. */
export function pastOf(
  ticket: KeptTicket | null,
  scans: ReadonlyArray<Pick<KeptScan, 'status' | 'undone' | 'direction' | 'at'>>,
): TicketPast {
  let { lastInAt = null, lastOutAt = null } = ticket ?? {}
  for (const { status, undone, direction, at } of scans) {
    if (status !== 'success' || undone !== null) continue
    if (direction === 'in') lastInAt = Math.max(lastInAt ?? at, at)
    else lastOutAt = Math.max(lastOutAt ?? at, at)
  }
  return { lastInAt, lastOutAt }
}
