import { tally } from '../../platform/tally.ts'
import type { Attempt } from '../attempts/attempt.ts'

const OPEN: ReadonlySet<Attempt['state']> = new Set(['created', 'executing', 'action_required', 'pending'])

/** Counts a payment that has just ended, and passes it on. Money that goes back at once was not a sale. */
export function tallyEnd(previous: Attempt, recorded: Attempt | undefined): Attempt | undefined {
  if (recorded === undefined || !OPEN.has(previous.state) || OPEN.has(recorded.state)) return recorded
  const { siteKey: site, method, amount, state, operation, failure } = recorded
  const isPaid =
    (state === 'authorized' || state === 'captured') && operation !== 'void' && operation !== 'refund'
  tally('checkouts_total', { method, outcome: isPaid ? 'paid' : outcomeOf(state, failure?.class) })
  if (isPaid) {
    tally('orders_paid_total', { site, method })
    tally('paid_yen_total', { site, method }, amount.minor)
  }
  return recorded
}

function outcomeOf(state: Attempt['state'], failure: string | undefined): string {
  if (state === 'expired') return 'expired'
  return failure ?? 'too_late'
}
