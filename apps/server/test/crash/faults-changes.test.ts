import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { IS_WHOLE_PROOF, oneOfEach } from '../../../../tools/test/proof-choice.ts'
import { DRIVERS } from '../payment-methods/drivers.ts'
import { ALL_TROUBLES, changeWith, faultCasesOf, runFaultCase } from './fault-cases.ts'
import { createMethodRig, type MethodRig } from './method-rig.ts'

const CASE_MS = 120_000

/** `npm test` has each call fail in one way: how each method takes it is proven of purchases. */
const troubles = IS_WHOLE_PROOF ? ALL_TROUBLES : oneOfEach(ALL_TROUBLES, ({ op }) => op)
const cases = faultCasesOf(troubles, DRIVERS)
let rig: MethodRig

beforeAll(async () => {
  const orders = cases.reduce((sum, one) => sum + one.drivers.length, 0)
  rig = await createMethodRig({ orders, isServing: true, hasOtherDays: true })
})
afterAll(() => rig.close())

describe('a provider in trouble while a visit moves', () => {
  test.each(cases)(
    '$provider $op $mode until the third look: the visit is at one time, and each yen is explained (S-11.09–12, S-1.13)',
    async one => expect(await runFaultCase(rig, one, changeWith)).toEqual([]),
    CASE_MS,
  )
})
