import * as v from 'valibot'

import { issueFurtherReceipt } from '../../tickets/receipts/issue-further.ts'
import { site } from '../../platform/staff/inputs.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { writeLockedStep } from '../saga/write-step.ts'
import {
  chooseTickets,
  type ForReservation,
  type Refused,
  refused,
  takeBack,
  withSold,
} from './sold-visit.ts'
import { recordRefund } from './written-refund.ts'

/** The payment is only authorised so far: it is released as a whole. */
export interface VoidedPayment {
  readonly kind: 'void'
  readonly attemptId: string
  readonly tickets: readonly number[]
}

interface VoidRequest extends Omit<ForReservation, 'reason' | 'evenDisputed'> {
  readonly reason?: string | undefined
}

/** {@link requestVoid}, asked for by staff. */
export const voidForStaff = staffVerb({
  name: 'void',
  permission: 'refunds:write',
  reach: 'site',
  input: v.object({ ...site, reservationNumber: v.string(), reason: v.undefinedable(v.string()) }),
  run: (deps: PaymentDeps, asked: Omit<VoidRequest, 'by'>, by: Act) => requestVoid(deps, { ...asked, by }),
})

/** Releases a payment that was authorised and not captured, and revokes all its tickets. */
export async function requestVoid(deps: PaymentDeps, request: VoidRequest): Promise<VoidedPayment | Refused> {
  return withSold(deps, request, async (tx, sold) => {
    const chosen = chooseTickets(sold, 'all', true)
    if (chosen.kind === 'refused') return chosen
    const [attempt, ...others] = sold.payments
    if (attempt?.state !== 'authorized' || others.length > 0) return refused('payment is captured already')
    await takeBack(tx, sold, chosen)
    await writeLockedStep(tx, { previous: attempt, change: { operation: 'void', checkInSeconds: 0 } })
    await issueFurtherReceipt(tx, deps, sold.reservationId)
    const tickets = chosen.tickets.map(({ number }) => number)
    await recordRefund(tx, request, { tickets })
    return { kind: 'void', attemptId: attempt.id, tickets }
  })
}
