import type { Deps } from '../../platform/deps.ts'
import { runEvery } from '../../platform/jobs/run-every.ts'
import { takeBackGuestCoupons } from '../../orders/coupons/guest-coupon.ts'

const INTERVAL_MS = 600_000

/** Takes coupons of guests back that no visit was issued with. Returns how many. */
export function sweepGuestCoupons({ db }: Pick<Deps, 'db'>): Promise<number> {
  return db.transaction(takeBackGuestCoupons)
}

/** Runs {@link sweepGuestCoupons} every ten minutes until stopped; several servers may do so at once. */
export function startSweepingGuestCoupons(deps: Pick<Deps, 'db' | 'log'>): { stop(): Promise<void> } {
  return runEvery(deps.log, {
    intervalMs: INTERVAL_MS,
    work: () => sweepGuestCoupons(deps),
    failed: 'unused coupons of guests could not be taken back',
  })
}
