import { PAYMENT_METHODS } from '@kippu/domain/payment-method'
import { expect, test } from 'vitest'

import { IS_WHOLE_PROOF } from '../../../../tools/test/proof-choice.ts'
import { CASES } from './cases.ts'
import { DRIVERS } from './drivers.ts'
import { impossibleFor } from './holes.ts'
import { ALL_TRIALS, classesOfTrial, SHORT_TRIALS, type Trial, TRIALS } from './trials.ts'

/** Of each method, beside its purchase from end to end. */
const LEAST_CASES = 4

test('every method is tried, and every case has a name of its own (R-7.70)', () => {
  expect(DRIVERS.map(({ method }) => method).toSorted()).toEqual(PAYMENT_METHODS.toSorted())
  expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length)
})

test('every case is tried with every method except where it cannot happen (S-7.04)', () => {
  const missing = CASES.flatMap(({ name, isFor }) =>
    DRIVERS.filter(driver => !isFor(driver)).map(({ method }) => `${method}: ${name}`),
  )
  const expected = PAYMENT_METHODS.flatMap(method => impossibleFor(method).map(name => `${method}: ${name}`))
  expect(missing.toSorted()).toEqual(expected.toSorted())
})

const nameOf = ({ name, driver }: Trial): string => `${driver.method}: ${name}`

test('`npm run proof` tries every case with every method, `npm test` one of each class', () => {
  expect(TRIALS.map(nameOf)).toEqual((IS_WHOLE_PROOF ? ALL_TRIALS : SHORT_TRIALS).map(nameOf))
  expect(new Set(ALL_TRIALS.map(nameOf)).size).toBe(ALL_TRIALS.length)
})

test('`npm test` tries every case with a method of each provider and of each course, and every method with several cases', () => {
  const classesOf = (trials: readonly Trial[]): string[] =>
    [...new Set(trials.flatMap(classesOfTrial))].toSorted()
  expect(classesOf(SHORT_TRIALS)).toEqual(classesOf(ALL_TRIALS))
  const countOf = (driver: Trial['driver']): number =>
    SHORT_TRIALS.filter(one => one.driver === driver).length
  const neglected = DRIVERS.filter(one => one.provider !== null && countOf(one) < LEAST_CASES)
  expect(neglected.map(one => [one.method, countOf(one)])).toEqual([])
  const whole = SHORT_TRIALS.filter(({ isOfEachMethod }) => isOfEachMethod === true)
  expect(whole.map(({ driver }) => driver)).toEqual(DRIVERS)
})
