import { worksAt } from '@kippu/domain/staff/grants'
import * as v from 'valibot'

import type { Tx } from '../../platform/db/database.ts'
import type { Attempt } from '../attempts/attempt.ts'
import { lockAttempt } from '../attempts/attempt-queries.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { LEASE_SECONDS } from '../attempts/timing.ts'
import { uuid } from '../../platform/staff/inputs.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { findDispute } from './find-dispute.ts'
import { finishRefund, writeRefundDone } from './finish-refund.ts'
import {
  changeRefund,
  findAttemptOfRefund,
  lockRefund,
  type RefundRow,
  sumRefunds,
} from './refund-queries.ts'

/** The decision of a person about a refund that did not end by itself. */

export type TakeUpRefusal =
  | 'no such refund'
  | 'refund is done already'
  | 'another refund is under way'
  | 'payment is being given back or released'
  | 'payment is disputed'

export interface NotTakenUp {
  readonly kind: 'refused'
  readonly why: TakeUpRefusal
  /** The dispute of its payment, in the provider's words. */
  readonly dispute?: string
}

export interface TakenUp {
  readonly kind: 'taken up'
  /** Yen. */
  readonly amount: number
}

interface RetriedRefund {
  readonly refundId: string
  readonly by?: Act
  /** As in a refund that begins. */
  readonly evenDisputed?: boolean
}

/**
 * Sends a refund that has failed once more, under the key that it had, so that an earlier try that was executed after all
 * is found. One that is still open is looked at now.
 */
export async function retryRefund(
  deps: PaymentDeps,
  { refundId, by, evenDisputed }: RetriedRefund,
): Promise<TakenUp | NotTakenUp> {
  const again = await deps.db.transaction(tx =>
    withRefund(tx, { refundId, by }, async (_tx, taken) => {
      const dispute = evenDisputed === true ? undefined : await findDispute(tx, [{ ...taken, amount: 0 }])
      if (dispute !== undefined) return { ...refused('payment is disputed'), dispute }
      const written = await writeRetry(tx, taken)
      if (written.kind === 'again') await recordTakenUp(tx, taken, { by, how: 'retry' })
      return written
    }),
  )
  if (again.kind === 'refused') return again
  await finishRefund(deps, again.refund)
  return { kind: 'taken up', amount: again.refund.amount }
}

/** Closes a refund by what a person has found: `done` books it, `failed` says that the money did not go back. */
export function settleRefund(
  deps: Pick<PaymentDeps, 'db' | 'jobs' | 'clock'>,
  { refundId, end, by }: { readonly refundId: string; readonly end: 'done' | 'failed'; readonly by?: Act },
): Promise<TakenUp | NotTakenUp> {
  return deps.db.transaction(tx =>
    withRefund(tx, { refundId, by }, async (_tx, { attempt, refund }) => {
      if (end === 'done') await writeRefundDone(tx, deps, { attempt, refund })
      else await changeRefund(tx, refundId, { state: 'failed', checkInSeconds: null, needsPerson: false })
      await recordTakenUp(tx, { attempt, refund }, { by, how: end })
      return { kind: 'taken up', amount: refund.amount } as const
    }),
  )
}

/** {@link retryRefund}, decided by staff. */
export const retryForStaff = staffVerb({
  name: 'refund taken up',
  permission: 'refunds:write',
  reach: 'own sites',
  input: v.object({ refundId: uuid, evenDisputed: v.boolean() }),
  run: (deps: PaymentDeps, asked: Omit<RetriedRefund, 'by'>, by: Act) => retryRefund(deps, { ...asked, by }),
})

interface Settlement {
  readonly refundId: string
  readonly end: 'done' | 'failed'
}

/** {@link settleRefund}, decided by staff. */
export const settleForStaff = staffVerb({
  name: 'refund taken up',
  permission: 'refunds:write',
  reach: 'own sites',
  input: v.object({ refundId: uuid, end: v.picklist(['done', 'failed']) }),
  run: (deps: Pick<PaymentDeps, 'db' | 'jobs' | 'clock'>, asked: Settlement, by: Act) =>
    settleRefund(deps, { ...asked, by }),
})

interface Taken {
  readonly attempt: Attempt
  readonly refund: RefundRow
}

interface TakenUpBy {
  /** The act of the member of staff who decides; without one, the store itself does, or a larger action that has its own line. */
  readonly by: Act | undefined
  readonly how: 'retry' | 'done' | 'failed'
}

/** Beside the order, so that its story tells of it. */
async function recordTakenUp(
  tx: Tx,
  { attempt: { siteKey, orderId }, refund }: Taken,
  { by: act, how }: TakenUpBy,
): Promise<void> {
  if (act === undefined) return
  await recordAction(tx, act, {
    siteKey,
    subject: orderId,
    details: { refund: refund.id, how, yen: refund.amount },
  })
}

/** Locks a refund that is not done, its attempt before it. For staff of another site there is none. */
async function withRefund<T>(
  tx: Tx,
  { refundId, by }: { readonly refundId: string; readonly by: Act | undefined },
  work: (tx: Tx, taken: Taken) => Promise<T>,
): Promise<T | NotTakenUp> {
  const attemptId = await findAttemptOfRefund(tx, refundId)
  const attempt = attemptId === undefined ? undefined : await lockAttempt(tx, attemptId)
  if (attempt === undefined || (by !== undefined && !worksAt(by.actor, attempt.siteKey)))
    return refused('no such refund')
  const refund = await lockRefund(tx, refundId)
  return refund.state === 'done' ? refused('refund is done already') : work(tx, { attempt, refund })
}

async function writeRetry(
  tx: Tx,
  { attempt, refund }: Taken,
): Promise<{ readonly kind: 'again'; readonly refund: RefundRow } | NotTakenUp> {
  const isFailed = refund.state === 'failed'
  if (isFailed && (await sumRefunds(tx, attempt.id)).underWay > 0)
    return refused('another refund is under way')
  if (attempt.operation !== null) return refused('payment is being given back or released')
  await changeRefund(tx, refund.id, {
    state: 'requested',
    failure: null,
    checks: 0,
    needsPerson: false,
    checkInSeconds: LEASE_SECONDS,
    ...(isFailed && { retries: refund.retries + 1 }),
  })
  return { kind: 'again', refund: await lockRefund(tx, refund.id) }
}

function refused(why: TakeUpRefusal): NotTakenUp {
  return { kind: 'refused', why }
}
