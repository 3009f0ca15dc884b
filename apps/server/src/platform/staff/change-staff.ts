import { randomUUID } from 'node:crypto'

import { afterGrant, type Grant, type RefusedGrant, type Rights } from '@kippu/domain/staff/grants'
import { ROLES } from '@kippu/domain/staff/permission'
import { isPlainAddress } from '@kippu/domain/settings/summary-recipients'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Clock } from '../clock.ts'
import type { Database, Read, Tx } from '../db/database.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { readStaff } from './read-actor.ts'
import { recordAction } from './record-action.ts'
import { type Act, staffVerb } from './staff-verb.ts'
import { lockName } from '../db/lock-name.ts'

/** By RFC 5321. */
const LONGEST_ADDRESS = 254

export interface Person extends Rights {
  readonly name: string
  /** Their mail address; without it, the one that they have. */
  readonly email?: string | undefined
}

/** The input of verbs that put somebody on the list. */
export const person = v.object({
  name: v.string(),
  role: v.picklist(ROLES),
  siteKeys: v.nullable(v.array(v.string())),
  email: v.optional(v.pipe(v.string(), v.maxLength(LONGEST_ADDRESS), v.check(isPlainAddress))),
})

interface ChangeDeps {
  readonly db: Database
  readonly clock: Clock
  readonly jobs: Pick<JobQueue, 'enqueue'>
}

interface Along {
  readonly tx: Tx
  readonly jobs: Pick<JobQueue, 'enqueue'>
}

/** `no_owner_left`: there is always an owner of all sites, and the first on the list is one. */
export type StaffChange = 'done' | RefusedGrant

/** Puts somebody on the list, or gives them another role or other sites. */
export const putPerson = staffVerb({
  name: 'staff put',
  permission: 'staff:write',
  reach: 'deployment',
  input: person,
  run: writePerson,
})

async function writePerson({ db, jobs }: ChangeDeps, put: Person, act: Act): Promise<StaffChange> {
  return changeAlone(db, tx => putPersonIn({ tx, jobs }, put, act))
}

/** Puts somebody on the list in the transaction of a verb that does more, within {@link changeAlone}. */
export async function putPersonIn(
  { tx, jobs }: Along,
  { name, role, siteKeys, email }: Person,
  act: Act,
): Promise<StaffChange> {
  const refused = await refusalOf(tx, act, { name, rights: { role, siteKeys } })
  if (refused !== undefined) return refused
  if (email !== undefined) await leaveAddress({ tx, jobs }, { name, email }, act)
  const values = {
    role,
    site_keys: siteKeys === null ? null : [...siteKeys],
    ended_at: null,
    ...(email !== undefined && { email }),
  }
  await tx
    .insertInto('staff')
    .values({ name, ...values, created_at: new Date(act.clock.now()) })
    .onConflict(conflict => conflict.column('name').doUpdateSet(values))
    .execute()
  // That there is another address, never the address.
  const details = { role, sites: siteKeys, ...(email !== undefined && { mail: 'given' }) }
  await recordAction(tx, act, { subject: name, details })
  return 'done'
}

/** Takes somebody off the list in the transaction of a verb that does more, within {@link changeAlone}. Their address goes. */
export async function endPersonIn(
  { tx, jobs }: Along,
  { name }: Pick<Person, 'name'>,
  act: Act,
): Promise<StaffChange> {
  const refused = await refusalOf(tx, act, { name, rights: null })
  if (refused !== undefined) return refused
  await leaveAddress({ tx, jobs }, { name, email: null }, act)
  await tx
    .updateTable('staff')
    .set({ ended_at: new Date(act.clock.now()), email: null })
    .where('name', '=', name)
    .where('ended_at', 'is', null)
    .execute()
  await recordAction(tx, act, { subject: name })
  return 'done'
}

/** An address that stops being somebody's is told so. While one waits to be told, a later one does not take its place. */
async function leaveAddress(
  { tx, jobs }: Along,
  { name, email }: { readonly name: string; readonly email: string | null },
  act: Act,
): Promise<void> {
  const left = await tx
    .updateTable('staff')
    .set({ former_email: sql`coalesce(former_email, email)` })
    .where('name', '=', name)
    .where(sql<boolean>`email <> coalesce(${email}, '')`)
    .executeTakeFirst()
  if (left.numUpdatedRows === 0n) return
  const about = { kind: 'former', change: randomUUID(), by: act.actor.name } as const
  await jobs.enqueue(tx, { name: 'send-staff-mail', staff: name, about })
}

/** Nobody has it any more, and it was told so. */
export async function forgetFormerAddress(tx: Tx, name: string): Promise<void> {
  await tx.updateTable('staff').set({ former_email: null }).where('name', '=', name).execute()
}

/** The owners of all sites who have a mail address. */
export async function ownersToWriteTo(read: Read): Promise<readonly string[]> {
  const owners = await read
    .selectFrom('staff')
    .select('name')
    .where('role', '=', 'owner')
    .where('site_keys', 'is', null)
    .where('email', 'is not', null)
    .orderBy('name')
    .execute()
  return owners.map(({ name }) => name)
}

/** Two owners who end each other at once do it one after the other. */
export function changeAlone<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(async tx => {
    await lockName(tx, 'staff')
    return work(tx)
  })
}

/** By the list as it stands: the person who acts may have been taken off it meanwhile. */
async function refusalOf(read: Read, { actor }: Act, grant: Grant): Promise<RefusedGrant | undefined> {
  const after = afterGrant(await readStaff(read), actor.name, grant)
  return typeof after === 'string' ? after : undefined
}
