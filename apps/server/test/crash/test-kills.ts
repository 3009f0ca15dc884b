import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { FAILPOINTS } from '../../src/payments/attempts/failpoints.ts'
import { DRIVERS } from '../payment-methods/drivers.ts'
import type { MethodDriver } from '../payment-methods/method-driver.ts'
import { isKilledAt, type KillCase, nameOf, type Verdict } from './kill-case.ts'
import { killAll } from './kill-waves.ts'
import { createMethodRig, type MethodRig } from './method-rig.ts'
import { recordCases } from './record-cases.ts'

/** A method has some forty points and scenarios, and some are tried again; each case needs an order. */
const ORDERS_OF_A_METHOD = 100
/** Enough for a busy machine; not a promise of speed. */
const ALL_MS = 900_000

/** Kills the server at every point that the payments of some methods pass, and checks what is left. */
export function testKills(name: string, isOurs: (driver: MethodDriver) => boolean): void {
  const drivers = DRIVERS.filter(isOurs)
  let rig: MethodRig | undefined
  let cases: readonly KillCase[] = []
  let verdicts: readonly Verdict[] = []

  beforeAll(async () => {
    rig = await createMethodRig({ orders: drivers.length * ORDERS_OF_A_METHOD })
    cases = await recordCases(rig, drivers)
    verdicts = await killAll(rig, cases)
  }, ALL_MS)
  afterAll(() => rig?.close())

  describe(`kill -9 of the server, ${name}`, () => {
    test('passes every point there is, each of them with a death', () => {
      const points = new Set(verdicts.map(({ failpoint }) => failpoint))
      expect(FAILPOINTS.filter(point => isKilledAt(point) && !points.has(point))).toEqual([])
      expect(verdicts.map(nameOf).toSorted()).toEqual(cases.map(nameOf).toSorted())
    })

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
