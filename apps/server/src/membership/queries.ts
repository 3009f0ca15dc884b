import { sql } from 'kysely'

import type { Tx } from '../db/database.ts'

/** What a failed login is counted for on a site: SHA-256 of a login id, or of the address of a client. */
export interface FailureSubject {
  readonly siteKey: string
  readonly subjectHash: Buffer
}

/** Nobody else counts or adds failures of the subject until the transaction ends. */
export async function lockFailures(tx: Tx, { siteKey, subjectHash }: FailureSubject): Promise<void> {
  const name = `login failures of ${siteKey} ${subjectHash.toString('hex')}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** Failures of the subject that are younger than so many minutes. */
export async function countFailures(
  tx: Tx,
  { siteKey, subjectHash }: FailureSubject,
  minutes: number,
): Promise<number> {
  const { count } = await tx
    .selectFrom('login_failures')
    .select(eb => eb.fn.countAll<string>().as('count'))
    .where('site_key', '=', siteKey)
    .where('subject_hash', '=', subjectHash)
    .where('failed_at', '>', minutesAgo(minutes))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export interface Failure extends FailureSubject {
  readonly id: string
}

export async function insertFailures(tx: Tx, failures: readonly Failure[]): Promise<void> {
  const rows = failures.map(({ id, siteKey, subjectHash }) => ({
    id,
    site_key: siteKey,
    subject_hash: subjectHash,
    failed_at: sql<Date>`now()`,
  }))
  await tx.insertInto('login_failures').values(rows).execute()
}

export async function deleteFailures(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('login_failures').where('id', 'in', ids).execute()
}

/** Answers how many were older. */
export async function deleteOldFailures(tx: Tx, minutes: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('login_failures')
    .where('failed_at', '<=', minutesAgo(minutes))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** By the database's clock, so that servers whose clocks differ agree. */
function minutesAgo(minutes: number) {
  return sql<Date>`now() - make_interval(mins => ${minutes})`
}
