import { expect, test } from 'vitest'

import { oneOfEach } from '../../../../tools/proof-choice.ts'
import { DRIVERS } from '../payment-methods/drivers.ts'
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
  for (const driver of DRIVERS) {
    const isOurs = ({ drivers }: (typeof whole)[number]): boolean => drivers.includes(driver)
    const all = driver.ops.length * FAULT_MODES.length
    expect(whole.filter(isOurs), driver.method).toHaveLength(all)
    expect(short.filter(isOurs).length, driver.method).toBeGreaterThanOrEqual(Math.min(all, 4))
  }
})
