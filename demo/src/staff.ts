import { existsSync, rmSync, writeFileSync } from 'node:fs'

import { invitePerson } from '@kippu/server/console/people/invite-person'
import { listPeople } from '@kippu/server/console/people/list-people'
import type { Clock } from '@kippu/server/platform/clock'
import type { Database } from '@kippu/server/platform/db/database'
import { consoleHostOf, invitationUrl } from '@kippu/server/platform/http/console-host'
import type { JobQueue } from '@kippu/server/platform/jobs/queue'
import { putPerson } from '@kippu/server/platform/staff/change-staff'
import { byStaff } from '@kippu/server/platform/staff/staff-verb'
import type { Tokens } from '@kippu/server/platform/tokens'

const OWNER = { name: 'owner', role: 'owner', siteKeys: null } as const
const OTHERS = [
  { name: 'planner', role: 'planner', siteKeys: null },
  { name: 'clerk', role: 'box_office', siteKeys: null },
  { name: 'accountant', role: 'accountant', siteKeys: null },
] as const

interface StaffDeps {
  readonly db: Database
  readonly clock: Clock
  readonly tokens: Tokens
  readonly jobs: Pick<JobQueue, 'enqueue'>
}

interface Door {
  /** As `CONSOLE_HOST` has it. */
  readonly consoleHost: string
  /** Has the owner's invitation as long as nobody has used it. */
  readonly invitationFile: string
}

/** Gives the demonstration its people, and its owner a way in. Once the owner has a passkey, nothing is invited any more. */
export async function inviteOwner(deps: StaffDeps, { consoleHost, invitationFile }: Door): Promise<void> {
  const by = byStaff(OWNER, deps)
  const people = await listPeople(by, {})
  const owner = people.find(({ name }) => name === OWNER.name)
  if (owner === undefined ? people.length > 0 : owner.passkeys > 0) {
    rmSync(invitationFile, { force: true })
    return
  }
  // Another one would take its place, and it is on the screen already.
  if (owner !== undefined && owner.invitedUntil !== null && existsSync(invitationFile)) return
  const invitation = await invitePerson(by, { ...OWNER, isTold: true })
  if (typeof invitation === 'string' || invitation.token === null)
    throw new Error(`the owner of the demonstration is not invited: ${JSON.stringify(invitation)}`)
  for (const person of OTHERS)
    if (!people.some(({ name }) => name === person.name)) await putPerson(by, person)
  writeFileSync(invitationFile, invitationUrl(consoleHostOf(consoleHost), invitation.token), { mode: 0o600 })
}
