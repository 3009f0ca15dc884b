import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import type { Deps } from '../../deps.ts'
import type { Actor } from '../../staff/actor.ts'
import { recordAction } from '../../staff/record-action.ts'
import { hashToken } from '../../tokens.ts'

/** Opens an entrance of a site; its id, or null where an open gate of the site has this name. */
export async function addGate(
  { db, tokens, clock, actor }: Pick<Deps, 'db' | 'tokens' | 'clock'> & { readonly actor: Actor },
  { siteKey, name }: { readonly siteKey: string; readonly name: string },
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
    const action = { permission: 'gate:write', siteKey, verb: 'gates add', subject: id } as const
    await recordAction(tx, { clock, actor }, { ...action, details: { name } })
    return id
  })
}
