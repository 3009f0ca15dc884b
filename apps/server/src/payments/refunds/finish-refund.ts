import { ON_ACCOUNT } from '@kippu/domain/payment-method'

import type { Tx } from '../../platform/db/database.ts'
import { type Attempt, refOf } from '../attempts/attempt.ts'
import { keepRefs, lockAttempt, readAttempt } from '../attempts/attempt-queries.ts'
import { callProvider, providerOf } from '../saga/call-provider.ts'
import { type PaymentDeps } from '../attempts/payment-deps.ts'
import { failpoint } from '../attempts/failpoints.ts'
import { isKeptOut } from '../saga/kept-out.ts'
import type { OperationOutcome } from '../port/port.ts'
import { writeLockedStep } from '../saga/write-step.ts'
import { backOffSeconds } from '../attempts/timing.ts'
import { elsewhereOf } from './ask-left.ts'
import { changeRefund, findRequestToTell, lockRefund, type RefundRow, sumRefunds } from './refund-queries.ts'

/** Sends a refund to the provider, or asks what became of it; what the answer says is booked once. */
export async function finishRefund(deps: PaymentDeps, refund: RefundRow): Promise<void> {
  if (refund.state !== 'requested') return
  const [attempt, { refunded: refundedBefore }] = await deps.db.read(async tx => [
    await readAttempt(tx, refund.attemptId),
    await sumRefunds(tx, refund.attemptId),
  ])
  const amount = { currency: attempt.amount.currency, minor: refund.amount }
  const gone = await goneElsewhere(deps, { attempt, refund })
  if (gone !== undefined) return keepTrying(deps, refund, gone)
  const provider = providerOf(deps, attempt)
  const outcome = await callProvider('refund', attempt, () =>
    provider.refund(refOf(attempt), {
      key: refund.id,
      amount,
      refundedBefore,
      retries: refund.retries,
      keep: refs => deps.db.transaction(tx => keepRefs(tx, attempt.id, refs)),
    }),
  )
  if (outcome.kind === 'done' || (outcome.kind === 'already' && outcome.state === 'refunded'))
    return bookRefund(deps, { refund, attempt })
  return keepTrying(deps, refund, outcome)
}

interface Sent {
  readonly refund: RefundRow
  readonly attempt: Attempt
}

/**
 * Before a refund is first sent, its provider is asked what is left: money that went back elsewhere may be this very
 * money, and does not go back twice. A person who retries it has looked. Undefined when it may be sent.
 */
async function goneElsewhere(
  deps: PaymentDeps,
  { attempt, refund }: Sent,
): Promise<Extract<OperationOutcome, { readonly kind: 'failed' }> | undefined> {
  const asked = `refund_asked_${refund.id}`
  if (refund.retries > 0 || asked in attempt.refs) return undefined
  const told = await providerOf(deps, attempt).left(refOf(attempt))
  const { refunded } = await deps.db.read(read => sumRefunds(read, attempt.id))
  const elsewhere = elsewhereOf(attempt, told, { refunded, underWay: 0 })
  if (elsewhere !== 0)
    return {
      kind: 'failed',
      error: { codes: [`went back elsewhere: ${elsewhere}`], class: 'other', retryable: false },
    }
  await deps.db.transaction(tx => keepRefs(tx, attempt.id, { [asked]: 'yes' }))
  return undefined
}

async function bookRefund(deps: PaymentDeps, { refund, attempt }: Sent): Promise<void> {
  await deps.db.transaction(async tx => {
    const locked = await lockAttempt(tx, attempt.id)
    const now = await lockRefund(tx, refund.id)
    // One that a person closed as failed in the meantime is done all the same: the provider has given the money back.
    if (locked === undefined || now.state === 'done') return
    await writeRefundDone(tx, deps, { attempt: locked, refund: now })
    await failpoint('refunded.committing', attempt.orderId)
  })
  await failpoint('refunded.committed', attempt.orderId)
}

/** The money is back: books it, in the caller's transaction, which has locked both. The buyer is told once all parts are. */
export async function writeRefundDone(
  tx: Tx,
  { jobs }: Pick<PaymentDeps, 'jobs'>,
  { attempt, refund }: Sent,
): Promise<void> {
  const { refunded } = await sumRefunds(tx, attempt.id)
  const state = refunded + refund.amount === attempt.amount.minor ? 'refunded' : 'partially_refunded'
  const part = { amount: refund.amount, key: `refund:${refund.id}` }
  const change = { state, checkInSeconds: null } as const
  await writeLockedStep(tx, { previous: attempt, change, moved: { kind: 'refund', part } })
  await changeRefund(tx, refund.id, { state: 'done', checkInSeconds: null, needsPerson: false })
  // A reseller has no letter: its webhook tells it.
  if (attempt.provider === ON_ACCOUNT) return
  const requestId = await findRequestToTell(tx, refund.id)
  if (requestId !== undefined) await jobs.enqueue(tx, { name: 'send-refund-mail', requestId })
}

/**
 * A refusal by substance is final: the money stays where it is, the tickets are revoked, and a person must. What passes
 * (a busy provider, a key that was changed) is tried again; a person is told unless it is only busy.
 */
async function keepTrying(deps: PaymentDeps, refund: RefundRow, outcome: OperationOutcome): Promise<void> {
  const isRefused = outcome.kind === 'failed' && !isKeptOut(outcome.error)
  const needsPerson = isRefused || refund.isOld || isForPerson(outcome)
  deps.log[needsPerson ? 'error' : 'info'](
    { refund: refund.id, attempt: refund.attemptId, outcome: outcome.kind },
    'refund not done yet',
  )
  const change = isRefused
    ? ({ state: 'failed', failure: outcome.error, checkInSeconds: null } as const)
    : { checkInSeconds: backOffSeconds(refund.checks) }
  await deps.db.transaction(async tx => {
    if ('refs' in outcome && outcome.refs !== undefined) await keepRefs(tx, refund.attemptId, outcome.refs)
    if ((await lockRefund(tx, refund.id)).state !== 'requested') return
    await changeRefund(tx, refund.id, { ...change, ...(needsPerson && { needsPerson }) })
  })
}

/** Only a person can end it: what the adapter does not find out, and what somebody must set right first. */
function isForPerson(outcome: OperationOutcome): boolean {
  switch (outcome.kind) {
    case 'already':
      return true
    case 'unknown':
      return outcome.needsPerson === true
    case 'failed':
      return outcome.error.class === 'configuration'
    case 'accepted':
    case 'done':
      return false
  }
}
