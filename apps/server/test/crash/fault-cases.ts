import { DRIVERS } from '../payment-methods/drivers.ts'
import { coverOf, oneOfEach } from '../../../../tools/test/proof-choice.ts'
import { familyOf } from '../payment-methods/families.ts'
import type { MethodDriver, Op } from '../payment-methods/method-driver.ts'
import { MOST_DOUBT_SECONDS } from './kill-case.ts'
import type { MethodRig, RigOrder } from './method-rig.ts'
import { CHANGE_SCENARIOS, METHOD_SCENARIOS, type MethodScenario } from './method-scenarios.ts'

/** Faults of a provider at one of its calls. */
export const FAULT_MODES = ['drop_before', 'drop_after', 'http_500', 'delay_ms'] as const
export type FaultMode = (typeof FAULT_MODES)[number]

/** One call of one provider in trouble. */
interface TroubledCall {
  readonly provider: string
  readonly op: Op
  readonly mode: FaultMode
}

/** With one of the methods that make the call. */
export interface Trouble extends TroubledCall {
  readonly driver: MethodDriver
}

/** With several of them, one order each. */
export interface FaultCase extends TroubledCall {
  readonly drivers: readonly MethodDriver[]
}

export const ALL_TROUBLES: readonly Trouble[] = DRIVERS.flatMap(driver => {
  const { provider, ops } = driver
  return provider === null ? [] : ops.flatMap(op => FAULT_MODES.map(mode => ({ provider, op, mode, driver })))
})

/**
 * Each call of each family fails, each call in every way, and each provider loses an answer to each of its calls. An answer that is late is
 * one to every adapter: each call has one, and each provider. That a call leads to one charge when it fails once, the cases of
 * `payment-methods` try with each provider.
 */
export function classesOfTrouble({ op, mode, driver }: Trouble): readonly string[] {
  const call = `${op} ${mode}`
  return mode === 'delay_ms'
    ? [call, `late: ${driver.provider}`]
    : [call, `${op} of ${familyOf(driver)}`, `${op} lost: ${driver.provider}`]
}

const callOf = ({ provider, op, mode }: TroubledCall): string => `${provider} ${op} ${mode}`

/** The calls that have one of each class among them, each with every family that makes it: not every method of them reaches it. */
export const SHORT_TROUBLES: readonly Trouble[] = shortTroubles()

function shortTroubles(): readonly Trouble[] {
  const isLate = ({ mode }: Trouble): boolean => mode === 'delay_ms'
  const late = ALL_TROUBLES.filter(isLate)
  const ofEachOp = Map.groupBy(
    ALL_TROUBLES.filter(one => !isLate(one)),
    ({ op }) => op,
  )
  const calls = new Set(
    [late, ...ofEachOp.values()]
      .flatMap((troubles, turn) => coverOf(troubles, classesOfTrouble, turn))
      .map(callOf),
  )
  return oneOfEach(
    ALL_TROUBLES.filter(trouble => calls.has(callOf(trouble))),
    trouble => `${callOf(trouble)}: ${familyOf(trouble.driver)}`,
  )
}

/** The troubles of some methods, those of one call together. */
export function faultCasesOf(
  troubles: readonly Trouble[],
  drivers: readonly MethodDriver[],
): readonly FaultCase[] {
  const own = troubles.filter(({ driver }) => drivers.includes(driver))
  const byCall = Map.groupBy(own, callOf)
  return [...byCall.values()].flatMap(together =>
    together
      .slice(0, 1)
      .map(({ provider, op, mode }) => ({ provider, op, mode, drivers: together.map(one => one.driver) })),
  )
}

/** The trouble lasts for this many calls, or until it is ended. */
const MANY = 99
const DELAY_MS = 200
/** Looks of the reconciler while the provider is in trouble: about a minute and a half. */
const LOOKS_IN_TROUBLE = 3

interface TroubledVisit {
  readonly driver: MethodDriver
  readonly order: RigOrder
}

/**
 * The call fails from the visitor's first click until the reconciler has looked three times; then the provider answers
 * again. Each line of the result names something that is wrong afterwards.
 */
export async function runFaultCase(
  rig: MethodRig,
  { provider, op, mode, drivers }: FaultCase,
  scenarioOf: ScenarioOf = purchaseWith,
): Promise<string[]> {
  const troubled: TroubledVisit[] = []
  for (const driver of drivers) {
    const scenario = scenarioOf(driver, op)
    const order = await (scenario.order?.(rig, driver) ?? rig.newOrder(driver))
    troubled.push({ driver, order })
    await scenario.before?.(rig, driver, order)
  }
  await rig.providers.untilHeard()
  await rig.recover()
  const value = mode === 'delay_ms' ? DELAY_MS : MANY
  await rig.providers.arm({ provider, op, mode, value })
  for (const { driver, order } of troubled) {
    // The visit ends at a page that the provider did not open.
    await scenarioOf(driver, op)
      .visit(rig, driver, order)
      .catch(() => undefined)
  }
  await rig.providers.untilHeard()
  if (troubled.some(({ driver }) => scenarioOf(driver, op).afterwards === 'the deadline'))
    await rig.time.pass(900)
  for (let looks = 0; looks < LOOKS_IN_TROUBLE; looks += 1) await rig.look()
  const isStruck = (await rig.providers.armed()).every(left => Reflect.get(Object(left), 'value') !== value)
  await rig.providers.disarm()
  const { doubt } = await rig.recover()
  const late = troubled.flatMap(({ driver, order }) => {
    const seconds = doubt.get(order.id) ?? 0
    return seconds > MOST_DOUBT_SECONDS ? [`${driver.method} was in doubt for ${seconds} seconds`] : []
  })
  const wrongs = await rig.findWrongs()
  const called = wrongs.filter(line => troubled.some(one => mayCallPerson(one, op, line)))
  // They wait for their person during the cases that follow.
  for (const { order } of troubled)
    for (const id of order.family)
      if (called.some(line => line.includes(id))) rig.expectPerson({ ...order, id })
  return [
    ...(isStruck ? [] : ['the fault never struck']),
    ...late,
    ...wrongs.filter(line => !called.includes(line)),
  ]
}

/** A part that a change gives back and nobody hears of: some providers tell nobody what became of it (S-7.15). */
function mayCallPerson({ driver, order }: TroubledVisit, op: Op, line: string): boolean {
  return (
    order.isChange &&
    op === 'refund' &&
    driver.lostPart === 'person' &&
    line.includes(' calls a person: refund ') &&
    [...order.family].some(id => line.includes(id))
  )
}

/** The scenario in which such a call is made. */
export type ScenarioOf = (driver: MethodDriver, op: Op) => MethodScenario

/** Of a purchase. */
const purchaseWith: ScenarioOf = (driver, op) =>
  namedScenario(METHOD_SCENARIOS, driver, scenarioNameOf(driver, op))

/** Of a visit that moves. */
export const changeWith: ScenarioOf = (driver, op) =>
  namedScenario(CHANGE_SCENARIOS, driver, changeNameOf(driver, op))

function namedScenario(
  scenarios: readonly MethodScenario[],
  driver: MethodDriver,
  name: string,
): MethodScenario {
  const found = scenarios.find(scenario => scenario.name === name)
  if (found === undefined || !found.isFor(driver)) throw new Error(`no scenario ${name} of ${driver.method}`)
  return found
}

function changeNameOf({ captures }: MethodDriver, op: Op): string {
  switch (op) {
    case 'register':
    case 'execute':
    case 'confirm':
    case 'capture':
    case 'query':
      return 'moved to a dearer time'
    case 'cancel':
      return captures === 'later' ? 'moved to a time that is gone' : 'moved, left alone'
    case 'refund':
      return 'moved to a cheaper time'
  }
}

function scenarioNameOf({ captures }: MethodDriver, op: Op): string {
  switch (op) {
    case 'register':
    case 'execute':
    case 'confirm':
    case 'capture':
    case 'query':
      return 'bought'
    case 'cancel':
      return captures === 'later' ? 'paid for stock that is gone' : 'left alone'
    case 'refund':
      return 'refunded'
  }
}

/** The result of refunds that staff asked for and the provider refuses. */
export async function refusedRefundsOf(
  rig: MethodRig,
  driver: MethodDriver,
): Promise<{ readonly refund: string; readonly needsPerson: boolean }> {
  const order = await rig.newOrder(driver)
  const scenario = purchaseWith(driver, 'refund')
  await scenario.before?.(rig, driver, order)
  await rig.providers.untilHeard()
  await rig.recover()
  await rig.providers.arm({ provider: driver.provider ?? '', op: 'refund', mode: 'refuse', value: MANY })
  await rig.refund(order, 'all')
  rig.expectPerson(order)
  await rig.recover()
  await rig.providers.disarm()
  const wrongs = await rig.findWrongs()
  if (wrongs.length > 0) throw new Error(wrongs.join('\n'))
  const row = await rig.db.read(tx =>
    tx
      .selectFrom('refunds')
      .select(['state', 'needs_person'])
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow(),
  )
  return { refund: row.state, needsPerson: row.needs_person }
}
