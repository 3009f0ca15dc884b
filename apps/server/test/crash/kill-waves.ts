import { setTimeout as delay } from 'node:timers/promises'

import { type Failpoint, FAILPOINTS } from '../../src/payments/saga/failpoints.ts'
import type { MethodDriver } from '../payment-methods/method-driver.ts'
import type { MethodRig, RigOrder } from './method-rig.ts'
import { METHOD_SCENARIOS, type MethodScenario } from './method-scenarios.ts'
import { findOpen } from './passing-time.ts'
import type { ServerProcess } from './server-process.ts'

/** One payment that is killed at one point. */
export interface KillCase {
  readonly driver: MethodDriver
  readonly scenario: MethodScenario
  readonly failpoint: Failpoint
  /** Who passes it: the server of visitors and news, or the one that looks for what is due. */
  readonly by: 'web' | 'worker'
}

/** What became of a case: nothing wrong, it is hoped. */
export interface Verdict extends KillCase {
  readonly wrongs: readonly string[]
}

interface Running extends KillCase {
  readonly order: RigOrder
}

/** Payments that one death of the web server serves, and how many of them may hold a connection to the database. */
const MOST_AT_WEB = 40
const MOST_COMMITTING = 24
/** So many payments of one provider the reconciler takes at once. */
const MOST_OF_A_PROVIDER = 5
/** Patience for a point that a payment has passed before. */
const REACHED_WITHIN_MS = 20_000
/** One look takes all that is due: whoever is not held soon after the first needs another. */
const TOGETHER_MS = 3_000
const QUIET_WITHIN_MS = 30_000
/** The longest that an order may be in doubt once its provider answers again. */
export const MOST_DOUBT_SECONDS = 600

/**
 * Which points the payments of each method pass, seen by letting every scenario happen once: the list of all kills. Of
 * points that say the same of what is stored and done, one stands for both: what was answered and not stored is no
 * different from what was sent.
 */
export async function recordCases(
  rig: MethodRig,
  drivers: readonly MethodDriver[],
): Promise<readonly KillCase[]> {
  const passed = new Map<string, Map<string, KillCase['by']>>()
  const listenTo = (server: ServerProcess, by: KillCase['by']): void =>
    server.onTold(told => {
      const name: unknown = Reflect.get(told, 'passed')
      const orderId: unknown = Reflect.get(told, 'orderId')
      if (typeof name !== 'string' || typeof orderId !== 'string') return
      const ofOrder = passed.get(orderId) ?? new Map<string, KillCase['by']>()
      if (!ofOrder.has(name)) ofOrder.set(name, by)
      passed.set(orderId, ofOrder)
    })
  const web = await rig.web()
  listenTo(web, 'web')
  await web.tell({ do: 'record' })
  const all: Running[] = []
  // The same time passes for a whole wave.
  for (const wave of Map.groupBy(
    drivers.flatMap(scenariosOf),
    ({ scenario }) => scenario.afterwards,
  ).values()) {
    const running = await begin(rig, wave)
    for (const one of running) await one.scenario.visit(rig, one.driver, one.order)
    await rig.providers.untilHeard()
    await makeDue(rig, running)
    const worker = rig.startWorker([{ do: 'record' }])
    listenTo(worker, 'worker')
    await untilQuiet(rig, worker)
    await worker.kill()
    await rig.recover()
    all.push(...running)
  }
  await web.kill()
  const seen = new Set<string>()
  return all.flatMap(({ driver, scenario, order }) =>
    FAILPOINTS.flatMap(failpoint => {
      const by = passed.get(order.id)?.get(failpoint)
      if (by === undefined || failpoint.endsWith('.answered')) return []
      const one = { driver, scenario, failpoint, by }
      const key = keyOf(one)
      if (seen.has(key)) return []
      seen.add(key)
      return [one]
    }),
  )
}

export function nameOf({ driver, scenario, failpoint }: KillCase): string {
  return `${driver.method}, ${scenario.name}, killed at ${failpoint}`
}

const ENDINGS = /^(?:void|voided|refund|refunded)\./

function keyOf({ driver, scenario, failpoint }: KillCase): string {
  const isOwn = scenario.isEnding && ENDINGS.test(failpoint)
  return [driver.method, failpoint, isOwn ? scenario.name : ''].join(' ')
}

function scenariosOf(driver: MethodDriver): KillCase[] {
  return METHOD_SCENARIOS.filter(scenario => scenario.isFor(driver)).map(scenario => ({
    driver,
    scenario,
    failpoint: 'claim.committing' as const,
    by: 'web' as const,
  }))
}

/** Kills the servers until every case had its death, and says what each has left behind. */
export async function killAll(rig: MethodRig, cases: readonly KillCase[]): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = []
  const atWeb = cases.filter(({ by }) => by === 'web')
  for (const wave of packed(atWeb, mayJoinAtWeb)) verdicts.push(...(await killWeb(rig, wave)))
  let left = cases.filter(({ by }) => by === 'worker')
  while (left.length > 0) {
    const missing: Verdict[] = []
    for (const wave of packed(left, mayJoinAtWorker)) {
      const killed = await killWorker(rig, wave)
      verdicts.push(...killed.reached)
      missing.push(...killed.missing)
    }
    // Those that are held keep the others from a second look: whoever needs one is among such next time.
    if (missing.length === left.length) {
      for (const one of missing) verdicts.push(...(await killAlone(rig, one)))
      break
    }
    left = missing
  }
  return verdicts
}

/** Who passes the point first, the visitor's own request or the worker, may be chance. */
async function killAlone(rig: MethodRig, one: KillCase): Promise<readonly Verdict[]> {
  const { reached, missing } = await killWorker(rig, [one])
  return missing.length === 0 ? reached : killWeb(rig, [one])
}

type MayJoin = (wave: readonly KillCase[], one: KillCase) => boolean

const isCommitting = ({ failpoint }: KillCase): boolean => failpoint.endsWith('.committing')

const mayJoinAtWeb: MayJoin = (wave, one) =>
  wave.length < MOST_AT_WEB && !(isCommitting(one) && wave.filter(isCommitting).length >= MOST_COMMITTING)

/** The same time passes for a whole wave. */
const mayJoinAtWorker: MayJoin = (wave, { driver, scenario }) =>
  wave.every(other => other.scenario.afterwards === scenario.afterwards) &&
  wave.filter(other => other.driver.provider === driver.provider).length < MOST_OF_A_PROVIDER

function packed(cases: readonly KillCase[], mayJoin: MayJoin): KillCase[][] {
  const waves: KillCase[][] = []
  for (const one of cases) {
    const open = waves.find(wave => mayJoin(wave, one))
    if (open === undefined) waves.push([one])
    else open.push(one)
  }
  return waves
}

async function begin(rig: MethodRig, cases: readonly KillCase[]): Promise<readonly Running[]> {
  const running: Running[] = []
  for (const one of cases) {
    const order = await rig.newOrder(one.driver)
    running.push({ ...one, order })
    await one.scenario.before?.(rig, one.driver, order)
  }
  await rig.providers.untilHeard()
  await rig.recover()
  return running
}

const holdsOf = (running: readonly Running[]) =>
  ({ do: 'hold', holds: running.map(({ order, failpoint }) => [order.id, failpoint]) }) as const

/** Which orders a server says it holds. */
function heldBy(server: ServerProcess): ReadonlySet<string> {
  const held = new Set<string>()
  server.onTold(told => {
    const orderId: unknown = Reflect.get(told, 'held')
    if (typeof orderId === 'string') held.add(orderId)
  })
  return held
}

async function untilHeld(
  held: ReadonlySet<string>,
  running: readonly Running[],
  patienceMs = REACHED_WITHIN_MS,
): Promise<readonly Running[]> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const missing = running.filter(({ order }) => !held.has(order.id))
    if (missing.length === 0 || performance.now() > deadline) return missing
    await delay(10)
  }
}

async function killWeb(rig: MethodRig, wave: readonly KillCase[]): Promise<readonly Verdict[]> {
  const web = await rig.web()
  const running = await begin(rig, wave)
  const held = heldBy(web)
  await web.tell(holdsOf(running))
  for (const one of running) {
    // The visitor's request never ends when its payment is held; news comes by itself.
    const visit = one.scenario.visit(rig, one.driver, one.order).catch(() => undefined)
    await Promise.race([visit, untilHeld(held, [one])])
    // Whose visit is held never ends the trouble that belongs to it.
    await rig.providers.disarm()
  }
  const missing = await untilHeld(held, running)
  await web.kill()
  return judge(rig, running, missing)
}

interface WorkerKilled {
  readonly reached: readonly Verdict[]
  readonly missing: readonly Verdict[]
}

async function killWorker(rig: MethodRig, wave: readonly KillCase[]): Promise<WorkerKilled> {
  await rig.web()
  const running = await begin(rig, wave)
  for (const one of running) await one.scenario.visit(rig, one.driver, one.order)
  await rig.providers.untilHeard()
  await makeDue(rig, running)
  const worker = rig.startWorker([holdsOf(running)])
  const held = heldBy(worker)
  const isOver = () => running.some(({ order }) => held.has(order.id))
  const { passing } = await untilQuiet(rig, worker, isOver)
  const missing =
    running.length === 1 ? await untilHeld(held, running, 0) : await untilHeld(held, running, TOGETHER_MS)
  await worker.kill()
  await passing
  const verdicts = await judge(rig, running, missing)
  const isMissing = ({ failpoint, driver, scenario }: Verdict): boolean =>
    missing.some(one => one.failpoint === failpoint && one.driver === driver && one.scenario === scenario)
  return { reached: verdicts.filter(one => !isMissing(one)), missing: verdicts.filter(isMissing) }
}

/** So much time passes as those wait that have to be looked at. */
async function makeDue({ time }: MethodRig, running: readonly Running[]): Promise<void> {
  const isLong = running.some(({ scenario }) => scenario.afterwards === 'the deadline')
  await time.pass(isLong ? 900 : 120)
}

/**
 * Lets time pass, look by look, until the worker has ended what can be ended, or `isOver`. The last passing is answered
 * with: it may have to wait for a payment that is held, and ends with its worker.
 */
async function untilQuiet(
  { db, time }: MethodRig,
  worker: ServerProcess,
  isOver: () => boolean = () => false,
): Promise<{ readonly passing: Promise<void> }> {
  const deadline = performance.now() + QUIET_WITHIN_MS
  let passing = Promise.resolve()
  for (;;) {
    if (isOver()) return { passing }
    const open = await findOpen(db)
    if (open.every(({ isAway }) => isAway) || performance.now() > deadline) return { passing }
    if (!worker.isRunning()) throw new Error(worker.lastOutput())
    const next = Math.min(...open.map(({ seconds }) => seconds))
    if (next > 0) passing = time.pass(Math.ceil(next))
    await Promise.race([passing, untilTrue(isOver)])
    await delay(50)
  }
}

async function untilTrue(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + QUIET_WITHIN_MS
  while (!isTrue() && performance.now() < deadline) await delay(10)
}

async function judge(
  rig: MethodRig,
  running: readonly Running[],
  missing: readonly Running[],
): Promise<readonly Verdict[]> {
  const { doubt } = await rig.recover()
  const wrongs = await rig.findWrongs()
  const isOfNobody = (line: string): boolean => !running.some(({ order }) => line.includes(order.id))
  if (wrongs.some(isOfNobody)) throw new Error(`of no order of this wave: ${wrongs.join(', ')}`)
  return running.map(one => {
    const seconds = doubt.get(one.order.id) ?? 0
    return {
      ...one,
      wrongs: [
        ...wrongs.filter(line => line.includes(one.order.id)),
        ...(missing.includes(one) ? ['the point was not reached'] : []),
        ...(seconds > MOST_DOUBT_SECONDS ? [`in doubt for ${Math.round(seconds)} seconds`] : []),
      ],
    }
  })
}
