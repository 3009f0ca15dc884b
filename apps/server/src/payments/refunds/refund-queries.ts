import { sql } from 'kysely'
import * as v from 'valibot'

import { afterSeconds } from '../../platform/db/after-seconds.ts'
import type { Read, Tx } from '../../platform/db/database.ts'
import { LEASE_SECONDS } from '../attempts/timing.ts'
import type { ProviderError } from '../port/port.ts'

/** SQL of refunds that staff asked for. Deadlines are the database's own clock. */

const refundState = v.picklist(['requested', 'done', 'failed'])

const refundRow = v.object({
  id: v.string(),
  attemptId: v.string(),
  amount: v.number(),
  state: refundState,
  checks: v.number(),
  retries: v.number(),
  isOld: v.boolean(),
})

/** A part of a payment on its way back, in yen. */
export type RefundRow = v.InferOutput<typeof refundRow>

/**
 * The request that a refund was the last part of; undefined while another part is not done, for one that another letter tells of, and for a refund of a program
 * that wrote no request. Locks the request: of two parts that end at once, the second one sees the first.
 */
export async function findRequestToTell(tx: Tx, refundId: string): Promise<string | undefined> {
  const request = await tx
    .selectFrom('refund_requests')
    .select(['id', 'is_told_otherwise'])
    .where('id', '=', eb => eb.selectFrom('refunds').select('request_id').where('id', '=', refundId))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (request === undefined || request.is_told_otherwise) return undefined
  const open = await tx
    .selectFrom('refunds')
    .select('id')
    .where('request_id', '=', request.id)
    .where('state', '<>', 'done')
    .limit(1)
    .executeTakeFirst()
  return open === undefined ? request.id : undefined
}

export interface NewRefund {
  readonly id: string
  readonly requestId: string
  readonly siteKey: string
  readonly orderId: string
  readonly attemptId: string
  readonly amount: number
  readonly reason: string
  readonly leaseSeconds: number
}

/** Writes a refund ahead of its call. @throws 23505 when another one of the attempt is under way. */
export async function insertRefund(tx: Tx, refund: NewRefund): Promise<RefundRow> {
  await tx
    .insertInto('refunds')
    .values({
      id: refund.id,
      request_id: refund.requestId,
      site_key: refund.siteKey,
      order_id: refund.orderId,
      attempt_id: refund.attemptId,
      amount: refund.amount,
      reason: refund.reason,
      state: 'requested',
      check_at: afterSeconds(refund.leaseSeconds),
      created_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .execute()
  return readRefund(tx, refund.id)
}

function selectRefund(read: Read) {
  return read
    .selectFrom('refunds')
    .select(['id', 'attempt_id as attemptId', 'amount', 'state', 'checks', 'retries'])
    .select(sql<boolean>`created_at <= now() - interval '24 hours'`.as('isOld'))
}

async function readRefund(read: Read, id: string): Promise<RefundRow> {
  return v.parse(refundRow, await selectRefund(read).where('id', '=', id).executeTakeFirstOrThrow())
}

/** The attempt that a refund belongs to; undefined when there is no such refund. */
export async function findAttemptOfRefund(read: Read, id: string): Promise<string | undefined> {
  const row = await read.selectFrom('refunds').select('attempt_id').where('id', '=', id).executeTakeFirst()
  return row?.attempt_id
}

/** Locks a refund until the transaction ends. A caller that needs its attempt as well has locked that before. */
export async function lockRefund(tx: Tx, id: string): Promise<RefundRow> {
  return v.parse(refundRow, await selectRefund(tx).where('id', '=', id).forUpdate().executeTakeFirstOrThrow())
}

export interface RefundChange {
  readonly state?: RefundRow['state']
  readonly failure?: ProviderError | null
  readonly checkInSeconds: number | null
  /** Starts the back-off anew. */
  readonly checks?: 0
  readonly retries?: number
  readonly needsPerson?: boolean
}

export async function changeRefund(tx: Tx, id: string, change: RefundChange): Promise<void> {
  const { state, failure, checkInSeconds, checks, retries, needsPerson } = change
  await tx
    .updateTable('refunds')
    .set({
      check_at: checkInSeconds === null ? null : afterSeconds(checkInSeconds),
      updated_at: sql<Date>`now()`,
      ...(state && { state }),
      ...(failure !== undefined && { failure: failure && JSON.stringify(failure) }),
      ...(checks !== undefined && { checks }),
      ...(retries !== undefined && { retries }),
      ...(needsPerson !== undefined && { needs_person: needsPerson }),
    })
    .where('id', '=', id)
    .execute()
}

/** Refunds to be looked at now, the longest waiting first; none of the providers in `except`. */
export async function findDueRefunds(
  read: Read,
  { limit, except }: { readonly limit: number; readonly except: readonly string[] },
): Promise<ReadonlyArray<{ readonly id: string; readonly provider: string }>> {
  return read
    .selectFrom('refunds')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'refunds.attempt_id')
    .select(['refunds.id', 'payment_attempts.provider'])
    .where('refunds.check_at', '<=', sql<Date>`now()`)
    .where(sql<boolean>`payment_attempts.provider <> all(${except}::text[])`)
    .orderBy('refunds.check_at')
    .limit(limit)
    .execute()
}

/** Takes a due refund for one lease; of several servers one gets it. */
export async function claimRefund(tx: Tx, id: string): Promise<RefundRow | undefined> {
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set(eb => ({ check_at: afterSeconds(LEASE_SECONDS), checks: eb('checks', '+', 1) }))
    .where('id', '=', id)
    .where('check_at', '<=', sql<Date>`now()`)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? readRefund(tx, id) : undefined
}

/** The sums of the refunds of an attempt. */
export interface RefundSums {
  /** Yen that they gave back or still may: a failed one can be taken up again. */
  readonly requested: number
  /** Yen that they gave back. */
  readonly refunded: number
  /** Yen that are on their way; one refund at a time is. */
  readonly underWay: number
}

export async function sumRefunds(read: Read, attemptId: string): Promise<RefundSums> {
  return read
    .selectFrom('refunds')
    .select([
      sql<number>`coalesce(sum(amount), 0)::integer`.as('requested'),
      sql<number>`coalesce(sum(amount) filter (where state = 'done'), 0)::integer`.as('refunded'),
      sql<number>`coalesce(sum(amount) filter (where state = 'requested'), 0)::integer`.as('underWay'),
    ])
    .where('attempt_id', '=', attemptId)
    .executeTakeFirstOrThrow()
}
