import { type Failpoint, FAILPOINTS } from '../../src/payments/attempts/failpoints.ts'
import type { MethodDriver } from '../payment-methods/method-driver.ts'
import { ENDINGS, isKilledAt, type KillCase, type RunningCase } from './kill-case.ts'
import type { MethodRig } from './method-rig.ts'
import { METHOD_SCENARIOS, type MethodScenario } from './method-scenarios.ts'
import type { ServerProcess } from './server-process.ts'
import { begin, makeDue, untilQuiet, visitAll } from './wave.ts'

/**
 * The points that the payments of each method pass, recorded by running every scenario once: the list of all kills. Webhook
 * requests are sent when all visits are over, here and before each death: whether they come while the store is ending a
 * payment would else be chance, and with it who passes a point.
 */
export async function recordCases(
  rig: MethodRig,
  drivers: readonly MethodDriver[],
  scenarios: readonly MethodScenario[] = METHOD_SCENARIOS,
): Promise<readonly KillCase[]> {
  const passed = new Map<string, Map<string, KillCase['by']>>()
  const listenTo = (server: ServerProcess, by: KillCase['by']): void =>
    server.onReport(told => {
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
  const all: RunningCase[] = []
  // The same time passes for a whole wave.
  for (const wave of Map.groupBy(
    drivers.flatMap(driver => casesOf(driver, scenarios)),
    ({ scenario }) => scenario.afterwards,
  ).values()) {
    const running = await begin(rig, wave)
    await visitAll(rig, running)
    await makeDue(rig, running)
    const worker = rig.startWorker([{ do: 'record' }])
    listenTo(worker, 'worker')
    await untilQuiet(rig, worker)
    await worker.kill()
    await rig.recover()
    all.push(...running)
  }
  await web.kill()
  const passedBy = ({ order }: RunningCase, failpoint: Failpoint) => passed.get(order.id)?.get(failpoint)
  /** A scenario that does not end a payment on purpose may end it at its deadline, as others do. */
  const isAnEndOfOthers = ({ driver, scenario }: RunningCase, failpoint: Failpoint): boolean =>
    ENDINGS.test(failpoint) &&
    !scenario.isEnding &&
    all.some(
      other => other.driver === driver && other.scenario.isEnding && passedBy(other, failpoint) !== undefined,
    )
  const found = all.flatMap(one =>
    FAILPOINTS.flatMap(failpoint => {
      const by = passedBy(one, failpoint)
      if (by === undefined || !isKilledAt(failpoint) || isAnEndOfOthers(one, failpoint)) return []
      return [{ driver: one.driver, scenario: one.scenario, failpoint, by }]
    }),
  )
  return [...Map.groupBy(found, keyOf).values()].flatMap(([first]) => first ?? [])
}

function keyOf({ driver, scenario, failpoint }: KillCase): string {
  const isOwn = scenario.isEnding && ENDINGS.test(failpoint)
  return [driver.method, failpoint, isOwn ? scenario.name : ''].join(' ')
}

function casesOf(driver: MethodDriver, scenarios: readonly MethodScenario[]): KillCase[] {
  return scenarios
    .filter(scenario => scenario.isFor(driver))
    .map(scenario => ({
      driver,
      scenario,
      failpoint: 'claim.committing' as const,
      by: 'web' as const,
    }))
}
