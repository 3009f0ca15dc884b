import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { choose, IS_WHOLE_PROOF } from '../../../../tools/test/proof-choice.ts'
import type { Failpoint } from '../../src/payments/attempts/failpoints.ts'
import { DRIVERS } from '../payment-methods/drivers.ts'
import { type KillCase, nameOf, type Verdict } from './kill-case.ts'
import { killAll } from './kill-waves.ts'
import { createMethodRig, type MethodRig } from './method-rig.ts'
import { CHANGE_SCENARIOS, DOOR_SCENARIOS } from './method-scenarios.ts'
import { recordCases } from './record-cases.ts'

/** `npm test` moves visits that are paid by a card: the saga is the one of a purchase. */
const OURS = DRIVERS.filter(({ method }) => IS_WHOLE_PROOF || method === 'stripe')
/** Of each end that a payment of a change may have, one. */
const SHORT = [
  'moved to a dearer time',
  'moved to a time that is gone',
  'moved to a cheaper time, money back',
  'bought at the door',
]
const SCENARIOS = [...CHANGE_SCENARIOS, ...DOOR_SCENARIOS].filter(
  ({ name }) => IS_WHOLE_PROOF || SHORT.includes(name),
)
/** Points between which the visit moves and money comes or goes; the others are died at by purchases. */
const SHORT_POINTS: readonly Failpoint[] = [
  'issue.committing',
  'outcome.committed',
  'void.sent',
  'refund.calling',
  'refund.sent',
  'refunded.committing',
]
const ORDERS = OURS.length * 200
/** Patience for a machine that is busy, no promise of speed. */
const ALL_MS = IS_WHOLE_PROOF ? 3_600_000 : 600_000

/** A change is complete, or not, wherever its server dies and whoever paid it; and so is what is bought at the door. */
const classOf = ({ failpoint, scenario }: KillCase): string =>
  DOOR_SCENARIOS.includes(scenario) ? `${failpoint} at the door` : failpoint

let rig: MethodRig | undefined
let recorded: readonly KillCase[] = []
let cases: readonly KillCase[] = []
let verdicts: readonly Verdict[] = []

/** Kills the server at the points that changes of time pass, and looks what is left. */
beforeAll(async () => {
  rig = await createMethodRig({ orders: ORDERS, hasOtherDays: true })
  const passed = await recordCases(rig, OURS, SCENARIOS)
  recorded = passed.filter(({ failpoint }) => IS_WHOLE_PROOF || SHORT_POINTS.includes(failpoint))
  cases = choose(recorded, classOf)
  verdicts = await killAll(rig, cases)
}, ALL_MS)
afterAll(() => rig?.close())

describe('kill -9 of the server while a visit moves, or is bought at the door', () => {
  test('each case has its death', () => {
    expect(verdicts.map(nameOf).toSorted()).toEqual(cases.map(nameOf).toSorted())
    const died = new Set(verdicts.map(classOf))
    expect(recorded.filter(one => !died.has(classOf(one))).map(nameOf)).toEqual([])
  })

  test.each(OURS)(
    '$method: at every point the visit is at one time, paid once, and each yen has a ticket or goes back (R-1.17, S-11.05, S-11.09–11, S-1.13)',
    ({ method }) => {
      const own = verdicts.filter(({ driver }) => driver.method === method)
      expect(own.length).toBeGreaterThan(0)
      expect(own.filter(({ wrongs }) => wrongs.length > 0).map(one => [nameOf(one), ...one.wrongs])).toEqual(
        [],
      )
    },
  )
})
