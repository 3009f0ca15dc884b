import { returnToCheckout } from '../../orders/payment-steps.ts'
import { claimDue, findDueAttempts } from '../attempt-queries.ts'
import type { PaymentDeps } from './call-provider.ts'
import { failpoint } from './failpoints.ts'
import { finishPayment } from './finish-payment.ts'
import { findStuckOrders } from './stuck-orders.ts'
import { reconcileRefunds } from '../refunds/reconcile-refunds.ts'
import { LEASE_SECONDS } from './timing.ts'

/** How often due attempts are looked for. An index holds exactly those that are open. */
const INTERVAL_MS = 2_000
/** How often orders are looked for that no attempt speaks for. */
const STUCK_INTERVAL_MS = 600_000
/** Attempts looked for at once, and stuck orders. */
const BATCH = 100
/** Attempts of one provider worked on at once. */
const AT_ONCE = 5

export interface Reconciler {
  /** Looks now; resolves when all that was due is dealt with. */
  runOnce(): Promise<void>
  /** Waits for what is under way. */
  stop(): Promise<void>
}

/**
 * Ends every payment that nobody is working on: after a crash, a lost answer, a visitor who never came back, or news
 * of the provider (payments §8). A plain scan, so that no lost message loses money; as many servers as you like. Each
 * provider has a line of its own: one that is slow or dead holds up nobody but itself.
 */
export function startReconciler(
  deps: PaymentDeps,
  { intervalMs = INTERVAL_MS }: { readonly intervalMs?: number } = {},
): Reconciler {
  /** Lines at work, by provider; refunds and stuck orders have one each. */
  const lines = new Map<string, Promise<void>>()
  let lastStuckLook = -Infinity

  const startLine = (name: string, work: () => Promise<void>): void => {
    if (lines.has(name)) return
    const line = work()
      .catch((error: unknown) => deps.log.error({ err: error, line: name }, 'reconciler failed'))
      .finally(() => lines.delete(name))
    lines.set(name, line)
  }
  const look = async (): Promise<boolean> => {
    const due = await deps.db.read(tx => findDueAttempts(tx, { limit: BATCH, except: [...lines.keys()] }))
    for (const [provider, attempts] of Map.groupBy(due, attempt => attempt.provider))
      startLine(provider, () =>
        reconcileAll(
          deps,
          attempts.map(attempt => attempt.id),
        ),
      )
    startLine('refunds', () => reconcileRefunds(deps))
    if (performance.now() - lastStuckLook >= STUCK_INTERVAL_MS) {
      lastStuckLook = performance.now()
      startLine('stuck orders', () => freeStuckOrders(deps))
    }
    return due.length > 0
  }
  const runOnce = async (): Promise<void> => {
    const hasWork = await look()
    await Promise.all(lines.values())
    if (hasWork) await runOnce()
  }
  let looking: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    looking = look().catch((error: unknown) => deps.log.error({ err: error }, 'reconciler failed'))
  }, intervalMs)

  return {
    runOnce,
    stop: async () => {
      clearInterval(timer)
      await looking
      await Promise.all(lines.values())
    },
  }
}

/** Works through attempts, some at once: as one is done with, the next begins. */
async function reconcileAll(deps: PaymentDeps, ids: readonly string[]): Promise<void> {
  const waiting = [...ids]
  const worker = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await reconcile(deps, id)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** One that fails is logged and comes again when its lease ends; it never holds up the others. */
async function reconcile(deps: PaymentDeps, id: string): Promise<void> {
  try {
    const attempt = await deps.db.transaction(tx => claimDue(tx, id, LEASE_SECONDS))
    if (attempt === undefined) return
    await failpoint('reconcile.claimed', attempt.orderId)
    await finishPayment(deps, attempt)
  } catch (error) {
    deps.log.error({ err: error, attempt: id }, 'payment not reconciled')
  }
}

/** A belt beside the braces: attempt and order change in one transaction, so there should be none. */
async function freeStuckOrders(deps: PaymentDeps): Promise<void> {
  for (const orderId of await deps.db.read(tx => findStuckOrders(tx, BATCH))) {
    deps.log.error({ order: orderId }, 'order waits for a payment that does not exist')
    await deps.db.transaction(tx => returnToCheckout(tx, { orderId }))
  }
}
