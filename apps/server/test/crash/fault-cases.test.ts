import { expect, test } from 'vitest'

import { oneOfEach } from '../../../../tools/proof-choice.ts'
import { DRIVERS } from '../payment-methods/drivers.ts'
import type { MethodDriver } from '../payment-methods/method-driver.ts'
import { ALL_TROUBLES, classOfTrouble, FAULT_MODES, faultCasesOf } from './fault-cases.ts'

const short = faultCasesOf(oneOfEach(ALL_TROUBLES, classOfTrouble), DRIVERS)
const whole = faultCasesOf(ALL_TROUBLES, DRIVERS)

test('`npm test` has each call of each provider fail in every way', () => {
  const callsOf = (cases: typeof whole) => cases.map(({ provider, op, mode }) => `${provider} ${op} ${mode}`)
  expect(callsOf(short).toSorted()).toEqual(callsOf(whole).toSorted())
  const calls = new Set(
    DRIVERS.flatMap(({ provider, ops }) => (provider === null ? [] : ops.map(op => `${provider} ${op}`))),
  )
  expect(short).toHaveLength(calls.size * FAULT_MODES.length)
})

test('`npm test` has calls of every method fail, `npm run proof` all of them', () => {
  const countOf = (cases: typeof whole, driver: MethodDriver): number =>
    cases.filter(({ drivers }) => drivers.includes(driver)).length
  const allOf = ({ provider, ops }: MethodDriver): number =>
    provider === null ? 0 : ops.length * FAULT_MODES.length
  expect(DRIVERS.map(driver => countOf(whole, driver))).toEqual(DRIVERS.map(allOf))
  const neglected = DRIVERS.filter(driver => countOf(short, driver) < Math.min(allOf(driver), 4))
  expect(neglected.map(({ method }) => method)).toEqual([])
})
