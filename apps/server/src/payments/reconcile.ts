import { returnToCheckout } from '../orders/payment-steps.ts'
import { claimDue, findDueAttempts } from './attempt-queries.ts'
import type { PaymentDeps } from './call-provider.ts'
import { failpoint } from './failpoints.ts'
import { finishPayment } from './finish-payment.ts'
import { findStuckOrders } from './queries.ts'
import { reconcileRefunds } from './refunds/reconcile-refunds.ts'
import { LEASE_SECONDS } from './timing.ts'

/** How often due attempts are looked for. An index holds exactly those that are open. */
const INTERVAL_MS = 2_000
/** How often orders are looked for that no attempt speaks for. */
const STUCK_INTERVAL_MS = 600_000
/** Attempts worked on at once. */
const BATCH = 10

export interface Reconciler {
  /** Looks once, now; resolves when all that was due is dealt with. */
  runOnce(): Promise<void>
  /** Waits for what is under way. */
  stop(): Promise<void>
}

/**
 * Ends every payment that nobody is working on: after a crash, a lost answer, a visitor who never came back, or news
 * of the provider (payments §8). A plain scan, so that no lost message loses money; as many servers as you like.
 */
export function startReconciler(
  deps: PaymentDeps,
  { intervalMs = INTERVAL_MS }: { readonly intervalMs?: number } = {},
): Reconciler {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let lastStuckLook = -Infinity

  const runOnce = async (): Promise<void> => {
    await reconcileDue(deps)
    await reconcileRefunds(deps)
    if (performance.now() - lastStuckLook < STUCK_INTERVAL_MS) return
    await freeStuckOrders(deps)
    lastStuckLook = performance.now()
  }
  const runForEver = async (): Promise<void> => {
    await runOnce().catch((error: unknown) => deps.log.error({ err: error }, 'reconciler failed'))
    if (!isStopped) timer = setTimeout(goOn, intervalMs)
  }
  const goOn = (): void => {
    current = runForEver()
  }
  let current = runForEver()

  return {
    runOnce,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      return current
    },
  }
}

async function reconcileDue(deps: PaymentDeps): Promise<void> {
  for (;;) {
    const ids = await deps.db.read(tx => findDueAttempts(tx, BATCH))
    await Promise.all(ids.map(id => reconcile(deps, id)))
    if (ids.length < BATCH) return
  }
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
