import { sql } from 'kysely'

import type { Deps } from '../deps.ts'
import { runEvery } from '../jobs/run-every.ts'

/** The first release that finds a payment by its reference. */
const FIRST_WITH_REFERENCES = 16
const INTERVAL_MS = 60_000

/**
 * Whether a program that finds payments by their numbers alone sells beside this one: what begins meanwhile must be
 * such that both can end it.
 */
export interface FormerPrograms {
  areThere(): boolean
}

export const NO_FORMER_PROGRAMS: FormerPrograms = { areThere: () => false }

/** Looks now, and then once a minute until stopped. */
export async function watchFormerPrograms(
  deps: Pick<Deps, 'db' | 'log'>,
): Promise<FormerPrograms & { stop(): Promise<void> }> {
  let areThere = false
  const look = async (): Promise<void> => {
    const now = await seesFormerPrograms(deps)
    // A connection without a name keeps it so: an operator must be able to find it.
    if (now !== areThere)
      deps.log.warn({ formerPrograms: now }, 'programs of former releases at the database have come or gone')
    areThere = now
  }
  await look()
  const watch = runEvery(deps.log, {
    intervalMs: INTERVAL_MS,
    work: look,
    failed: 'programs of former releases could not be looked for',
  })
  return { areThere: () => areThere, stop: () => watch.stop() }
}

/** Every release says its number, but for those before release 12, which say nothing. */
export async function seesFormerPrograms({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const { rows } = await db.read(read =>
    sql<{ seen: boolean }>`
      select exists (
        select from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()
           and (backend_type is null or backend_type = 'client backend')
           and (application_name = ''
             or substring(application_name from '^kippu ([0-9]{1,6})$')::integer < ${FIRST_WITH_REFERENCES})
      ) as seen`.execute(read),
  )
  return rows[0]?.seen ?? true
}
