import { setTimeout as delay } from 'node:timers/promises'

import type { Logger } from 'pino'

import { createApp } from './app.ts'
import { createStatusApp } from './status-app.ts'
import { systemClock } from '../platform/clock.ts'
import { analyzeNewTables } from '../platform/db/analyze.ts'
import { startSweepingCounts } from '../orders/address-proofs/sweep-counts.ts'
import { checkDatabase } from './checks/check-database.ts'
import { CONSOLE_POOL, checkConnections } from './checks/check-connections.ts'
import { checkEncryption } from './checks/check-encryption.ts'
import { checkPrepared } from './checks/check-prepared.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import {
  FOR_STAFF,
  FOR_VISITORS,
  FOR_WHOLE_TABLES,
  FOR_WORKERS,
  type Patience,
} from '../platform/db/patience.ts'
import { seed } from '../sites/seed/seed.ts'
import type { AppDeps } from './app-deps.ts'
import { startSummaries } from '../office/books/mail-summaries.ts'
import { startKeepingSoldDays } from '../office/books/sold-days.ts'
import { createEnvParts } from './environment/env-parts.ts'
import { loadWebBuild, type WebBuild } from '../pages/documents/web-build.ts'
import type { ServerEnv } from './environment/read-env.ts'
import { startSweepingGuestCoupons } from '../office/desk/sweep-guest-coupons.ts'
import { createDrain } from '../platform/http/drain.ts'
import { createLog } from '../platform/http/request-log.ts'
import { createJobQueue, type RunningJobQueue } from '../platform/jobs/pg-boss-queue.ts'
import { createTurns } from '../platform/jobs/turns.ts'
import { createFirstTry } from '../mail/smtp-first-try.ts'
import { createMailWorker } from '../mail/mail-worker.ts'
import { createMetrics } from './metrics/metrics.ts'
import { createBatchedHolds } from '../orders/holds/batched-holds.ts'
import { createDoubtfulOrders } from '../stock/doubtful-orders.ts'
import { createFullShares } from '../stock/full-shares.ts'
import { endDoubtful } from '../orders/life/end-doubtful.ts'
import { createPlacesAtProof } from '../orders/life/take-places.ts'
import { startClearing } from '../orders/life/clear-unpaid.ts'
import { startReleasing } from '../orders/life/release-expired.ts'
import { startSweepingFailures } from '../orders/membership/sweep-failures.ts'
import { forgetVisitors } from '../payments/attempts/forget-visitors.ts'
import { dropBookings } from '../resellers/bookings/empty-bookings.ts'
import { startSweepingKeys } from '../platform/idempotency/sweep-keys.ts'
import { startReconciler } from '../payments/reconcile/reconcile.ts'
import { createSiteContent } from '../sites/content/site-content.ts'
import { createSiteGates } from '../tickets/site-gates/site-gates.ts'
import { startExtendingRules } from '../office/catalogue/extend-rules.ts'
import { startRetaining } from '../office/retention/retain.ts'
import { startSealing } from '../platform/staff/seal-actions.ts'
import { startReminding } from '../tickets/remind.ts'
import { startSweepingShareMails } from '../tickets/shares/share-mails.ts'
import { startSweepingTries } from '../tickets/sweep-tries.ts'
import { createTokens } from '../platform/tokens.ts'
import { startCancelling } from '../office/visits/work-cancellations.ts'
import { createOffers } from '../resellers/offers/offers.ts'
import { startWatchingAvailability } from '../resellers/webhooks/watch-availability.ts'
import { writeMessage } from '../resellers/webhooks/write-message.ts'
import { startSendingWebhooks } from '../platform/webhooks/send-webhooks.ts'
import { passTypeEnds } from '../tickets/wallet/accounts/pass-type-ends.ts'
import { createWalletWorker } from '../tickets/wallet/wallet-worker.ts'
import { FILLINGS, startFilling } from './upgrade/fill.ts'

export interface RunningServer {
  /** How long `stop` goes on accepting visitors, in ms. */
  readonly drainMs: number
  /** Is not ready any more, lets visitors go elsewhere, answers the rest, finishes the running work, and closes the database. */
  stop(): Promise<void>
}

/**
 * The surroundings of the server: production has the web app as it was built, and listens where the environment says.
 */
export interface Surroundings {
  readonly loadWeb: () => Promise<WebBuild>
  readonly address: { readonly host: string; readonly port: number }
}

/** Stops one part; parts are stopped in the reverse order of their start. */
type Stop = () => Promise<void> | void

/**
 * Starts what the role asks for, in order: what the environment says, schema, texts, queue, web, worker. Several servers may start
 * at once on one database.
 * @throws one of our own errors with one clear line when something is missing.
 */
export async function startServer(
  env: ServerEnv,
  surroundings: Surroundings = { loadWeb: loadWebBuild, address: env },
): Promise<RunningServer> {
  const stops: Stop[] = []
  const stop = async (): Promise<void> => {
    for (const stopPart of stops.toReversed()) await stopPart()
  }
  try {
    await startParts(env, surroundings, part => stops.push(part))
    return { drainMs: drainMsOf(env), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Nobody sends visitors to a worker, so nobody has to notice that it ends. */
function drainMsOf({ role, drainSeconds }: Pick<ServerEnv, 'role' | 'drainSeconds'>): number {
  return role === 'worker' ? 0 : drainSeconds * 1_000
}

async function startParts(
  env: ServerEnv,
  { loadWeb, address }: Surroundings,
  onStop: (stop: Stop) => void,
): Promise<void> {
  const { sites, memberTokens, payments } = createEnvParts(env)
  const web = env.role === 'worker' ? undefined : await loadWeb()
  await checkDatabase(env.databaseUrl)
  await migrate(env.databaseUrl)
  if (env.dbPrepared) await checkPrepared(env.databaseUrl)
  const log = createLog(env.logLevel).child({ process: env.processName })
  onStop(() => log.info({ role: env.role }, 'the process has stopped'))
  const silences = createSilences(log)
  const open = (poolSize: number, patience: Patience): Database => {
    const opened = openDatabase(env.databaseUrl, {
      poolSize,
      patience,
      prepared: env.dbPrepared,
      onSilent: silences.note,
    })
    onStop(() => opened.close())
    return opened
  }
  const db = open(env.dbPoolSize, env.role === 'worker' ? FOR_WORKERS : FOR_VISITORS)
  // A connection for the start, and for work that reads whole tables.
  const patientDb = open(1, FOR_WHOLE_TABLES)
  await checkConnections(patientDb, env, log)
  checkEncryption(env, log)
  const queue = await createJobQueue({ databaseUrl: env.databaseUrl, log, onSilent: silences.note })
  onStop(() => queue.stop())
  const doubtful = createDoubtfulOrders({
    log,
    endOrder: orderId => endDoubtful(db, orderId),
  })
  onStop(() => doubtful.stop())
  const fullShares = createFullShares({ log, clock: systemClock })
  const holds = createBatchedHolds({
    db,
    holdSeconds: env.unprovenHoldSeconds,
    onUnanswered: orderIds => doubtful.add(orderIds),
    fullShares,
  })
  onStop(() => holds.close())
  const shared = { db, clock: systemClock, tokens: createTokens(env.secretKey, env.formerSecretKeys) }
  const content = createSiteContent(shared)
  const basics = {
    env,
    ...shared,
    sites,
    content,
    gates: createSiteGates(shared, content),
    memberTokens,
    log,
  }
  const firstTry = createFirstTry(basics)
  onStop(() => firstTry.close())
  const deps: Omit<AppDeps, 'web'> = {
    ...basics,
    firstTry,
    jobs: queue,
    holds,
    placesAtProof: createPlacesAtProof({ db, holdSeconds: env.orderHoldSeconds, fullShares }),
    fullShares,
    payments,
    drain: createDrain(),
    turns: createTurns(),
    loadLimits: 'on',
  }
  await seed(patientDb, sites.known)
  await analyzeNewTables(patientDb)
  let emptied = 0
  const metrics = createMetrics(deps, {
    ...(web !== undefined && {
      holdsWaiting: () => holds.waiting(),
      longestHoldWaitMs: () => Math.max(holds.longestWaitMs(), deps.placesAtProof.longestWaitMs()),
      fullShares: () => fullShares.counts(),
    }),
    mailsWaiting: () => queue.waiting(),
    ...(env.role !== 'web' && { ordersEmptied: () => emptied }),
    ordersInDoubt: () => doubtful.count(),
    connectionsCut: () => silences.count(),
    loops: () => deps.turns.ages(),
    passTypeEnds: passTypeEnds(env.wallets),
  })
  // Stopped after the worker and the web, so that the operator can look on; begun after them, because it says that they are there.
  const status = env.statusPort === null ? undefined : createStatusApp(deps, metrics)
  onStop(() => status?.close())
  if (env.role !== 'web')
    onStop(await startWorker(deps, { queue, patientDb, onCleared: orders => (emptied += orders) }))
  if (web !== undefined) {
    const consoleDb = env.consoleHost === null ? undefined : open(CONSOLE_POOL, FOR_STAFF)
    const app = await createApp({ ...deps, ...(consoleDb && { consoleDb }), web }, metrics)
    onStop(() => app.close())
    onStop(() => deps.drain.finish())
    // Fastify passes on every option of `net.Server.listen`, and types some.
    const listening = { host: hostToListenOn(address.host), port: address.port, reusePort: env.portShared }
    await app.listen(listening)
  }
  if (env.statusPort !== null) await status?.listen({ host: address.host, port: env.statusPort })
  log.info({ role: env.role }, 'the process serves')
  onStop(async () => {
    log.info({ role: env.role }, 'the process is asked to stop')
    deps.drain.begin()
    await delay(drainMsOf(env))
  })
}

/**
 * A server of our own making listens at one address, and `localhost` is two. A proxy is told of the one that every
 * machine has; a client that asks for the other one tries this one next.
 */
function hostToListenOn(host: string): string {
  return host === 'localhost' ? '127.0.0.1' : host
}

interface Silences {
  readonly note: (connections: number) => void
  count(): number
}

/** Counts the connections on which the database did not answer. */
function createSilences(log: Pick<Logger, 'warn'>): Silences {
  let count = 0
  return {
    note: connections => {
      count += connections
      log.warn({ connections }, 'the database did not answer: connections are opened anew')
    },
    count: () => count,
  }
}

interface WorkerParts {
  readonly queue: RunningJobQueue
  /** For work that reads whole tables. */
  readonly patientDb: Database
  /** Called with the number of orders that a pass has cleared. */
  readonly onCleared: (orders: number) => void
}

/**
 * Mails, passes in wallets, reminders of visits, summaries of days, unattended payments, ended holds, expired counts of mails, failed logins and inquiries, what was kept long enough, unpaid orders and
 * rows that the previous release left to be filled: any process may work on them, and several share the work.
 */
async function startWorker(
  deps: Omit<AppDeps, 'web'>,
  { queue, patientDb, onCleared }: WorkerParts,
): Promise<Stop> {
  const { turns } = deps
  const offers = createOffers(deps)
  const mails = createMailWorker(deps)
  const wallets = createWalletWorker(deps)
  await queue.startWorker({ ...mails.handlers, ...wallets.handlers })
  turns.watchBy('mails', () => queue.lastLookMs())
  const reconciler = startReconciler(deps, { onTurn: turns.watch('reconciler') })
  const releasing = startReleasing(deps, turns.watch('releasing'))
  const sweeping = [
    startSweepingCounts(deps),
    startSweepingFailures(deps),
    startSweepingTries(deps),
    startSweepingShareMails(deps),
    startSweepingGuestCoupons(deps),
    startSweepingKeys(deps),
    startSealing(deps),
    startReminding(deps),
    startSummaries(deps),
    startKeepingSoldDays({ ...deps, db: patientDb }),
    startSendingWebhooks(
      deps,
      {
        anywhere: !deps.env.production,
        timeoutMs: 10_000,
        write: delivery => writeMessage({ ...deps, offers }, delivery),
      },
      turns.watch('webhooks'),
    ),
    startWatchingAvailability({ ...deps, offers }),
    startCancelling(deps, turns.watch('cancelled visits')),
    startRetaining({ ...deps, db: patientDb }),
    startExtendingRules({ ...deps, db: patientDb }),
    startClearing({ ...deps, forgetVisitors, dropBookings }, onCleared),
    startFilling({ ...deps, db: patientDb }, FILLINGS),
  ]
  return async () => {
    turns.forget()
    await Promise.all([reconciler, releasing, ...sweeping].map(part => part.stop()))
    await queue.stop()
    mails.stop()
    wallets.close()
  }
}
