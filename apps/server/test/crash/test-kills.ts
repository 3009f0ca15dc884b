import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { DRIVERS } from '../payment-methods/drivers.ts'
import type { MethodDriver } from '../payment-methods/method-driver.ts'
import { killAll, nameOf, recordCases, type Verdict } from './kill-waves.ts'
import { createMethodRig, type MethodRig } from './method-rig.ts'

/** Points and scenarios of a method are some forty; each case takes an order, and each scenario one more. */
const ORDERS_OF_A_METHOD = 60
const ALL_MS = 900_000

/** Kills the server at every point that the payments of some methods pass, and looks what is left. */
export function testKills(name: string, isOurs: (driver: MethodDriver) => boolean): void {
  const drivers = DRIVERS.filter(isOurs)
  let rig: MethodRig | undefined
  let verdicts: readonly Verdict[] = []

  beforeAll(async () => {
    rig = await createMethodRig({ orders: drivers.length * ORDERS_OF_A_METHOD })
    verdicts = await killAll(rig, await recordCases(rig, drivers))
  }, ALL_MS)
  afterAll(() => rig?.close())

  describe(`kill -9 of the server, ${name}`, () => {
    test.each(drivers)(
      '$method: at every point that its payments pass, each yen has a ticket or goes back, and nothing stays in doubt (S-1.13, S-7.15)',
      ({ method }) => {
        const own = verdicts.filter(({ driver }) => driver.method === method)
        expect(own.length).toBeGreaterThan(5)
        expect(
          own.filter(({ wrongs }) => wrongs.length > 0).map(one => [nameOf(one), ...one.wrongs]),
        ).toEqual([])
      },
    )
  })
}
