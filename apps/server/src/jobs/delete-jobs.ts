import { type RawBuilder, sql } from 'kysely'

import { list } from '../db/list.ts'
import type { JobName } from './jobs.ts'

/** A `delete` for the statement that makes jobs needless. Those that have begun go on. */
export function deleteJobs(name: JobName, ids: readonly string[]): RawBuilder<unknown> {
  return sql`delete from jobs.job where name = ${name} and id = any(${list('uuid', ids)}::uuid[]) and state = 'created'`
}
