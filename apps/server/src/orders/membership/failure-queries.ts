import { sql } from 'kysely'

import { list } from '../../platform/db/list.ts'
import type { Read, Tx } from '../../platform/db/database.ts'

/** The subject of a count of failed logins on a site: a login id, or the address of a client, as an HMAC. */
export interface FailureSubject {
  readonly siteKey: string
  readonly subjectHash: Buffer
}

/** How many failures a subject may have within a span that begins with the first of them. */
export interface FailureLimit {
  readonly most: number
  readonly minutes: number
}

/**
 * Counts one more failure, unless the subject has reached its limit: false. One statement, so that any number of tries
 * at once, on any number of servers, agree.
 */
export async function raiseFailures(
  tx: Tx,
  { siteKey, subjectHash }: FailureSubject,
  { most, minutes }: FailureLimit,
): Promise<boolean> {
  const isOver = sql<boolean>`(login_failures.failures = 0 or login_failures.counted_from <= ${minutesAgo(minutes)})`
  const raised = await tx
    .insertInto('login_failures')
    .values({ site_key: siteKey, subject_hash: subjectHash, failures: 1, counted_from: sql<Date>`now()` })
    .onConflict(conflict =>
      conflict
        .columns(['site_key', 'subject_hash'])
        .doUpdateSet({
          failures: sql<number>`case when ${isOver} then 1 else login_failures.failures + 1 end`,
          counted_from: sql<Date>`case when ${isOver} then now() else login_failures.counted_from end`,
        })
        .where(sql<boolean>`login_failures.failures < ${most} or ${isOver}`),
    )
    .returning('failures')
    .executeTakeFirst()
  return raised !== undefined
}

/** Adds what is counted under hashes of former keys to the count of the subject, within the span of minutes. */
export async function adoptFailures(
  tx: Tx,
  { siteKey, subjectHash }: FailureSubject,
  { formerHashes, minutes }: { readonly formerHashes: readonly Buffer[]; readonly minutes: number },
): Promise<void> {
  await sql`
    with former as (
      delete from login_failures where site_key = ${siteKey} and subject_hash = any(${list('bytea', formerHashes)}::bytea[])
      returning failures, counted_from
    )
    insert into login_failures (site_key, subject_hash, failures, counted_from)
    select ${siteKey}, ${subjectHash}, sum(failures)::integer, min(counted_from) from former
     where failures > 0 and counted_from > ${minutesAgo(minutes)} having count(*) > 0
        on conflict (site_key, subject_hash) do update
       set failures = excluded.failures + case when login_failures.counted_from > ${minutesAgo(minutes)}
                                               then login_failures.failures else 0 end,
           counted_from = least(excluded.counted_from,
                                case when login_failures.counted_from > ${minutesAgo(minutes)}
                                     then login_failures.counted_from end)`.execute(tx)
}

/** Removes one failure from the count. */
export async function lowerFailures(tx: Tx, { siteKey, subjectHash }: FailureSubject): Promise<void> {
  await tx
    .updateTable('login_failures')
    .set(eb => ({ failures: eb('failures', '-', 1) }))
    .where('site_key', '=', siteKey)
    .where('subject_hash', '=', subjectHash)
    .where('failures', '>', 0)
    .execute()
}

/** Whether the subject has reached its limit. */
export async function hasMostFailures(
  read: Read,
  { siteKey, subjectHash }: FailureSubject,
  { most, minutes }: FailureLimit,
): Promise<boolean> {
  const full = await read
    .selectFrom('login_failures')
    .select('failures')
    .where('site_key', '=', siteKey)
    .where('subject_hash', '=', subjectHash)
    .where('failures', '>=', most)
    .where('counted_from', '>', minutesAgo(minutes))
    .executeTakeFirst()
  return full !== undefined
}

/** Deletes counts that began at least the given number of minutes ago; returns how many. */
export async function deleteOldFailures(tx: Tx, minutes: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('login_failures')
    .where('counted_from', '<=', minutesAgo(minutes))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** By the database's clock, so that servers with different clocks agree. */
function minutesAgo(minutes: number) {
  return sql<Date>`now() - make_interval(mins => ${minutes})`
}
