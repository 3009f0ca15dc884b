import { sql } from 'kysely'

import type { Tx } from './database.ts'

/**
 * Waits until nobody else has this name, and has it until the transaction ends: for work that must not run beside itself, and
 * has no row of its own to lock. The names of a deployment are few: they stay.
 */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await sql`
    insert into locked_names (name) values (${name})
        on conflict (name) do update set name = excluded.name`.execute(tx)
}

/** Like {@link lockName}, and false where somebody else has it: nobody waits, except for the first transaction ever that has it. */
export async function lockFreeName(tx: Tx, name: string): Promise<boolean> {
  await sql`insert into locked_names (name) values (${name}) on conflict (name) do nothing`.execute(tx)
  const { rows } = await sql`
    select from locked_names where name = ${name} for no key update skip locked`.execute(tx)
  return rows.length > 0
}
