import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { coverOf, IS_WHOLE_PROOF } from '../../../../tools/test/proof-choice.ts'
import { FAILPOINTS } from '../../src/payments/attempts/failpoints.ts'
import { DRIVERS } from '../payment-methods/drivers.ts'
import { courseOf, familyOf } from '../payment-methods/families.ts'
import { classesOfKill, isKilledAt, type KillCase, nameOf, type Verdict } from './kill-case.ts'
import { killAll } from './kill-waves.ts'
import { createMethodRig, type MethodRig } from './method-rig.ts'
import { recordCases } from './record-cases.ts'

/**
 * One adapter serves the methods of a family by the same calls. `npm test` has each family of wallets, of which some are ended by an event and
 * some by a look of the worker, each course of cards, and each provider.
 */
const OURS = IS_WHOLE_PROOF
  ? DRIVERS
  : coverOf(DRIVERS, one => [`by ${one.provider}`, one.takesCard ? `card, ${courseOf(one)}` : familyOf(one)])
/** Points and scenarios of a method are some forty, and some are tried again; each case takes an order. */
const ORDERS = OURS.length * 100
/** Patience for a machine that is busy, no promise of speed. */
const ALL_MS = IS_WHOLE_PROOF ? 3_600_000 : 900_000
/** Deaths of each method: a free order passes five points, and the classes take turns with the methods. */
const LEAST_DEATHS = IS_WHOLE_PROOF ? 5 : 1

let rig: MethodRig | undefined
let recorded: readonly KillCase[] = []
let cases: readonly KillCase[] = []
let verdicts: readonly Verdict[] = []

/** Kills the server at the points that the payments of these methods pass, and looks what is left. */
beforeAll(async () => {
  rig = await createMethodRig({ orders: ORDERS })
  recorded = await recordCases(rig, OURS)
  cases = IS_WHOLE_PROOF ? recorded : coverOf(recorded, classesOfKill)
  verdicts = await killAll(rig, cases)
}, ALL_MS)
afterAll(() => rig?.close())

describe('kill -9 of the server', () => {
  test('payments pass every point there is, and each point has its death', () => {
    const points = new Set(verdicts.map(({ failpoint }) => failpoint))
    expect(FAILPOINTS.filter(point => isKilledAt(point) && !points.has(point))).toEqual([])
    expect(verdicts.map(nameOf).toSorted()).toEqual(cases.map(nameOf).toSorted())
  })

  test('each point is died at by whoever passes it and at each moment that the money is taken, each step back for each reason', () => {
    const died = new Set(verdicts.flatMap(classesOfKill))
    expect(recorded.flatMap(classesOfKill).filter(name => !died.has(name))).toEqual([])
  })

  test.each(OURS)(
    '$method: at every point that its payments pass, each yen has a ticket or goes back, and nothing stays in doubt (S-1.13, S-7.15)',
    ({ method }) => {
      const own = verdicts.filter(({ driver }) => driver.method === method)
      expect(own.length).toBeGreaterThanOrEqual(LEAST_DEATHS)
      expect(own.filter(({ wrongs }) => wrongs.length > 0).map(one => [nameOf(one), ...one.wrongs])).toEqual(
        [],
      )
    },
  )
})
