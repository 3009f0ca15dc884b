import { expect, test } from 'vitest'

import { CASES } from '../../test/payment-methods/cases.ts'
import { DRIVERS } from '../../test/payment-methods/drivers.ts'
import { HOLES } from '../../test/payment-methods/holes.ts'
import { PAYMENT_METHODS } from '@kippu/contract/payment-method'

test('every method is tried, and every case has a name of its own (R-7.70)', () => {
  expect(DRIVERS.map(({ method }) => method).toSorted()).toEqual(PAYMENT_METHODS.toSorted())
  expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length)
})

test('every case is tried with every method but where it cannot happen (S-7.04)', () => {
  const holes = CASES.map(({ name, isFor }) => {
    const missing = DRIVERS.filter(driver => !isFor(driver)).map(({ method }) => method)
    return [name, missing] as const
  })
  expect(Object.fromEntries(holes.filter(([, missing]) => missing.length > 0))).toEqual(HOLES)
})
