import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { sql } from 'kysely'

import { LOCK_TIMED_OUT, sqlStateOf } from '../db/sql-states.ts'
import type { Deps } from '../deps.ts'
import { countOldRows, fillOldRows } from './fill.ts'
import { countOlderPrograms } from './older-programs.ts'

const FILE = path.join(import.meta.dirname, '..', 'db', 'contractions', '0009-tickets-own-themselves.sql')

export type Contracted = { readonly kind: 'contracted' } | { readonly kind: 'refused'; readonly why: string }

/**
 * Ends what migration 9 keeps open for a program of the release before: fills what is left, then takes the old views and
 * columns away. Refuses, and changes nothing more, while there is a row of the old shape or a connection of an older program.
 * Repeating it changes nothing.
 */
export async function contractDatabase({ db }: Pick<Deps, 'db'>): Promise<Contracted> {
  const others = await countOlderPrograms({ db })
  if (others > 0)
    return refused(`${others} connections are not of this release: stop the programs of the release before`)
  await fillOldRows({ db })
  const left = (await countOldRows({ db })).filter(row => row.left > 0)
  if (left.length > 0)
    return refused(`not filled yet: ${left.map(row => `${row.left} ${row.rows}`).join(', ')}`)
  const statements = await readFile(FILE, 'utf8')
  try {
    await db.transaction(async tx => {
      await sql.raw(statements).execute(tx)
      // No release of before may start any more.
      await sql`update schema_migrations set beside = null where beside is not null`.execute(tx)
    })
  } catch (error) {
    if (sqlStateOf(error) !== LOCK_TIMED_OUT) throw error
    return refused('a long transaction uses one of the tables: repeat this once it has ended')
  }
  return { kind: 'contracted' }
}

function refused(why: string): Contracted {
  return { kind: 'refused', why }
}
