import { type RawBuilder, sql } from 'kysely'

import { list } from '../db/list.ts'
import type { JobName } from './jobs.ts'

/** A `delete` for the statement that makes jobs needless. Those that have begun go on. */
export function deleteJobs(name: JobName, ids: readonly string[]): RawBuilder<unknown> {
  return sql`delete from jobs.job where name = ${name} and id = any(${list('uuid', ids)}::uuid[]) and state = 'created'`
}

/** Deletes the jobs that are about one of these rows, done ones too, with what became of them. One that runs right now ends. */
export function deleteJobsAbout(ids: readonly string[]): RawBuilder<unknown> {
  return sql`delete from jobs.job where state <> 'active' and exists (
    select from jsonb_each_text(data) as said (key, value)
     where said.key <> 'mailing' and said.value = any(${list('text', ids)}::text[]))`
}

/** A job that nobody has begun yet. */
export function deleteWaitingJob(name: JobName, id: string): RawBuilder<unknown> {
  return sql`delete from jobs.job where name = ${name} and id = ${id} and state in ('created', 'retry')`
}
