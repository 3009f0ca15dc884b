import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import { answeredSoon } from '../../platform/db/answered-soon.ts'
import { isDatabaseAway } from '../../platform/db/sql-states.ts'
import type { Deps } from '../../platform/deps.ts'
import type { LoopAge } from '../../platform/jobs/turns.ts'
import { type Tally, TALLIES, tallied } from '../../platform/tally.ts'
import { sameToken } from '../../platform/tokens.ts'
import { VERSION } from '../../platform/version.ts'
import { countDeliveries } from '../../platform/webhooks/count-deliveries.ts'
import { countOpenPayments, countOpenWork, readAges } from './queries.ts'

/** Lengths of queues that this process knows. */
export interface Gauges {
  /** Orders that wait for stock in this process. */
  readonly holdsWaiting?: () => number
  /** For how long the first of those has waited that have no answer yet, in ms. */
  readonly longestHoldWaitMs?: () => number
  /** Orders of this process that met a full share, by share. */
  readonly fullShares?: () => Readonly<Record<string, number>>
  /** Queued mails, over all processes. */
  readonly mailsWaiting?: () => Promise<number>
  /** Orders that the database may have written without an answer. */
  readonly ordersInDoubt?: () => number
  /** Orders that this process has emptied of personal data, since the start. */
  readonly ordersEmptied?: () => number
  /** Connections on which the database did not answer, since the start. */
  readonly connectionsCut?: () => number
  /** The loops of this process, with the ms since their last turn. */
  readonly loops?: () => readonly LoopAge[]
  /** The pass types of Apple Wallet, each with the end of its certificate in ms since 1970. */
  readonly passTypeEnds?: ReadonlyMap<string, number>
}

const PREFIX = 'kippu_'
/** Seconds; the last buckets are payments, which wait for a provider. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 240]

/**
 * Metrics of this process for the operator: durations by route, answers by outcome (orders among them), the hold queue,
 * payments by state, the open work of the reconciler and the mails. Labels are route patterns and codes of the
 * catalogue, never values of a request.
 */
export interface Metrics {
  /** From now on the answers of this server are counted. */
  count(app: FastifyInstance): void
  /** This server answers at `/metrics`. */
  serve(app: FastifyInstance): void
}

export function createMetrics(deps: Pick<Deps, 'db' | 'env'>, gauges: Gauges = {}): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: PREFIX })
  const count = countAnswers(registry)
  sayVersion(registry)
  countBusiness(registry)
  gaugePayments(registry, deps)
  gaugeAges(registry, deps)
  gaugeWebhooks(registry, deps)
  gaugePool(registry, deps)
  sayPassTypeEnds(registry, gauges)
  gaugeQueues(registry, gauges)
  return { count, serve: app => serveMetrics(app, deps, registry) }
}

function serveMetrics(app: FastifyInstance, { env }: Pick<Deps, 'env'>, registry: Registry): void {
  app.get('/metrics', async (request, reply) => {
    if (
      env.metricsToken !== null &&
      !sameToken(request.headers.authorization ?? '', `Bearer ${env.metricsToken}`)
    ) {
      return reply.code(401).header('www-authenticate', 'Bearer').send()
    }
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics())
  })
}

function countAnswers(registry: Registry): (app: FastifyInstance) => void {
  const seconds = new Histogram({
    name: `${PREFIX}http_request_seconds`,
    help: 'Time until an answer was sent',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATIONS,
    registers: [registry],
  })
  const answers = new Counter({
    name: `${PREFIX}answers_total`,
    help: 'Answers by outcome: ok, a code of the catalogue, not_found and refused (pages and files), or error',
    labelNames: ['method', 'route', 'outcome'],
    registers: [registry],
  })
  const bounded = new Counter({
    name: `${PREFIX}mails_bounded_total`,
    help: 'Confirmation mails that were not sent because a mailbox, a domain or a network had had those of this hour',
    labelNames: ['by'],
    registers: [registry],
  })
  for (const by of ['recipient', 'domain', 'network']) bounded.inc({ by }, 0)
  const unverified = new Counter({
    name: `${PREFIX}webhook_events_refused_total`,
    help: 'Webhook events that were refused because their signature was wrong',
    labelNames: ['provider'],
    registers: [registry],
  })
  const reports = new Counter({
    name: `${PREFIX}csp_reports_total`,
    help: 'Reports of browsers about what a content policy kept a page from, by directive',
    labelNames: ['directive'],
    registers: [registry],
  })
  return app => {
    app.addHook('onResponse', (request, reply, next) => {
      const { method } = request
      const route = request.routeOptions.url ?? 'none'
      const outcome = reply.refusalCode ?? outcomeOf(reply.statusCode)
      seconds.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
      answers.inc({ method, route, outcome })
      if (reply.boundedBy !== null) bounded.inc({ by: reply.boundedBy })
      if (reply.unverifiedSender !== null) unverified.inc({ provider: reply.unverifiedSender })
      for (const directive of reply.cspReports ?? []) reports.inc({ directive })
      next()
    })
  }
}

/** An answer that is not a refusal of the catalogue: a page or a file that is not there is not one of our errors. */
function outcomeOf(status: number): string {
  if (status < 400) return 'ok'
  if (status >= 500) return 'error'
  return status === 404 || status === 410 ? 'not_found' : 'refused'
}

/** Which program answers, and beside which releases of the database it may run. */
function sayVersion(registry: Registry): void {
  const { release, schema, node } = VERSION
  new Gauge({
    name: `${PREFIX}build_info`,
    help: 'This program: 1',
    labelNames: ['version', 'schema', 'node'],
    registers: [registry],
  }).set({ version: release, schema: String(schema), node }, 1)
}

/** Each certificate is read once, at the start: so is its end. */
function sayPassTypeEnds(registry: Registry, { passTypeEnds = new Map() }: Gauges): void {
  const gauge = new Gauge({
    name: `${PREFIX}pass_type_end_timestamp_seconds`,
    help: 'When the certificate that signs passes for Apple Wallet ends, in seconds since 1970',
    labelNames: ['pass_type'],
    registers: [registry],
  })
  for (const [passType, ms] of passTypeEnds) gauge.set({ pass_type: passType }, ms / 1000)
}

const TALLY_NAMES: readonly Tally[] = [
  'full_disk_refusals_total',
  'orders_begun_total',
  'orders_paid_total',
  'orders_expired_total',
  'paid_yen_total',
  'checkouts_total',
  'provider_calls_total',
  'provider_call_seconds_total',
]

function countBusiness(registry: Registry): void {
  for (const name of TALLY_NAMES) {
    const { help, labels } = TALLIES[name]
    countKept(registry, { name, help, labelNames: labels, read: () => tallied(name) })
  }
}

function gaugeAges(registry: Registry, { db }: Pick<Deps, 'db'>): void {
  const registers = [registry]
  const of = (name: string, help: string): Gauge =>
    new Gauge({ name: `${PREFIX}${name}_seconds`, help, registers })
  const hold = of('oldest_hold_overdue', 'Since the end of the hold that should have been given back first')
  const mail = of(
    'oldest_mail_waiting',
    'Since the mail, or pass of a wallet, that waits the longest was due first',
  )
  const check = of('oldest_check_overdue', 'Since the check of a payment or refund that is due the longest')
  const attempt: Gauge = new Gauge({
    name: `${PREFIX}oldest_attempt_open_seconds`,
    help: 'Since the begin of the payment that is open the longest',
    registers,
    collect: () =>
      unlessAway(async () => {
        const ages = await db.read(readAges)
        hold.set(ages.hold)
        mail.set(ages.mail)
        check.set(ages.check)
        attempt.set(ages.attempt)
      }),
  })
}

function gaugeWebhooks(registry: Registry, { db }: Pick<Deps, 'db'>): void {
  const gauge: Gauge = new Gauge({
    name: `${PREFIX}webhook_deliveries`,
    help: 'Messages to third parties by state: waiting, or dead, which are those that were given up',
    labelNames: ['state'],
    registers: [registry],
    collect: () =>
      unlessAway(async () => {
        const { waiting, dead } = await db.read(countDeliveries)
        gauge.set({ state: 'waiting' }, waiting)
        gauge.set({ state: 'dead' }, dead)
      }),
  })
}

function gaugePool(registry: Registry, { db }: Pick<Deps, 'db'>): void {
  const help = 'Connections of this process by state; waiting: work that has none'
  const gauge: Gauge = new Gauge({
    name: `${PREFIX}database_pool`,
    help,
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      for (const [state, connections] of Object.entries(db.pool())) gauge.set({ state }, connections)
    },
  })
}

function gaugePayments(registry: Registry, { db }: Pick<Deps, 'db'>): void {
  const registers = [registry]
  const help = 'Attempts that are not at their end, by state'
  const open = new Gauge({ name: `${PREFIX}payment_attempts_open`, help, labelNames: ['state'], registers })
  const backlog = new Gauge({ name: `${PREFIX}reconciler_backlog`, help: 'Attempts that are due', registers })
  const people: Gauge = new Gauge({
    name: `${PREFIX}payment_attempts_need_person`,
    help: 'Attempts that only a person can end',
    registers,
    collect: () =>
      unlessAway(async () => {
        const [states, work] = await db.read(
          async tx => [await countOpenPayments(tx), await countOpenWork(tx)] as const,
        )
        open.reset()
        for (const { state, attempts } of states) open.set({ state }, attempts)
        backlog.set(work.due)
        people.set(work.needPerson)
      }),
  })
}

function gaugeQueues(
  registry: Registry,
  { mailsWaiting, loops, fullShares, ordersEmptied, ...own }: Gauges,
): void {
  const ofProcess = [
    ['holds_waiting', 'Orders that wait for stock in this process', own.holdsWaiting],
    [
      'longest_hold_wait_seconds',
      'For how long the order has waited that has waited the longest for stock in this process',
      own.longestHoldWaitMs && (() => (own.longestHoldWaitMs?.() ?? 0) / 1000),
    ],
    ['orders_in_doubt', 'Orders that the database may have written without an answer', own.ordersInDoubt],
  ] as const
  for (const [name, help, read] of ofProcess) {
    if (read === undefined) continue
    const gauge: Gauge = new Gauge({
      name: `${PREFIX}${name}`,
      help,
      registers: [registry],
      collect: () => gauge.set(read()),
    })
  }
  if (loops !== undefined) {
    const gauge: Gauge = new Gauge({
      name: `${PREFIX}loop_age_seconds`,
      help: 'Seconds since the last turn of each loop of a worker',
      labelNames: ['loop'],
      registers: [registry],
      collect: () => {
        for (const { loop, ms } of loops()) gauge.set({ loop }, ms / 1000)
      },
    })
  }
  const { connectionsCut } = own
  if (connectionsCut !== undefined)
    countKept(registry, {
      name: 'database_connections_cut_total',
      help: 'Connections on which the database did not answer',
      read: () => [[{}, connectionsCut()]],
    })
  if (ordersEmptied !== undefined)
    countKept(registry, {
      name: 'orders_emptied_total',
      help: 'Orders without a payment that lost their personal data, or went whole',
      read: () => [[{}, ordersEmptied()]],
    })
  if (fullShares !== undefined)
    countKept(registry, {
      name: 'full_shares_total',
      help: 'Orders that met a full share of what is not paid, by share',
      labelNames: ['share'],
      read: () => Object.entries(fullShares()).map(([share, orders]) => [{ share }, orders]),
    })
  if (mailsWaiting !== undefined) {
    const gauge: Gauge = new Gauge({
      name: `${PREFIX}mails_waiting`,
      help: 'Mails in the queue',
      registers: [registry],
      collect: () => unlessAway(async () => gauge.set(await mailsWaiting())),
    })
  }
}

interface KeptCount {
  readonly name: string
  readonly help: string
  readonly labelNames?: readonly string[]
  /** The counts since the start, each with its labels. */
  readonly read: () => ReadonlyArray<readonly [labels: Record<string, string>, count: number]>
}

/** A counter whose counts are kept where they arise, and are read whenever somebody looks. */
function countKept(registry: Registry, { name, help, labelNames = [], read }: KeptCount): void {
  const counter: Counter = new Counter({
    name: `${PREFIX}${name}`,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    collect: () => {
      counter.reset()
      for (const [labels, count] of read()) counter.inc(labels, count)
    },
  })
}

/**
 * The process's own metrics matter most when the database is unavailable: the database gauges then keep their last
 * values.
 */
async function unlessAway(collect: () => Promise<void>): Promise<void> {
  try {
    await answeredSoon(collect())
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
  }
}
