import type { ShareName } from '@kippu/domain/stock/unproven-shares'
import type { Logger } from 'pino'

import type { Clock } from '../platform/clock.ts'

/** How often orders met a full share in this process. */
export interface FullShares {
  note(share: ShareName): void
  counts(): Readonly<Record<ShareName, number>>
}

/** A share that stays full is logged once a minute. */
const QUIET_MS = 60_000

/** Counts full shares by their kind, and logs them: nothing of an address or a visitor. */
export function createFullShares({
  log,
  clock,
}: {
  readonly log: Pick<Logger, 'warn'>
  readonly clock: Pick<Clock, 'monotonicMs'>
}): FullShares {
  const counts = { day: 0, network: 0, mailDomain: 0, unpaidNetwork: 0, unpaidMailDomain: 0, doorCode: 0 }
  const loggedAt = new Map<ShareName, number>()
  return {
    note: share => {
      counts[share] += 1
      if (clock.monotonicMs() - (loggedAt.get(share) ?? -Infinity) < QUIET_MS) return
      loggedAt.set(share, clock.monotonicMs())
      log.warn({ share, orders: counts[share] }, 'a share of unpaid orders is full')
    },
    counts: () => counts,
  }
}
