import { itemAt } from '@kippu/domain/known'
import { sql } from 'kysely'

import { PROGRAM_NAME } from '../../platform/db/program-name.ts'
import type { Deps } from '../../platform/deps.ts'

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
  return itemAt(rows, 0).others
}
