import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

import { addDays, jstDateOf } from '@kippu/domain/jst-date'

import { claimPort } from '../../../../tools/claim-ports.ts'
import { RELEASE_BEFORE_ROOT } from '../../../../tools/release-before.ts'
import { ROOT } from '../kept-cluster.ts'
import { openDatabase } from '../../src/db/database.ts'
import { FOR_WHOLE_TABLES } from '../../src/db/patience.ts'
import { releaseExpired } from '../../src/orders/life/release-expired.ts'
import { startReconciler } from '../../src/payments/reconcile/reconcile.ts'
import { createTokens, type Tokens } from '../../src/tokens.ts'
import { createTestApp, testEnv } from '../app.ts'
import { sourcesAt } from '../bundled-store.ts'
import { insertCoupon } from '../coupon-rows.ts'
import { listAllMethods } from '../crash/method-rig.ts'
import type { ScenarioRig } from '../crash/method-scenarios.ts'
import { createPassingTime, type PassingTime, partsWithClock, settleByTime } from '../crash/passing-time.ts'
import { type ServerProcess, serverVariables, spawnServer, startServer } from '../crash/server-process.ts'
import { shopOverHttp } from '../crash/shop-over-http.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { startProviders } from '../payment-methods/simulators.ts'
import { createVisitor, type Shop } from '../payment-methods/visitor.ts'
import { reservationNumberOf } from '../reservation-number.ts'
import { insertPaidAndFree, type OfferedCatalogues } from '../small-catalogue.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { type Goods, placeOrder } from './place-order.ts'

/** The program that is upgraded, or the one of this checkout. */
export type Release = 'before' | 'now'

export type Role = 'web' | 'worker' | 'all'

/** One database and all providers, with servers of two releases behind one address. */
export interface UpgradeRig extends ScenarioRig {
  readonly database: TestDatabase
  readonly tokens: Tokens
  readonly shop: Shop
  readonly time: PassingTime
  readonly balancer: Balancer
  /** The variables of every server, besides its port and role. */
  readonly variables: Readonly<Record<string, string>>
  /** Starts a server; one that serves visitors is ready when this settles. */
  start(release: Release, role: Role): Promise<RunningRelease>
  /** What there is to buy: orders take the time spans in turn. Only once a program has made the tables. */
  offer(capacities: readonly number[]): Promise<void>
  /** Runs a command of a release's command line. @throws unless it succeeds; the error has what it printed. */
  command(release: Release, words: readonly string[]): Promise<string>
  /** The program of now ends every payment, refund and order that is open, while no worker runs. */
  endAll(): Promise<void>
  close(): Promise<void>
}

export interface RunningRelease {
  readonly port: number
  readonly process: ServerProcess
}

const COUPON = 'UPGRADE'
const MOST_PRESSES = 20
const BETWEEN_PRESSES_MS = 1000
/** Seconds. */
const LONGER_THAN_A_HOLD = 3600
const ROOTS = { before: RELEASE_BEFORE_ROOT, now: ROOT } as const

export async function createUpgradeRig(): Promise<UpgradeRig> {
  const balancer = await startBalancer()
  const providers = await startProviders({ storeUrl: balancer.origin })
  const database = await createTestDatabase('bare')
  const db = openDatabase(database.url, { poolSize: 4, patience: FOR_WHOLE_TABLES })
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-upgrade-'))
  const variables = {
    ...providers.variables,
    ...serverVariables({ databaseUrl: database.url, dataDir }),
    TRUST_PROXY: 'loopback',
    SITE_HOSTS: `demo=localhost:${balancer.port}`,
    SMTP_URL: providers.smtpUrl,
    // Payments that are held while they commit keep a connection each.
    DB_POOL_SIZE: '30',
  }
  const tokens = createTokens(testEnv().secretKey)
  const shop = patient(shopOverHttp(balancer.origin))
  const started: ServerProcess[] = []
  const alive = (): readonly ServerProcess[] => started.filter(server => server.isRunning())
  const time = createPassingTime(() => db, {
    setClockAhead: async aheadSeconds => {
      await providers.setClockAhead(aheadSeconds)
      await Promise.all(alive().map(server => server.tell({ do: 'clock', aheadSeconds })))
    },
  })
  const clock = () => ({ do: 'clock', aheadSeconds: time.aheadSeconds() }) as const
  const command: UpgradeRig['command'] = async (release, words) => {
    const root = ROOTS[release]
    const cli = ['--import', sourcesAt(root).hook, 'apps/server/src/cli/main.ts', ...words]
    const env = { PATH: process.env['PATH'], ...variables, CRASH_HOOK: JSON.stringify([clock()]) }
    // The providers are in this process: it must not wait for the command.
    const running = promisify(execFile)(process.execPath, cli, { cwd: root, env })
    const { stdout } = await running.catch((error: unknown) => {
      throw new Error(`${words.join(' ')}: ${Reflect.get(Object(error), 'stdout')}`, { cause: error })
    })
    return stdout
  }
  let ordered = 0
  let goods: OfferedCatalogues | undefined
  return {
    database,
    db,
    tokens,
    shop,
    time,
    balancer,
    variables,
    providers,
    visitor: createVisitor(shop, balancer.origin),
    start: async (release, role) => {
      const port = await claimPort()
      const own = { ...variables, ROLE: role }
      if (role === 'worker') {
        const process = spawnServer(own, [clock()], sourcesAt(ROOTS[release]))
        started.push(process)
        return { port, process }
      }
      const process = await startServer(port, own, sourcesAt(ROOTS[release]))
      started.push(process)
      await process.tell(clock())
      return { port, process }
    },
    offer: async capacities => {
      await listAllMethods({ db })
      await insertCoupon(db, { code: COUPON, usage_limit: 100_000 })
      const day = { capacities, setCapacities: capacities, visitDate: addDays(jstDateOf(Date.now()), 20) }
      goods = await insertPaidAndFree(db, day)
    },
    newOrder: driver => {
      if (goods === undefined) throw new Error('nothing is offered yet')
      const span = ordered % goods.paid.spans.length
      ordered += 1
      const ofDriver: Goods =
        driver.method === 'free'
          ? { catalogue: goods.free, span, coupon: undefined }
          : { catalogue: goods.paid, span, coupon: COUPON }
      return placeOrder({ shop, db, tokens }, ofDriver)
    },
    checkout: async (driver, { token, yen }, conduct) =>
      shop.call('POST', `/api/v1/orders/checkout/${token}`, {
        payment_method_type: driver.method,
        ...(await driver.data(providers, conduct, yen)),
      }),
    refund: async (order, tickets) => {
      const what = tickets === 'all' ? ['--all'] : ['--tickets', tickets.join(',')]
      await command('before', refundOf(await reservationNumberOf(db, order), what))
    },
    newChange: notThere,
    use: notThere,
    // The release before knows no such refund.
    refundDifference: async (order, yen) => {
      await command('now', refundOf(await reservationNumberOf(db, order), ['--difference', String(yen)]))
    },
    command,
    endAll: async () => {
      const app = await createTestApp({
        database: { url: database.url, drop: async () => undefined },
        variables: { ...variables, DB_POOL_SIZE: '5' },
        replace: partsWithClock(time.clock),
      })
      const reconciler = startReconciler(app.deps, { intervalMs: 3_600_000 })
      try {
        await settleByTime({ db, providers, time, reconciler })
        await time.pass(LONGER_THAN_A_HOLD)
        await releaseExpired(app.deps)
      } finally {
        await reconciler.stop()
        await app.close()
      }
    },
    close: async () => {
      await Promise.all(alive().map(server => server.kill()))
      balancer.close()
      await db.close()
      await database.drop()
      await providers.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Visitors press again when a server is busy: it answers so before it has done anything. */
function patient({ app, call }: Shop): Shop {
  const whenFree = async <Answer>(ask: () => Promise<Answer>, status: (answer: Answer) => number) => {
    let answer = await ask()
    for (let tries = 1; status(answer) === 503 && tries < MOST_PRESSES; tries += 1) {
      await delay(BETWEEN_PRESSES_MS)
      answer = await ask()
    }
    return answer
  }
  return {
    app: {
      inject: request =>
        whenFree(
          () => app.inject(request),
          ({ statusCode }) => statusCode,
        ),
    },
    call: (...request) =>
      whenFree(
        () => call(...request),
        ({ status }) => status,
      ),
  }
}

/** The words of the command line for a refund. */
export function refundOf(reservationNumber: string, what: readonly string[]): string[] {
  return ['refund', reservationNumber, ...what, '--reason', 'it rains', '--site', 'demo']
}

/** @throws always: the release before moves no visit. */
function notThere(): never {
  throw new Error('the release before moves no visit')
}
