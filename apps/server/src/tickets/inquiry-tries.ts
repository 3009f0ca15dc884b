import { sql } from 'kysely'

import type { Read, Tx } from '../platform/db/database.ts'
import type { Deps } from '../platform/deps.ts'
import { networkOf } from '../platform/http/network.ts'
import type { Tokens } from '../platform/tokens.ts'

/** A pair that somebody asks for, as it is compared. */
export interface AskedPair {
  readonly siteKey: string
  readonly email: string
  readonly number: string
}

/** A try of a pair, and its client. */
export interface InquiryTry extends AskedPair {
  /** Address of the client. */
  readonly address: string
}

/** A count expires this many minutes after its first try. */
const SPAN_MINUTES = 10

/**
 * How many wrong pairs there may be of each subject within the span. One network alone reaches neither bound of what it
 * asks for, so it takes several to keep others out. Numbers cannot be guessed; somebody who has read one somewhere
 * might guess the address.
 */
const MOST = { network: 20, email: 100, number: 30 } as const

type Bound = keyof typeof MOST

/** One more try would be too much. */
interface FullBound {
  readonly by: Bound
  /** Seconds until it is worth another try. */
  readonly retryAfter: number
}

/**
 * Counts a try before the pair is looked up, so that any number of tries at once, on any number of servers, stay within the bounds
 * together; undefined when it may be looked up. A network that has had its tries counts for nothing else. {@link takeBackTry} must
 * follow where the pair was right.
 */
export function countTry(
  { db, tokens }: Pick<Deps, 'db' | 'tokens'>,
  asked: InquiryTry,
): Promise<FullBound | undefined> {
  return db.transaction(async tx => {
    for (const { bound, subject } of subjectsOf(tokens, asked))
      if (!(await raiseTries(tx, subject, MOST[bound])))
        return { by: bound, retryAfter: await secondsLeft(tx, subject) }
    return undefined
  })
}

/** The pair was right, and right ones do not count. */
export function takeBackTry({ db, tokens }: Pick<Deps, 'db' | 'tokens'>, asked: InquiryTry): Promise<void> {
  return db.transaction(async tx => {
    for (const { subject } of subjectsOf(tokens, asked)) await lowerTries(tx, subject)
  })
}

/**
 * Deletes counts that are over; returns how many. One that a try is counted in stays: a try locks its three counts one after the other,
 * and both would wait for each other in a circle.
 */
export async function deleteOldTries(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as (
      select site_key, subject_hash from inquiry_tries where counted_from <= ${SPAN_AGO} for update skip locked
    )
    delete from inquiry_tries as t using old
     where t.site_key = old.site_key and t.subject_hash = old.subject_hash`.execute(tx)
  return Number(numAffectedRows)
}

/** The subject that a try is counted for, as an HMAC: all three may be personal. */
interface Subject {
  readonly siteKey: string
  readonly hash: Buffer
}

/** Always in this order, so that two tries never wait for each other in a circle. */
function subjectsOf(
  tokens: Tokens,
  { siteKey, email, number, address }: InquiryTry,
): ReadonlyArray<{ readonly bound: Bound; readonly subject: Subject }> {
  const subjectOf = (bound: Bound, text: string) => ({
    bound,
    subject: { siteKey, hash: tokens.hide(`inquiry:${bound} ${text}`).hash },
  })
  return [subjectOf('network', networkOf(address)), subjectOf('email', email), subjectOf('number', number)]
}

/** By the database's clock, so that servers with different clocks agree. */
const SPAN = sql`make_interval(mins => ${sql.lit(SPAN_MINUTES)})`
const SPAN_AGO = sql<Date>`now() - ${SPAN}`
const IS_OVER = sql<boolean>`(inquiry_tries.tries = 0 or inquiry_tries.counted_from <= ${SPAN_AGO})`

async function raiseTries(tx: Tx, { siteKey, hash }: Subject, most: number): Promise<boolean> {
  const raised = await tx
    .insertInto('inquiry_tries')
    .values({ site_key: siteKey, subject_hash: hash, tries: 1, counted_from: sql<Date>`now()` })
    .onConflict(conflict =>
      conflict
        .columns(['site_key', 'subject_hash'])
        .doUpdateSet({
          tries: sql<number>`case when ${IS_OVER} then 1 else inquiry_tries.tries + 1 end`,
          counted_from: sql<Date>`case when ${IS_OVER} then now() else inquiry_tries.counted_from end`,
        })
        .where(sql<boolean>`inquiry_tries.tries < ${most} or ${IS_OVER}`),
    )
    .returning('tries')
    .executeTakeFirst()
  return raised !== undefined
}

async function lowerTries(tx: Tx, { siteKey, hash }: Subject): Promise<void> {
  await tx
    .updateTable('inquiry_tries')
    .set(eb => ({ tries: eb('tries', '-', 1) }))
    .where('site_key', '=', siteKey)
    .where('subject_hash', '=', hash)
    .where('tries', '>', 0)
    .execute()
}

async function secondsLeft(read: Read, { siteKey, hash }: Subject): Promise<number> {
  const { seconds } = await read
    .selectFrom('inquiry_tries')
    .select(sql<number>`ceil(extract(epoch from counted_from + ${SPAN} - now()))::integer`.as('seconds'))
    .where('site_key', '=', siteKey)
    .where('subject_hash', '=', hash)
    .executeTakeFirstOrThrow()
  return Math.max(seconds, 1)
}
