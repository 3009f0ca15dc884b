import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import { sql } from 'kysely'

import { claimPort } from '../../../../tools/start/claim-ports.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { FOR_WHOLE_TABLES } from '../../src/platform/db/patience.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { FAILPOINTS, type Failpoint } from '../../src/payments/attempts/failpoints.ts'
import { insertCoupon } from '../coupon-rows.ts'
import { findWrongs } from '../find-wrongs.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../small-catalogue.ts'
import { startStripeSimulator, type StripeSimulator } from '../stripe-simulator.ts'
import { type ServerProcess, serverVariables, startServer } from './server-process.ts'

export interface CrashRig {
  readonly stripe: StripeSimulator
  readonly db: Database
  readonly catalogue: SmallCatalogue
  /** Origin of the server, the same after every restart. */
  readonly origin: string
  server(): ServerProcess
  /** Starts the server again, if it is down. */
  restart(): Promise<void>
  /** Lets time pass until no payment is open: waiting times first, then the deadlines. */
  settle(): Promise<void>
  /** Inconsistencies between the store, its ledger and the provider's, and open payments. */
  findWrongs(): Promise<string[]>
  close(): Promise<void>
}

const PATIENCE_MS = 20_000

/** Of the server in every crash test. */
export const SECRET_KEY = 'only for the crash tests, 32 characters or more'

/** Every order has this coupon: its uses are counted, and the discounts of coupon and method are in every amount. */
export const COUPON = 'CRASH'

/** A real server process, a real database and the real simulator, whose ledger survives all crashes. */
export async function createCrashRig(databaseUrl: string): Promise<CrashRig> {
  const port = await claimPort()
  const origin = `http://127.0.0.1:${port}`
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-crash-'))
  const stripe = await startStripeSimulator({ storeUrl: origin })
  await migrate(databaseUrl)
  const db = openDatabase(databaseUrl, { poolSize: 4, patience: FOR_WHOLE_TABLES })
  const start = () =>
    startServer(port, {
      ...stripe.variables,
      ...serverVariables({ databaseUrl, dataDir }),
      SECRET_KEY,
      SITE_HOSTS: `demo=127.0.0.1:${port}`,
    })
  let server = await start().catch(async (error: unknown) => {
    await Promise.all([db.close(), stripe.close()])
    throw error
  })
  await insertCoupon(db, { code: COUPON, usage_limit: 1_000 })
  await db.transaction(tx =>
    tx
      .updateTable('payment_methods')
      .set({ discount_type: 'percent', discount_amount: 3 })
      .where('site_key', '=', 'demo')
      .execute(),
  )
  // A time span for each case, and one of its set product, so that a case that loses its stock does not affect the
  // others.
  const capacities = Array.from({ length: FAILPOINTS.length + 5 }, () => 5)
  const catalogue = await insertSmallCatalogue(db, {
    capacities,
    setCapacities: capacities,
    visitDate: addDays(jstDateOf(systemClock.now()), 20),
  })

  return {
    stripe,
    db,
    catalogue,
    origin,
    server: () => server,
    restart: async () => {
      if (server.isRunning()) return
      server = await start()
    },
    settle: async () => {
      await letTimePass(db, { deadlines: false })
      await untilNothingIsOpen(db)
    },
    findWrongs: () => findWrongs({ db, providers: stripe, forPersons: new Set() }),
    close: async () => {
      await server.stop()
      await db.close()
      await stripe.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Has the effect of waiting. */
export async function letTimePass(
  db: Database,
  { deadlines }: { readonly deadlines: boolean },
): Promise<void> {
  await db.transaction(tx =>
    tx
      .updateTable('payment_attempts')
      .set({ check_at: sql<Date>`now()`, ...(deadlines && { deadline: sql<Date>`now()` }) })
      .where('check_at', 'is not', null)
      .execute(),
  )
}

/** Waits for the reconciler; every second enough time passes for all waiting times and deadlines to end. */
async function untilNothingIsOpen(db: Database): Promise<void> {
  const start = performance.now()
  let lastJump = start
  for (;;) {
    const left = await db.read(tx =>
      tx
        .selectFrom('payment_attempts')
        .select(['id', 'state', 'operation'])
        .where('check_at', 'is not', null)
        .execute(),
    )
    if (left.length === 0) return
    if (performance.now() - start > PATIENCE_MS) throw new Error(`still open: ${JSON.stringify(left)}`)
    if (performance.now() - lastJump > 1_000) {
      await letTimePass(db, { deadlines: true })
      lastJump = performance.now()
    }
    await delay(50)
  }
}

/** Points at which the call is under way; the others are passed in an instant. */
export function isSent(failpoint: Failpoint): boolean {
  return failpoint.endsWith('.sent')
}
