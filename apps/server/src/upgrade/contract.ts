import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { sql } from 'kysely'

import { LOCK_TIMED_OUT, sqlStateOf } from '../db/database.ts'
import { PROGRAM_NAME } from '../db/program-name.ts'
import type { Deps } from '../deps.ts'
import { countOldRows, fillOldRows } from './fill.ts'

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
    await db.transaction(tx => sql.raw(statements).execute(tx))
  } catch (error) {
    if (sqlStateOf(error) !== LOCK_TIMED_OUT) throw error
    return refused('a long transaction uses one of the tables: repeat this once it has ended')
  }
  return { kind: 'contracted' }
}

/**
 * Connections to this database, of whatever program, that do not say that they are of this release. The kind of a
 * connection of another database user is hidden, so that one counts as well.
 */
export async function countOlderPrograms({ db }: Pick<Deps, 'db'>): Promise<number> {
  const { rows } = await db.read(read =>
    sql<{ others: number }>`
      select count(*)::integer as others from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and (backend_type is null or backend_type = 'client backend')
         and application_name <> ${PROGRAM_NAME}`.execute(read),
  )
  return rows[0]?.others ?? 0
}

function refused(why: string): Contracted {
  return { kind: 'refused', why }
}
