import { type Role, ROLES } from '@kippu/domain/staff/permission'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Clock } from '../clock.ts'
import type { Database, Read, Tx } from '../db/database.ts'
import { recordAction } from './record-action.ts'
import { type Act, staffVerb } from './staff-verb.ts'

interface Person {
  readonly name: string
  readonly role: Role
  /** Null: all sites of the deployment. */
  readonly siteKeys: readonly string[] | null
}

interface ChangeDeps {
  readonly db: Database
  readonly clock: Clock
}

/** `no_owner_left`: there is always an owner of all sites, and the first on the list is one. */
export type StaffChange = 'done' | 'no_owner_left' | 'unknown'

/** Puts somebody on the list, or gives them another role or other sites. */
export const putPerson = staffVerb({
  name: 'staff put',
  permission: 'staff:write',
  reach: 'deployment',
  input: v.object({ name: v.string(), role: v.picklist(ROLES), siteKeys: v.nullable(v.array(v.string())) }),
  run: writePerson,
})

async function writePerson(
  { db, clock }: ChangeDeps,
  { name, role, siteKeys }: Person,
  act: Act,
): Promise<StaffChange> {
  return changeAlone(db, async tx => {
    const isOwner = role === 'owner' && siteKeys === null
    if (!isOwner && !(await hasOwnerBeside(tx, name))) return 'no_owner_left'
    const values = { role, site_keys: siteKeys === null ? null : [...siteKeys], ended_at: null }
    await tx
      .insertInto('staff')
      .values({ name, ...values, created_at: new Date(clock.now()) })
      .onConflict(conflict => conflict.column('name').doUpdateSet(values))
      .execute()
    await recordAction(tx, act, { subject: name, details: { role, sites: siteKeys } })
    return 'done'
  })
}

/** Takes somebody off the list; their name stays with what they did. */
export const endPerson = staffVerb({
  name: 'staff end',
  permission: 'staff:write',
  reach: 'deployment',
  input: v.object({ name: v.string() }),
  run: writeEnd,
})

async function writeEnd(
  { db, clock }: ChangeDeps,
  { name }: Pick<Person, 'name'>,
  act: Act,
): Promise<StaffChange> {
  return changeAlone(db, async tx => {
    if (!(await hasOwnerBeside(tx, name))) return 'no_owner_left'
    const { numUpdatedRows } = await tx
      .updateTable('staff')
      .set({ ended_at: new Date(clock.now()) })
      .where('name', '=', name)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return 'unknown'
    await recordAction(tx, act, { subject: name })
    return 'done'
  })
}

/** Two owners who end each other at once do it one after the other. */
function changeAlone<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(async tx => {
    await sql`select pg_advisory_xact_lock(hashtext('staff'))`.execute(tx)
    return work(tx)
  })
}

async function hasOwnerBeside(read: Read, name: string): Promise<boolean> {
  const owners = await read
    .selectFrom('staff')
    .select('name')
    .where('role', '=', 'owner')
    .where('site_keys', 'is', null)
    .where('ended_at', 'is', null)
    .where('name', '<>', name)
    .limit(1)
    .execute()
  return owners.length > 0
}
