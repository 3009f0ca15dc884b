import { expect, test } from 'vitest'

import { DRIVERS } from '../payment-methods/drivers.ts'
import type { MethodDriver } from '../payment-methods/method-driver.ts'
import { ALL_TROUBLES, classesOfTrouble, FAULT_MODES, faultCasesOf, SHORT_TROUBLES } from './fault-cases.ts'

const short = faultCasesOf(SHORT_TROUBLES, DRIVERS)
const whole = faultCasesOf(ALL_TROUBLES, DRIVERS)

test('`npm test` has each call of each family fail, and each call and each provider in every way', () => {
  const classesOf = (troubles: typeof ALL_TROUBLES) =>
    [...new Set(troubles.flatMap(classesOfTrouble))].toSorted()
  expect(classesOf(SHORT_TROUBLES)).toEqual(classesOf(ALL_TROUBLES))
  const callsOf = (cases: typeof whole) => new Set(cases.map(({ provider, op }) => `${provider} ${op}`))
  expect(callsOf(short)).toEqual(callsOf(whole))
  const waysOf = (cases: typeof whole) => new Set(cases.map(({ op, mode }) => `${op} ${mode}`))
  expect(waysOf(short)).toEqual(waysOf(whole))
})

test('`npm test` has calls of every method fail, `npm run proof` all of them', () => {
  const countOf = (cases: typeof whole, driver: MethodDriver): number =>
    cases.filter(({ drivers }) => drivers.includes(driver)).length
  const allOf = ({ provider, ops }: MethodDriver): number =>
    provider === null ? 0 : ops.length * FAULT_MODES.length
  expect(DRIVERS.map(driver => countOf(whole, driver))).toEqual(DRIVERS.map(allOf))
  const neglected = DRIVERS.filter(driver => countOf(short, driver) < Math.min(allOf(driver), 1))
  expect(neglected.map(({ method }) => method)).toEqual([])
})
