import type { Failpoint } from '../../src/payments/attempts/failpoints.ts'
import type { MethodDriver } from '../payment-methods/method-driver.ts'
import type { RigOrder } from './method-rig.ts'
import type { MethodScenario } from './method-scenarios.ts'

/** One payment that is killed at one point. */
export interface KillCase {
  readonly driver: MethodDriver
  readonly scenario: MethodScenario
  readonly failpoint: Failpoint
  /** The process that passes it: the server of visitors and webhook events, or the one that looks for due work. */
  readonly by: 'web' | 'worker'
}

/** The result of a case; it should contain nothing wrong. */
export interface Verdict extends KillCase {
  readonly wrongs: readonly string[]
}

/** A case whose payment has begun. */
export interface RunningCase extends KillCase {
  readonly order: RigOrder
}

/** The longest that an order may be in doubt once its provider answers again. */
export const MOST_DOUBT_SECONDS = 600

/** An answer that was received and not stored leaves the same traces as a request that was only sent. */
export function isKilledAt(failpoint: Failpoint): boolean {
  return !failpoint.endsWith('.answered')
}

export function nameOf({ driver, scenario, failpoint }: KillCase): string {
  return `${driver.method}, ${scenario.name}, killed at ${failpoint}`
}

/**
 * The saga knows no provider: a death leaves behind what its point says, whoever is paid, and the next look begins there, whatever led to it.
 * When the money is taken decides what the end of a payment is. Money that goes back has a reason, which the scenario says: each of its
 * steps is died at for each reason.
 */
export function classesOfKill({ driver, scenario, failpoint, by }: KillCase): readonly string[] {
  const step = ENDINGS.exec(failpoint)?.[1]
  return [
    `${failpoint}: ${by}`,
    `${failpoint}: the money is taken ${driver.captures}`,
    ...(step === undefined ? [] : [`${step}: ${scenario.name}`]),
    `by ${driver.method}`,
  ]
}

/** Steps by which money goes back, or is let go. */
export const ENDINGS = /^(void|voided|refund|refunded)\./
