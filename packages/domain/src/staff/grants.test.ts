import fc from 'fast-check'
import { expect, test } from 'vitest'

import { rounds, seedOf } from '../../../../tools/test/proof-choice.ts'
import { afterGrant, type Grant, rightsIn, type Rights, type StaffList } from './grants.ts'
import { PERMISSIONS_OF, ROLES } from './permission.ts'

const NAMES = ['aki', 'ren', 'sora', 'umi'] as const
const SITES = ['demo', 'mori'] as const

const rights: fc.Arbitrary<Rights> = fc.record({
  role: fc.constantFrom(...ROLES),
  siteKeys: fc.constantFrom(null, ['demo'], ['mori'], [...SITES]),
})
const grant: fc.Arbitrary<Grant> = fc.record({
  name: fc.constantFrom(...NAMES),
  rights: fc.option(rights, { freq: 4 }),
})
/** Most are tried by somebody who may do nothing of the kind. */
const step = fc.record({ by: fc.constantFrom(...NAMES, 'stranger'), grant })

const OWNER: Rights = { role: 'owner', siteKeys: null }
const nameAt = (turn: number): string => NAMES[turn] ?? 'nobody'

/** Every pair of a permission and a site, `*` being all sites together. */
function heldBy(one: Rights | undefined): ReadonlySet<string> {
  if (one === undefined) return new Set()
  const sites = one.siteKeys ?? [...SITES, '*']
  return new Set(PERMISSIONS_OF[one.role].flatMap(permission => sites.map(site => `${permission} ${site}`)))
}

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...some].filter(one => !others.has(one))

test('nobody raises their own rights, and nobody gives what they do not have, in any order of grants', () => {
  const runs = { numRuns: rounds({ short: 100, whole: 10_000 }), seed: seedOf(18) }
  fc.assert(
    fc.property(fc.array(rights, { maxLength: 3 }), fc.array(step, { maxLength: 30 }), (others, steps) => {
      let staff: StaffList = new Map(
        others.length === 0 ? [] : [OWNER, ...others].map((one, turn) => [nameAt(turn), one]),
      )
      for (const { by, grant: asked } of steps) {
        const before = new Map(NAMES.map(name => [name, heldBy(rightsIn(staff, name))]))
        const own = heldBy(rightsIn(staff, by))
        const wasEmpty = staff.size === 0
        const after = afterGrant(staff, by, asked)
        if (typeof after === 'string') continue
        staff = after
        expect([...after.values()]).toContainEqual({ role: 'owner', siteKeys: null })
        expect(without(heldBy(after.get(by)), own)).toEqual([])
        for (const name of wasEmpty ? [] : NAMES) {
          const given = without(heldBy(after.get(name)), before.get(name) ?? new Set())
          expect(without(new Set(given), own)).toEqual([])
        }
      }
    }),
    runs,
  )
})

test('an owner of one site, a manager of all, and somebody who left give nothing', () => {
  const staff: StaffList = new Map([
    ['aki', { role: 'owner', siteKeys: null }],
    ['ren', { role: 'owner', siteKeys: ['mori'] }],
    ['sora', { role: 'manager', siteKeys: null }],
  ] as const)
  for (const by of ['ren', 'sora', 'umi'])
    expect(afterGrant(staff, by, { name: by, rights: { role: 'owner', siteKeys: null } })).toBe(
      'not permitted',
    )
  expect(afterGrant(staff, 'aki', { name: 'umi', rights: null })).toBe('unknown')
  expect(afterGrant(staff, 'aki', { name: 'aki', rights: null })).toBe('no_owner_left')
})
