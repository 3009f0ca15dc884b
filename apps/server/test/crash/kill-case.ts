import type { Failpoint } from '../../src/payments/attempts/failpoints.ts'
import { courseOf } from '../payment-methods/families.ts'
import type { MethodDriver } from '../payment-methods/method-driver.ts'
import type { RigOrder } from './method-rig.ts'
import type { MethodScenario } from './method-scenarios.ts'

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

/** A case whose payment has begun. */
export interface Running extends KillCase {
  readonly order: RigOrder
}

/** The longest that an order may be in doubt once its provider answers again. */
export const MOST_DOUBT_SECONDS = 600

/** What was answered and not stored is, for what is stored and done, no different from what was sent. */
export function isKilledAt(failpoint: Failpoint): boolean {
  return !failpoint.endsWith('.answered')
}

export function nameOf({ driver, scenario, failpoint }: KillCase): string {
  return `${driver.method}, ${scenario.name}, killed at ${failpoint}`
}

/** The saga knows no provider: methods of one course leave the same behind when they die at a point of one scenario. */
export function classOfKill({ driver, scenario, failpoint, by }: KillCase): string {
  return `${failpoint}: ${scenario.name}, ${by}, ${courseOf(driver)}`
}
