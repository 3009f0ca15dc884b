import { choose } from '../../../../tools/proof-choice.ts'
import { CASES } from './cases.ts'
import type { ConformanceCase } from './conformance-case.ts'
import { DRIVERS } from './drivers.ts'
import { familyOf } from './families.ts'
import type { MethodDriver } from './method-driver.ts'

/** One case tried with one method. */
export interface Trial extends ConformanceCase {
  readonly driver: MethodDriver
}

/** Every case with every method with which it can happen. */
export const ALL_TRIALS: readonly Trial[] = CASES.flatMap(one =>
  DRIVERS.filter(driver => one.isFor(driver)).map(driver => ({ ...one, driver })),
)

/** The same happens to the methods of one family; what names every method is tried with each. */
export function classOfTrial({ name, driver, isOfEachMethod }: Trial): string {
  return `${name}: ${isOfEachMethod === true ? driver.method : familyOf(driver)}`
}

/** Those of this run. */
export const TRIALS: readonly Trial[] = choose(ALL_TRIALS, classOfTrial)
