import { coverOf, IS_WHOLE_PROOF } from '../../../../tools/test/proof-choice.ts'
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

/** How the answer to a call is lost, as the name of its case says. */
const LOSS = / \((drop_before|drop_after|http_500)\)/

/**
 * A case is one thing to the adapter, which belongs to a provider, and one to the saga, which knows only the course: it is tried with a
 * method of each provider and of each course, or of each course alone where the saga decides it. An answer is lost in one way or another
 * at each call of each provider and of each course, in each way at each call, and in each way for each family of methods. What names
 * every method is tried with each.
 */
export function classesOfTrial({ name, driver, isOfEachMethod, isOfSaga }: Trial): readonly string[] {
  if (isOfEachMethod === true) return [`${name}: ${driver.method}`]
  if (isOfSaga === true) return [`${name}: ${courseOf(driver)}`]
  const loss = LOSS.exec(name)?.[1]
  const call = name.replace(LOSS, '')
  const adapterAndSaga = [`${call}: ${driver.provider}`, `${call}: ${courseOf(driver)}`]
  return loss === undefined ? adapterAndSaga : [...adapterAndSaga, name, `${loss}: ${familyOf(driver)}`]
}

/** One of each class; calls whose answers are lost share their ways and families. */
export const SHORT_TRIALS: readonly Trial[] = [
  ...Map.groupBy(ALL_TRIALS, ({ name }) => (LOSS.test(name) ? 'lost' : name)).values(),
].flatMap((trials, turn) => coverOf(trials, classesOfTrial, turn))

/** Those of this run. */
export const TRIALS: readonly Trial[] = IS_WHOLE_PROOF ? ALL_TRIALS : SHORT_TRIALS
