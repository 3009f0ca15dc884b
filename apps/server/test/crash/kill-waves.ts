import { setTimeout as delay } from 'node:timers/promises'

import { type Failpoint, FAILPOINTS } from '../../src/payments/attempts/failpoints.ts'
import { type KillCase, MOST_DOUBT_SECONDS, type RunningCase, type Verdict } from './kill-case.ts'
import type { MethodRig } from './method-rig.ts'
import type { ServerProcess } from './server-process.ts'
import { begin, makeDue, untilQuiet, visitAll } from './wave.ts'

/** How many payments share one death of the web server, and how many of them may hold a connection to the database. */
const MOST_AT_WEB = 40
const MOST_COMMITTING = 24
/** The reconciler works on this many payments of one provider at once. */
const MOST_OF_A_PROVIDER = 5
/** How long a visit may take. */
const REACHED_WITHIN_MS = 20_000
/**
 * One look takes all due payments, and webhook events are fast: a payment that is not held this soon after the last one needs
 * another look, and is tried again.
 */
const TOGETHER_MS = 1_000

/** Kills the servers until every case had its death, and reports what each has left behind. */
export async function killAll(rig: MethodRig, cases: readonly KillCase[]): Promise<readonly Verdict[]> {
  const killing: Killing = { rig, told: new Set() }
  const verdicts: Verdict[] = []
  const atWeb = cases.filter(({ by }) => by === 'web')
  // Whether a visitor's own request or the worker passes a point first may be chance.
  let left: readonly KillCase[] = cases.filter(({ by }) => by === 'worker')
  for (const wave of packed(atWeb, mayJoinAtWeb)) {
    const { reached, missing } = await killWeb(killing, wave)
    verdicts.push(...reached)
    left = [...left, ...missing]
  }
  while (left.length > 0) {
    const missing: Verdict[] = []
    for (const wave of packed(left.toSorted(byFate), mayJoinAtWorker)) {
      const killed = await killWorker(killing, wave)
      verdicts.push(...killed.reached)
      missing.push(...killed.missing)
    }
    // The held payments keep the others from a second look: those are grouped together the next time.
    if (missing.length === left.length) {
      for (const one of missing) verdicts.push(...(await killAlone(killing, one)))
      break
    }
    left = missing
  }
  return verdicts
}

interface Killing {
  readonly rig: MethodRig
  /** What was wrong after earlier deaths, and stands in their verdicts. */
  readonly told: Set<string>
}

async function killAlone(killing: Killing, one: KillCase): Promise<readonly Verdict[]> {
  const { reached, missing } = await killWorker(killing, [one])
  if (missing.length === 0) return reached
  const atWeb = await killWeb(killing, [one])
  return [...atWeb.reached, ...atWeb.missing]
}

/** Payments with the same scenario pass their points at the same looks. */
function byFate(one: KillCase, other: KillCase): number {
  return (
    one.scenario.name.localeCompare(other.scenario.name) ||
    FAILPOINTS.indexOf(one.failpoint) - FAILPOINTS.indexOf(other.failpoint)
  )
}

type JoinRule = (wave: readonly KillCase[], one: KillCase) => boolean

const isCommitting = ({ failpoint }: KillCase): boolean => failpoint.endsWith('.committing')

const mayJoinAtWeb: JoinRule = (wave, one) =>
  wave.length < MOST_AT_WEB && !(isCommitting(one) && wave.filter(isCommitting).length >= MOST_COMMITTING)

/** The same time passes for a whole wave. */
const mayJoinAtWorker: JoinRule = (wave, { driver, scenario }) =>
  wave.every(other => other.scenario.afterwards === scenario.afterwards) &&
  wave.filter(other => other.driver.provider === driver.provider).length < MOST_OF_A_PROVIDER

function packed(cases: readonly KillCase[], mayJoin: JoinRule): KillCase[][] {
  const waves: KillCase[][] = []
  for (const one of cases) {
    const open = waves.find(wave => mayJoin(wave, one))
    if (open === undefined) waves.push([one])
    else open.push(one)
  }
  return waves
}

const holdsOf = (running: readonly RunningCase[]) =>
  ({ do: 'hold', holds: running.map(({ order, failpoint }) => [order.id, failpoint]) }) as const

/** The orders that a server reports as held. */
function heldBy(server: ServerProcess): ReadonlySet<string> {
  const held = new Set<string>()
  server.onReport(told => {
    const orderId: unknown = Reflect.get(told, 'held')
    if (typeof orderId === 'string') held.add(orderId)
  })
  return held
}

/** Waits until these are held. Returns those that are not after the given patience. */
async function untilHeld<Of extends Pick<RunningCase, 'order'>>(
  held: ReadonlySet<string>,
  running: readonly Of[],
  patienceMs = REACHED_WITHIN_MS,
): Promise<readonly Of[]> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const missing = running.filter(({ order }) => !held.has(order.id))
    if (missing.length === 0 || performance.now() > deadline) return missing
    await delay(10)
  }
}

/** Waits until these are held, or no other one has come to be held for a while. Returns those that are not. */
async function untilNoMoreAreHeld(
  held: ReadonlySet<string>,
  running: readonly RunningCase[],
): Promise<readonly RunningCase[]> {
  for (;;) {
    const before = held.size
    const missing = await untilHeld(held, running, TOGETHER_MS)
    if (missing.length === 0 || held.size === before) return missing
  }
}

/** The result of a death: the cases that had reached their point, and those that had not. */
interface DeathResult {
  readonly reached: readonly Verdict[]
  readonly missing: readonly Verdict[]
}

async function killWeb(killing: Killing, wave: readonly KillCase[]): Promise<DeathResult> {
  const { rig } = killing
  const web = await rig.web()
  const running = await begin(rig, wave)
  const held = heldBy(web)
  await web.tell(holdsOf(running))
  const done = new Set<RunningCase>()
  await rig.providers.holdNotices(true)
  for (const one of running) {
    // The visitor's request never ends when its payment is held.
    const visit = one.scenario.visit(rig, one.driver, one.order).catch(() => undefined)
    void visit.then(() => done.add(one))
    await Promise.race([visit, untilHeld(held, [one])])
    // A held visit never ends the trouble of its scenario.
    await rig.providers.disarm()
  }
  await rig.providers.holdNotices(false)
  await untilHeld(
    held,
    running.filter(one => !done.has(one)),
  )
  const missing = await untilNoMoreAreHeld(held, running)
  await web.kill()
  return judge(killing, running, missing)
}

async function killWorker(killing: Killing, wave: readonly KillCase[]): Promise<DeathResult> {
  const { rig } = killing
  await rig.web()
  const running = await begin(rig, wave)
  await visitAll(rig, running)
  await makeDue(rig, running)
  const worker = rig.startWorker([holdsOf(running)])
  const held = heldBy(worker)
  const isOver = () => running.some(({ order }) => held.has(order.id))
  const { passing } = await untilQuiet(rig, worker, isOver)
  const missing =
    running.length === 1 ? await untilHeld(held, running, 0) : await untilNoMoreAreHeld(held, running)
  await worker.kill()
  await passing
  return judge(killing, running, missing)
}

/** What became of a part that was given back and not heard of: some providers tell nobody (S-7.15). */
function mayCallPerson({ driver, scenario, failpoint }: RunningCase, isMissing: boolean): boolean {
  const isOfPart = scenario.isPartGivenBack === true && driver.lostPart === 'person'
  // One that did not reach its point died with the others of its wave, wherever it was.
  return isOfPart && (isMissing || UNHEARD.has(failpoint))
}

/** The provider has given back, and the store does not know it. */
const UNHEARD: ReadonlySet<Failpoint> = new Set(['refund.sent', 'refunded.committing'])

const CALLS_PERSON = ' calls a person: refund '

async function judge(
  { rig, told }: Killing,
  running: readonly RunningCase[],
  missing: readonly RunningCase[],
): Promise<DeathResult> {
  const { doubt } = await rig.recover()
  const wrongs = (await rig.findWrongs()).filter(line => !told.has(line))
  const names = (line: string, { order }: RunningCase): boolean =>
    [...order.family].some(id => line.includes(id))
  const isOfNobody = (line: string): boolean => !running.some(one => names(line, one))
  if (wrongs.some(isOfNobody)) throw new Error(`of no order of this wave: ${wrongs.join(', ')}`)
  const wrongsOf = (one: RunningCase): string[] => {
    const mayCall = mayCallPerson(one, missing.includes(one))
    return wrongs.filter(line => names(line, one) && !(mayCall && line.includes(CALLS_PERSON)))
  }
  // These cases are run again, and their verdicts are those of that time.
  const elsewhere = missing.flatMap(wrongsOf)
  if (elsewhere.length > 0) throw new Error(`died before their points: ${elsewhere.join(', ')}`)
  // They wait for their person during the waves that follow.
  for (const one of running)
    for (const id of one.order.family)
      if (wrongs.some(line => line.includes(id) && !wrongsOf(one).includes(line)))
        rig.expectPerson({ ...one.order, id })
  for (const line of wrongs) told.add(line)
  const verdictOf = (one: RunningCase): Verdict => {
    const seconds = doubt.get(one.order.id) ?? 0
    return {
      ...one,
      wrongs: [
        ...wrongsOf(one),
        ...(missing.includes(one) ? ['the point was not reached'] : []),
        ...(seconds > MOST_DOUBT_SECONDS ? [`in doubt for ${Math.round(seconds)} seconds`] : []),
      ],
    }
  }
  return {
    reached: running.filter(one => !missing.includes(one)).map(verdictOf),
    missing: missing.map(verdictOf),
  }
}
