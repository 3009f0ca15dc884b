import { coverOf, IS_WHOLE_PROOF } from '../../../../tools/proof-choice.ts'
import { CASES } from './cases.ts'
import type { ConformanceCase } from './conformance-case.ts'
import { DRIVERS } from './drivers.ts'
import { courseOf, familyOf } from './families.ts'
import type { MethodDriver } from './method-driver.ts'

/** One case tried with one method. */
export interface Trial extends ConformanceCase {
  readonly driver: MethodDriver
}

/** Every case with every method with which it can happen. */
export const ALL_TRIALS: readonly Trial[] = CASES.flatMap(one =>
  DRIVERS.filter(driver => one.isFor(driver)).map(driver => ({ ...one, driver })),
)

/** Cases that differ only by what becomes of one call, as their names say. */
const callOf = (name: string): string => name.replace(/ \((?:drop_before|drop_after|http_500)\)/, '')

/**
 * A case is one thing to the adapter, which belongs to a provider, and one to the saga, which knows only the course: it is tried with a
 * method of each provider and of each course. A call that fails does so in one way or another for each family of methods. What names
 * every method is tried with each.
 */
export function classesOfTrial({ name, driver, isOfEachMethod }: Trial): readonly string[] {
  if (isOfEachMethod === true) return [`${name}: ${driver.method}`]
  const call = callOf(name)
  return [
    `${name}: ${driver.provider}`,
    `${name}: ${courseOf(driver)}`,
    ...(call === name ? [] : [`${call}: ${familyOf(driver)}`]),
  ]
}

/** One of each class. */
export const SHORT_TRIALS: readonly Trial[] = [
  ...Map.groupBy(ALL_TRIALS, ({ name }) => callOf(name)).values(),
].flatMap((trials, turn) => coverOf(trials, classesOfTrial, turn))

/** Those of this run. */
export const TRIALS: readonly Trial[] = IS_WHOLE_PROOF ? ALL_TRIALS : SHORT_TRIALS
