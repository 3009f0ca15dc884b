import { type RawBuilder, sql } from 'kysely'

import { listed } from '../db/list.ts'
import type { JobRow } from './jobs.ts'

/** A job, and the key of the row that it is about. */
export interface KeyedJob {
  readonly key: string
  readonly row: JobRow
}

/**
 * An `insert` for the statement that writes what the jobs are about: a job is queued exactly if its row is written. It is
 * what pg-boss writes for a job with the same id; the test beside this file compares the two.
 * @param written SQL of the keys, as text, whose rows were written: `select id::text from moved`.
 */
export function insertJobs(jobs: readonly KeyedJob[], written: RawBuilder<unknown>): RawBuilder<unknown> {
  const rows = jobs.map(({ row }) => row)
  // Without its queue a job has no settings: the statement fails, instead of losing the job.
  return sql`insert into jobs.job
           (id, name, data, start_after, created_on, keep_until, policy, expire_seconds, deletion_seconds, retry_limit,
            retry_delay, retry_backoff, retry_delay_max, dead_letter, heartbeat_seconds)
    select j.id, j.name, j.data, now() + make_interval(secs => j.seconds), now(),
           now() + make_interval(secs => j.seconds + q.retention_seconds), q.policy, q.expire_seconds,
           q.deletion_seconds, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.dead_letter,
           q.heartbeat_seconds
      from ${listed('j', {
        key: ['text', jobs.map(({ key }) => key)],
        id: ['uuid', rows.map(({ id }) => id)],
        name: ['text', rows.map(({ name }) => name)],
        data: ['jsonb', rows.map(({ data }) => data)],
        seconds: ['float8', rows.map(({ startAfterSeconds }) => startAfterSeconds)],
      })}
      left join jobs.queue q on q.name = j.name
     where j.key in (${written})
    on conflict do nothing`
}
