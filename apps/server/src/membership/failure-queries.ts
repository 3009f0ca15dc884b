import { sql } from 'kysely'

import type { Read, Tx } from '../db/database.ts'

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
