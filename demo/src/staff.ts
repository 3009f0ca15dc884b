import { randomUUID } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'

import { invitePerson } from '@kippu/server/console/people/invite-person'
import { listPeople } from '@kippu/server/console/people/list-people'
import type { Clock } from '@kippu/server/platform/clock'
import type { Database } from '@kippu/server/platform/db/database'
import { consoleHostOf, invitationUrl } from '@kippu/server/platform/http/console-host'
import type { JobQueue } from '@kippu/server/platform/jobs/queue'
import { putPerson } from '@kippu/server/platform/staff/change-staff'
import { byStaff } from '@kippu/server/platform/staff/staff-verb'
import { hashToken, type Tokens } from '@kippu/server/platform/tokens'

const OWNER = { name: 'owner', role: 'owner', siteKeys: null, email: 'owner@museum.example' } as const
const OTHERS = [
  { name: 'planner', role: 'planner', siteKeys: null, email: 'planner@museum.example' },
  { name: 'clerk', role: 'box_office', siteKeys: null, email: 'clerk@museum.example' },
  { name: 'accountant', role: 'accountant', siteKeys: null, email: 'accountant@museum.example' },
] as const

const DAY_MS = 24 * 60 * 60_000
/** As long as there are orders: nobody is so new that they could not agree to what another one asks for. */
const THERE_FOR_MS = 28 * DAY_MS

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

/** Gives the demonstration its people, its owner a way in, and the others theirs by mail. Once the owner has a passkey, nothing is invited any more. */
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
  const then = { ...deps.clock, now: () => deps.clock.now() - THERE_FOR_MS }
  for (const person of OTHERS)
    if (!people.some(({ name }) => name === person.name)) {
      await putPerson(byStaff(OWNER, { ...deps, clock: then }), person)
      await invite(deps, person.name)
    }
  writeFileSync(invitationFile, invitationUrl(consoleHostOf(consoleHost), invitation.token), { mode: 0o600 })
}

/** No line says that the owner has let them in today. */
async function invite({ db, clock, tokens, jobs }: StaffDeps, staff: string): Promise<void> {
  const id = randomUUID()
  const times = { created_at: new Date(clock.now()), ends_at: new Date(clock.now() + DAY_MS) }
  await db.transaction(async tx => {
    const token_hash = hashToken(tokens.derive('invitation', id))
    await tx
      .insertInto('staff_invitations')
      .values({ id, staff, token_hash, ...times })
      .execute()
    const about = { kind: 'invitation', invitation: id } as const
    await jobs.enqueue(tx, { name: 'send-staff-mail', staff, about })
  })
}
