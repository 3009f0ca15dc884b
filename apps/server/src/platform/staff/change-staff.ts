import { afterGrant, type Grant, type RefusedGrant, type Rights } from '@kippu/domain/staff/grants'
import { ROLES } from '@kippu/domain/staff/permission'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Clock } from '../clock.ts'
import type { Database, Read, Tx } from '../db/database.ts'
import { readStaff } from './read-actor.ts'
import { recordAction } from './record-action.ts'
import { type Act, staffVerb } from './staff-verb.ts'

export interface Person extends Rights {
  readonly name: string
}

interface ChangeDeps {
  readonly db: Database
  readonly clock: Clock
}

/** `no_owner_left`: there is always an owner of all sites, and the first on the list is one. */
export type StaffChange = 'done' | RefusedGrant

/** Puts somebody on the list, or gives them another role or other sites. */
export const putPerson = staffVerb({
  name: 'staff put',
  permission: 'staff:write',
  reach: 'deployment',
  input: v.object({ name: v.string(), role: v.picklist(ROLES), siteKeys: v.nullable(v.array(v.string())) }),
  run: writePerson,
})

async function writePerson({ db }: ChangeDeps, person: Person, act: Act): Promise<StaffChange> {
  return changeAlone(db, tx => putPersonIn(tx, person, act))
}

/** Puts somebody on the list in the transaction of a verb that does more, within {@link changeAlone}. */
export async function putPersonIn(tx: Tx, { name, role, siteKeys }: Person, act: Act): Promise<StaffChange> {
  const refused = await refusalOf(tx, act, { name, rights: { role, siteKeys } })
  if (refused !== undefined) return refused
  const values = { role, site_keys: siteKeys === null ? null : [...siteKeys], ended_at: null }
  await tx
    .insertInto('staff')
    .values({ name, ...values, created_at: new Date(act.clock.now()) })
    .onConflict(conflict => conflict.column('name').doUpdateSet(values))
    .execute()
  await recordAction(tx, act, { subject: name, details: { role, sites: siteKeys } })
  return 'done'
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
    const refused = await refusalOf(tx, act, { name, rights: null })
    if (refused !== undefined) return refused
    await tx
      .updateTable('staff')
      .set({ ended_at: new Date(clock.now()) })
      .where('name', '=', name)
      .where('ended_at', 'is', null)
      .execute()
    await recordAction(tx, act, { subject: name })
    return 'done'
  })
}

/** Two owners who end each other at once do it one after the other. */
export function changeAlone<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(async tx => {
    await sql`select pg_advisory_xact_lock(hashtext('staff'))`.execute(tx)
    return work(tx)
  })
}

/** By the list as it stands: the person who acts may have been taken off it meanwhile. */
async function refusalOf(read: Read, { actor }: Act, grant: Grant): Promise<RefusedGrant | undefined> {
  const after = afterGrant(await readStaff(read), actor.name, grant)
  return typeof after === 'string' ? after : undefined
}
