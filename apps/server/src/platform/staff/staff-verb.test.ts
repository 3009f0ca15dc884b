import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { PERMISSIONS_OF, ROLES } from '@kippu/domain/staff/permission'
import { describe, expect, expectTypeOf, test } from 'vitest'

import { systemClock } from '../clock.ts'
import { ALL_VERBS as VERBS, type AnyVerb, FILES_OF_VERBS, SRC } from '../../../test/staff-verbs.ts'
import type { CommandDeps } from '../../cli/command.ts'
import { type Actor, NotPermitted } from './actor.ts'
import { nothing } from './inputs.ts'
import { byStaff, staffVerb } from './staff-verb.ts'

/** An input that no verb can do anything with, of a site or of none. */
const inputOf = (siteKey: string | null) => ({ siteKey, ofNoVerb: true })

/** `refused`, or `asked` when the verb went on, whatever became of it. */
async function outcomeOf(verb: AnyVerb, actor: Actor, siteKey: string | null): Promise<string> {
  // No part is there: a verb that goes on comes to nothing.
  const by = byStaff<unknown>(actor, { clock: systemClock })
  try {
    await verb(by, inputOf(siteKey))
  } catch (error) {
    if (error instanceof NotPermitted) return `refused for want of ${error.lacking}`
  }
  return 'asked'
}

test('each verb of the staff is exported by the file that defines it, so that all of them are known here', () => {
  expect(FILES_OF_VERBS.filter(({ defined, verbs }) => defined !== verbs.length)).toEqual([])
  expect(VERBS.length).toBeGreaterThan(70)
})

test('a verb without a permission does not compile, nor one at a site without a site; commands reach no database', () => {
  const read = { name: 'none', input: nothing, run: () => Promise.resolve() } as const
  // @ts-expect-error It names no permission.
  expect(staffVerb({ ...read, reach: 'deployment' }).about.permission).toBeUndefined()
  // @ts-expect-error Its input names no site.
  expect(staffVerb({ ...read, reach: 'site', permission: 'money:read' }).about.reach).toBe('site')
  expectTypeOf<CommandDeps>().not.toHaveProperty('db')
})

test('whoever may make what others come in by, or are told by, and nobody else, ends it', () => {
  const ENDS = /^(.+) (?:add|remove|revoke|rotate|retire|enrol|close)$/
  const ends = VERBS.flatMap(({ about: { name, permission } }) => {
    const subject = ENDS.exec(name)?.[1]
    return subject === undefined || subject === 'months' ? [] : [{ subject, permission }]
  })
  const permissions = Map.groupBy(ends, ({ subject }) => subject)
  expect([...permissions.keys()]).toEqual(expect.arrayContaining(['gates', 'resellers', 'webhooks']))
  for (const [subject, all] of permissions)
    expect([subject, ...new Set(all.map(({ permission }) => permission))]).toHaveLength(2)
})

const textOf = (pattern: string): ReadonlyMap<string, string> =>
  new Map(
    globSync(pattern, { cwd: SRC, exclude: ['**/*.test.ts'] })
      .toSorted()
      .map(file => [file, readFileSync(path.join(SRC, file), 'utf8')]),
  )

test('an act at the desk is one verb for both doors, and asks for the door only where a name proves nobody', () => {
  const [desk, commands] = ['console/desk/*.ts', 'cli/verbs/*.ts'].map(pattern =>
    [...textOf(pattern).values()].join(),
  )
  const has = (text: string | undefined, as: string): boolean => new RegExp(`\\b${as}\\b`).test(text ?? '')
  const served = FILES_OF_VERBS.flatMap(({ named }) => named).filter(({ as }) => has(desk, as))
  expect(served.length).toBeGreaterThan(15)
  expect(
    served
      .filter(({ as }) => !has(commands, as))
      .map(({ verb: { about } }) => about.name)
      .toSorted(),
  ).toEqual(DESK_ALONE.toSorted())
  const asking = textOf('{office,orders,payments,sales,sites,stock,tickets}/**/*.ts')
  expect(
    [...asking].flatMap(([file, text]) => (/\bact\.via\b|\bvia,? [^}]*\}: Act\b/.test(text) ? [file] : [])),
  ).toEqual(['office/desk/guests-alone.ts', 'payments/refunds/second-person.ts'])
})

/** Reads that a screen alone shows, and the yes of a second person, whom a passkey proves. */
const DESK_ALONE = [
  'approval',
  'issue offer',
  'approvals',
  'move days',
  'order letter state',
  'order letter',
  'order contact',
]

describe.each(ROLES)('the role %s', role => {
  test.each([
    ['all sites', null],
    ['mori alone', ['mori']],
  ] as const)(
    'of somebody who works at %s does what the table of permissions says, and nothing else',
    async (_, siteKeys) => {
      const actor = { name: 'ren', role, siteKeys }
      for (const verb of VERBS)
        for (const siteKey of ['mori', 'demo', null]) {
          const { name, permission, reach } = verb.about
          const isReached =
            siteKeys === null || reach === 'own sites' || (reach === 'site' && siteKey === 'mori')
          const expected = !PERMISSIONS_OF[role].includes(permission)
            ? 'refused for want of permission'
            : isReached
              ? 'asked'
              : `refused for want of ${reach === 'site' && siteKey !== null ? 'site' : 'all sites'}`
          const what = `${role} ${name} at ${siteKey}`
          expect([what, await outcomeOf(verb, actor, siteKey)]).toEqual([what, expected])
        }
    },
  )
})
