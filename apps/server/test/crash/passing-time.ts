import { sql } from 'kysely'

import type { Clock } from '../../src/platform/clock.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { isConflict, LOCK_TIMED_OUT, sqlStateOf } from '../../src/platform/db/sql-states.ts'
import { createPaymentProviders } from '../../src/payments/accounts/providers.ts'
import { createSeal } from '../../src/payments/port/seal.ts'
import type { Reconciler } from '../../src/payments/reconcile/reconcile.ts'
import type { AppOptions } from '../shop/server-app.ts'
import { clockAhead } from '../clock-ahead.ts'
import type { Providers } from '../payment-methods/simulators.ts'

/** Time that passes in the database, at the providers and for all servers at once, without any waiting. */
export interface PassingTime {
  readonly clock: Clock
  /** Seconds that have passed in addition to the real ones. */
  aheadSeconds(): number
  /** All stored times of orders and payments move this far into the past. */
  pass(seconds: number): Promise<void>
}

export function createPassingTime(db: () => Database, others: Pick<Providers, 'setClockAhead'>): PassingTime {
  let ahead = 0
  return {
    clock: clockAhead(() => ahead * 1000),
    aheadSeconds: () => ahead,
    pass: async seconds => {
      if (seconds <= 0) return
      ahead += seconds
      await others.setClockAhead(ahead)
      await age(db(), seconds)
    },
  }
}

/** For {@link AppOptions.replace}: the parts of a server that tell the time, with this clock. */
export function partsWithClock(clock: Clock): NonNullable<AppOptions['replace']> {
  return ({ env }) => ({
    clock,
    payments: createPaymentProviders(env, { clock, seal: createSeal(env.secretKey) }),
  })
}

const COLUMNS = {
  payment_attempts: ['check_at', 'deadline', 'created_at', 'updated_at'],
  refunds: ['check_at', 'created_at', 'updated_at'],
  orders: ['expires_at', 'check_at', 'created_at'],
  holds: ['expires_at'],
} as const

/** In one order, so that two who age at the same time wait for each other at the first table. */
const TABLES = ['holds', 'orders', 'payment_attempts', 'refunds'] as const

/** Servers write in between and lock the same rows, in another order or while a test holds them: this one then tries again. */
async function age(db: Database, seconds: number): Promise<void> {
  for (;;) {
    try {
      return await ageOnce(db, seconds)
    } catch (error) {
      if (!isConflict(error) && sqlStateOf(error) !== LOCK_TIMED_OUT) throw error
    }
  }
}

function ageOnce(db: Database, seconds: number): Promise<void> {
  return db.transaction(async tx => {
    for (const table of TABLES) {
      const older = COLUMNS[table].map(
        column => sql`${sql.ref(column)} = ${sql.ref(column)} - make_interval(secs => ${seconds})`,
      )
      await sql`update ${sql.table(table)} set ${sql.join(older)}`.execute(tx)
    }
  })
}

/**
 * An unfinished payment or refund of which it is unknown whether money moved. Those on a person's list are not included:
 * `find-wrongs.ts` checks whether they may be there.
 */
export interface OpenOperation {
  readonly attemptId: string
  readonly orderId: string
  readonly standing: string
  /** Until the next look. */
  readonly seconds: number
  /** Its visitor is on the provider's page and may stay there until the deadline. */
  readonly isAway: boolean
}

export async function findOpen(db: Database): Promise<readonly OpenOperation[]> {
  const { rows } = await db.read(tx =>
    sql<OpenOperation>`
      select id as "attemptId", order_id as "orderId",
        concat_ws(' ', method, state, operation, 'after', checks, 'checks') as standing,
        extract(epoch from check_at - now())::float as seconds,
        (state = 'action_required' and operation is null and deadline > now())
          or (state in ('failed', 'expired') and operation is null) as "isAway"
      from payment_attempts where check_at is not null and not needs_person
      union all
      select attempt_id, order_id, concat_ws(' ', 'refund', state, 'after', checks, 'checks'),
        extract(epoch from check_at - now())::float, false
      from refunds where check_at is not null and not needs_person
      union all
      select id, order_id, 'owed by a change of time', 0, false from refund_requests where not is_spread
    `.execute(tx),
  )
  return rows
}

/** More looks than any payment needs until its end. */
const MOST_ROUNDS = 200
/** The interval at which the servers look for due work. */
const LOOK_EVERY_SECONDS = 2

/** The result of looking until nothing is open, and how long each order stayed in doubt. */
export interface SettleResult {
  /**
   * Seconds of doubt by order, counted from `from`; time spent waiting for the visitor counts only after the deadline.
   */
  readonly doubt: ReadonlyMap<string, number>
}

interface SettleParts {
  readonly db: Database
  readonly providers: Providers
  readonly time: PassingTime
  readonly reconciler: Reconciler
}

/**
 * Lets exactly as much time pass as the servers would wait, look by look, until nothing is open or a person has
 * everything.
 */
export async function settleByTime(parts: SettleParts): Promise<SettleResult> {
  const doubt = new Map<string, number>()
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const open = await findOpen(parts.db)
    if (open.length === 0) return { doubt }
    const ledger = await parts.providers.ledger()
    const seconds = await look(parts, open)
    for (const { orderId, attemptId, isAway } of open)
      if (!isAway || ledger[attemptId] !== undefined) doubt.set(orderId, (doubt.get(orderId) ?? 0) + seconds)
  }
  const left = await findOpen(parts.db)
  throw new Error(`never at their end: ${left.map(({ standing }) => standing).join(', ')}`)
}

/**
 * Lets time pass until the next look of the servers, makes them look and receive the events that follow. Returns the
 * seconds.
 */
export async function look(
  { providers, time, reconciler }: SettleParts,
  open: readonly OpenOperation[],
): Promise<number> {
  // Clocks count whole milliseconds, and this one whole seconds.
  const due = Math.max(0, Math.min(...open.map(({ seconds }) => seconds)))
  const passed = Math.ceil(due) + LOOK_EVERY_SECONDS
  await time.pass(passed)
  await reconciler.runOnce()
  await providers.untilHeard()
  return passed
}
