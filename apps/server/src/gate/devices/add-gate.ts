import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import * as v from 'valibot'

import type { Deps } from '../../platform/deps.ts'
import { site } from '../../platform/staff/inputs.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { hashToken } from '../../platform/tokens.ts'

/** Opens an entrance of a site; its id, or null where an open gate of the site has this name. */
export const addGate = staffVerb({
  name: 'gates add',
  permission: 'gate:write',
  reach: 'site',
  input: v.object({ ...site, name: v.string() }),
  run: insertGate,
})

async function insertGate(
  { db, tokens }: Pick<Deps, 'db' | 'tokens'>,
  { siteKey, name }: { readonly siteKey: string; readonly name: string },
  act: Act,
): Promise<string | null> {
  const id = randomUUID()
  return db.transaction(async tx => {
    const added = await tx
      .insertInto('gates')
      .values({
        id,
        site_key: siteKey,
        name,
        code_hash: hashToken(tokens.derive('gate', id)),
        created_at: sql<Date>`now()`,
        closed_at: null,
      })
      .onConflict(conflict =>
        conflict.columns(['site_key', 'name']).where('closed_at', 'is', null).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (added === undefined) return null
    await recordAction(tx, act, { siteKey, subject: id, details: { name } })
    return id
  })
}
