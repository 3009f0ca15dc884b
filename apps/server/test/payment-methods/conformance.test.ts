import { PAYMENT_METHODS } from '@kippu/domain/payment-method'
import { expect, test } from 'vitest'

import { CASES } from './cases.ts'
import { DRIVERS } from './drivers.ts'
import { impossibleFor } from './holes.ts'

test('every method is tried, and every case has a name of its own (R-7.70)', () => {
  expect(DRIVERS.map(({ method }) => method).toSorted()).toEqual(PAYMENT_METHODS.toSorted())
  expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length)
})

test('every case is tried with every method but where it cannot happen (S-7.04)', () => {
  const missing = CASES.flatMap(({ name, isFor }) =>
    DRIVERS.filter(driver => !isFor(driver)).map(({ method }) => `${method}: ${name}`),
  )
  const expected = PAYMENT_METHODS.flatMap(method => impossibleFor(method).map(name => `${method}: ${name}`))
  expect(missing.toSorted()).toEqual(expected.toSorted())
})
