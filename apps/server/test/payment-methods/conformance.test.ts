import { PAYMENT_METHODS } from '@kippu/domain/payment-method'
import { expect, test } from 'vitest'

import { IS_WHOLE_PROOF, oneOfEach } from '../../../../tools/proof-choice.ts'
import { CASES } from './cases.ts'
import { DRIVERS } from './drivers.ts'
import { familyOf } from './families.ts'
import { impossibleFor } from './holes.ts'
import { ALL_TRIALS, classOfTrial, type Trial, TRIALS } from './trials.ts'

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
  const short = oneOfEach(ALL_TRIALS, classOfTrial)
  expect(TRIALS.map(nameOf)).toEqual((IS_WHOLE_PROOF ? ALL_TRIALS : short).map(nameOf))
  expect(new Set(ALL_TRIALS.map(nameOf)).size).toBe(ALL_TRIALS.length)
})

test('`npm test` tries every case with a method of each family, and every method with many cases', () => {
  const short = oneOfEach(ALL_TRIALS, classOfTrial)
  const tried = new Set(short.map(({ name, driver }) => `${familyOf(driver)}: ${name}`))
  const missing = ALL_TRIALS.filter(({ name, driver }) => !tried.has(`${familyOf(driver)}: ${name}`))
  expect(missing.map(nameOf)).toEqual([])
  const countOf = (trials: readonly Trial[], driver: Trial['driver']): number =>
    trials.filter(one => one.driver === driver).length
  const neglected = DRIVERS.filter(one => countOf(short, one) < countOf(ALL_TRIALS, one) / 4)
  expect(neglected.map(({ method }) => method)).toEqual([])
  const whole = short.filter(({ isOfEachMethod }) => isOfEachMethod === true)
  expect(whole.map(({ driver }) => driver)).toEqual(DRIVERS)
})
