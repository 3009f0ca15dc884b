import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { choose, IS_WHOLE_PROOF } from '../../../../tools/test/proof-choice.ts'
import { DRIVERS } from '../payment-methods/drivers.ts'
import type { MethodDriver } from '../payment-methods/method-driver.ts'
import { ALL_TROUBLES, faultCasesOf, refusedRefundsOf, runFaultCase, SHORT_TROUBLES } from './fault-cases.ts'
import { createMethodRig, type MethodRig } from './method-rig.ts'

const CASE_MS = 60_000

/**
 * Makes the providers of some methods fail at each of their calls; nothing is killed, so one process serves all cases.
 */
export function testFaults(name: string, isOurs: (driver: MethodDriver) => boolean): void {
  const drivers = DRIVERS.filter(isOurs)
  const cases = faultCasesOf(IS_WHOLE_PROOF ? ALL_TROUBLES : SHORT_TROUBLES, drivers)
  let rig: MethodRig

  beforeAll(async () => {
    const orders = cases.reduce((sum, one) => sum + one.drivers.length, 2 * drivers.length)
    rig = await createMethodRig({ orders, isServing: true })
  })
  afterAll(() => rig.close())

  describe(`a provider in trouble, ${name}`, () => {
    test.each(cases)(
      '$provider $op $mode until the third look: each yen is explained, and nothing stays in doubt (S-1.13)',
      async one => expect(await runFaultCase(rig, one)).toEqual([]),
      CASE_MS,
    )

    const paid = drivers.filter(({ provider }) => provider !== null)
    // Its tickets stay revoked with each provider and course among the cases of payment methods; here the trouble lasts.
    test.each(choose(paid, ({ provider }) => provider ?? ''))(
      '$method: a refused refund is the critical refund error, for a person (S-1.10, S-7.15)',
      async driver =>
        expect(await refusedRefundsOf(rig, driver)).toEqual({ refund: 'failed', needsPerson: true }),
      CASE_MS,
    )
  })
}
