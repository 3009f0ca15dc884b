import { returnToCheckout } from '../../orders/life/payment-steps.ts'
import { claimDue, findDueAttempts } from '../attempts/attempt-queries.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { failpoint } from '../attempts/failpoints.ts'
import { finishPayment } from '../saga/finish-payment.ts'
import { findStuckOrders } from './stuck-orders.ts'
import { compareLeft, mayLoseMoney } from '../refunds/compare-left.ts'
import { reconcileRefund } from '../refunds/reconcile-refund.ts'
import { findWaitingRequests, spreadOwed, type WaitingRequest } from '../refunds/spread-request.ts'
import { findDueRefunds } from '../refunds/refund-queries.ts'

/** How often due attempts are looked for. An index holds exactly those that are open. */
const INTERVAL_MS = 2_000
/** How often orders are looked for that no attempt speaks for. */
const STUCK_INTERVAL_MS = 600_000
/** Payments, refunds, and stuck orders looked for at once. */
const BATCH = 100
/** Payments, or refunds, of one provider worked on at once. */
const AT_ONCE = 5

const PAYMENTS_OF = 'payments of '
const REFUNDS_OF = 'refunds of '
const OWED = 'owed amounts'

interface Due {
  readonly id: string
  readonly provider: string
}
type Reconcile = (deps: PaymentDeps, id: string) => Promise<void>

export interface Reconciler {
  /** Looks now; resolves when all that was due is dealt with. */
  runOnce(): Promise<void>
  /** Waits for what is under way. */
  stop(): Promise<void>
}

export interface ReconcilerOptions {
  readonly intervalMs?: number
  /** Called when a look has ended, however it ended; the payments that it found may be under way still. */
  readonly onTurn?: () => void
}

/**
 * Ends every payment that no worker has: after a crash, a lost answer, a visitor who never came back, or a webhook
 * event. A plain scan, so that no lost message loses money; as many servers as you like. Each
 * provider has lines of its own, for payments and for refunds: one that is slow or dead holds up nobody but itself.
 */
export function startReconciler(
  deps: PaymentDeps,
  { intervalMs = INTERVAL_MS, onTurn }: ReconcilerOptions = {},
): Reconciler {
  /** Lines at work, by name; stuck orders have one. */
  const lines = new Map<string, Promise<void>>()
  let lastStuckLook = -Infinity
  /** Owed amounts are looked at page by page: those that go on waiting keep none from its turn. */
  let owedAfter = new Date(0)
  let hasSpread = false

  const startLine = (name: string, work: () => Promise<void>): void => {
    if (lines.has(name)) return
    const line = work()
      .catch((error: unknown) => deps.log.error({ err: error, line: name }, 'reconciler failed'))
      .finally(() => lines.delete(name))
    lines.set(name, line)
  }
  /** Providers that have such a line at work. */
  const busyWith = (what: string): string[] =>
    [...lines.keys()].filter(name => name.startsWith(what)).map(name => name.slice(what.length))
  const startLines = (what: string, due: readonly Due[], reconcile: Reconcile): void => {
    for (const [provider, own] of Map.groupBy(due, one => one.provider))
      startLine(`${what}${provider}`, () => reconcileAll(deps, own, reconcile))
  }
  const look = async (): Promise<boolean> => {
    const attempts = await deps.db.read(tx =>
      findDueAttempts(tx, { limit: BATCH, except: busyWith(PAYMENTS_OF) }),
    )
    const refunds = await deps.db.read(tx =>
      findDueRefunds(tx, { limit: BATCH, except: busyWith(REFUNDS_OF) }),
    )
    startLines(PAYMENTS_OF, attempts, reconcileAttempt)
    if (!lines.has(OWED)) {
      const owed = await deps.db.read(tx => findWaitingRequests(tx, { limit: BATCH, after: owedAfter }))
      owedAfter = (owed.length === BATCH && owed.at(-1)?.createdAt) || new Date(0)
      startLine(OWED, async () => {
        hasSpread = await spreadAll(deps, owed)
      })
    }
    startLines(REFUNDS_OF, refunds, reconcileRefund)
    if (performance.now() - lastStuckLook >= STUCK_INTERVAL_MS) {
      lastStuckLook = performance.now()
      startLine('stuck orders', () => freeStuckOrders(deps))
    }
    return attempts.length + refunds.length > 0
  }
  const runOnce = async (): Promise<void> => {
    const hasWork = await look()
    await Promise.all(lines.values())
    if (hasWork || hasSpread) await runOnce()
  }
  let looking: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    looking = look()
      .catch((error: unknown) => deps.log.error({ err: error }, 'reconciler failed'))
      .finally(onTurn)
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

/** Works through what is due, some at once: as one is done with, the next begins. */
async function reconcileAll(deps: PaymentDeps, due: readonly Due[], reconcile: Reconcile): Promise<void> {
  const waiting = [...due]
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      await reconcile(deps, next.id)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Spreads what changes to a cheaper time owe; one that has to wait comes again. True where some of it is refunds from now on. */
async function spreadAll(deps: PaymentDeps, owed: readonly WaitingRequest[]): Promise<boolean> {
  let refunds = 0
  for (const request of owed)
    try {
      refunds += (await spreadOwed(deps, request)).length
    } catch (error) {
      deps.log.error({ err: error, request: request.id }, 'owed amount not given back')
    }
  return refunds > 0
}

/** One that fails is logged and comes again when its lease ends; it never holds up the others. */
async function reconcileAttempt(deps: PaymentDeps, id: string): Promise<void> {
  try {
    const attempt = await deps.db.transaction(tx => claimDue(tx, id))
    if (attempt === undefined) return
    await failpoint('reconcile.claimed', attempt.orderId)
    await (mayLoseMoney(attempt) ? compareLeft(deps, attempt) : finishPayment(deps, attempt))
  } catch (error) {
    deps.log.error({ err: error, attempt: id }, 'payment not reconciled')
  }
}

/** A second guard: attempt and order change in one transaction, so there should be no such order. */
async function freeStuckOrders(deps: PaymentDeps): Promise<void> {
  for (const orderId of await deps.db.read(tx => findStuckOrders(tx, BATCH))) {
    deps.log.error({ order: orderId }, 'order waits for a payment that does not exist')
    await deps.db.transaction(tx => returnToCheckout(tx, { orderId }))
  }
}
