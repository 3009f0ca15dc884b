import { sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'
import { MIGRATIONS, readContraction } from '../../platform/db/migrate.ts'
import { LOCK_TIMED_OUT, sqlStateOf } from '../../platform/db/sql-states.ts'
import type { Deps } from '../../platform/deps.ts'
import { nothing } from '../../platform/staff/inputs.ts'
import { staffVerb } from '../../platform/staff/staff-verb.ts'
import { countOldRows, type Filling, fillOldRows, FILLINGS } from './fill.ts'
import { countOlderPrograms } from './older-programs.ts'

export type Contracted = { readonly kind: 'contracted' } | { readonly kind: 'refused'; readonly why: string }

/** The work that the last upgrade has left. */
export const readUpgrade = staffVerb({
  name: 'database',
  permission: 'deployment:write',
  reach: 'deployment',
  input: nothing,
  run: async (deps: Pick<Deps, 'db'>) => ({
    rows: await countOldRows(deps, FILLINGS),
    others: await countOlderPrograms(deps),
  }),
})

/** {@link contractDatabase}, for staff. */
export const endUpgrade = staffVerb({
  name: 'database --contract',
  permission: 'deployment:write',
  reach: 'deployment',
  input: nothing,
  run: (deps: Pick<Deps, 'db'>) => contractDatabase(deps, FILLINGS),
})

/**
 * Ends what the migrations keep open for a program of the release before: fills what is left, then takes away what only that one needs.
 * Refuses, and changes nothing more, while there is a row of the old shape or a connection of an older program.
 * Repeating it changes nothing.
 */
export async function contractDatabase(
  { db }: Pick<Deps, 'db'>,
  fillings: readonly Filling[],
  folder: string = MIGRATIONS,
): Promise<Contracted> {
  const others = await countOlderPrograms({ db })
  if (others > 0)
    return refused(`${others} connections are not of this release: stop the programs of the release before`)
  await fillOldRows({ db }, fillings)
  const left = (await countOldRows({ db }, fillings)).filter(row => row.left > 0)
  if (left.length > 0)
    return refused(`not filled yet: ${left.map(row => `${row.left} ${row.rows}`).join(', ')}`)
  try {
    await db.transaction(tx => contract(tx, folder))
  } catch (error) {
    if (sqlStateOf(error) !== LOCK_TIMED_OUT) throw error
    return refused('a long transaction uses one of the tables: repeat this once it has ended')
  }
  return { kind: 'contracted' }
}

async function contract(tx: Tx, folder: string): Promise<void> {
  // Not for long, because every purchase waits behind this.
  await sql`set local lock_timeout = '3s'`.execute(tx)
  const { rows } = await sql<{ name: string }>`
    select name from schema_migrations where beside is not null order by number for update`.execute(tx)
  for (const { name } of rows) {
    const statements = await readContraction(folder, name)
    if (statements !== undefined) await sql.raw(statements).execute(tx)
  }
  // No earlier release may start any more.
  await sql`update schema_migrations set beside = null where beside is not null`.execute(tx)
}

function refused(why: string): Contracted {
  return { kind: 'refused', why }
}
