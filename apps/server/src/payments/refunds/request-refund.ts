import { sumOf } from '@kippu/domain/sum'
import * as v from 'valibot'

import type { Tx } from '../../platform/db/database.ts'
import { issueFurtherReceipt } from '../../tickets/receipts/issue-further.ts'
import { reason, site } from '../../platform/staff/inputs.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { LEASE_SECONDS } from '../attempts/timing.ts'
import { admitRefund, guarded } from './second-person.ts'
import {
  chooseTickets,
  type ForReservation,
  type Refused,
  refused,
  takeBack,
  withSold,
} from './sold-visit.ts'
import {
  finish,
  recordRefund,
  type Refunding,
  type RequestedRefund,
  requestedOf,
  writeParts,
  type Written,
} from './written-refund.ts'

export interface RequestRefund extends ForReservation {
  /** Numbers of the tickets inside their reservation, or all that are left. */
  readonly tickets: 'all' | readonly number[]
  /** Also those that somebody else has accepted; without it they are refused, as their holder knows nothing of it. */
  readonly evenAccepted?: boolean
  /** For a part of bulk work: the reconciler asks the providers, so that one which is slow holds up nobody but itself. */
  readonly bulk?: BulkRefund
}

export interface BulkRefund {
  /** The order that gave the visit its day when it was looked at: one that has moved since is another visit, and keeps its tickets. */
  readonly orderId: string
  /** Another letter tells the buyer of it. */
  readonly isToldOtherwise: boolean
  /** The writes beside it, in its transaction, which has locked the reservation. */
  readonly along: (tx: Tx, written: WrittenRefund) => Promise<void>
}

export interface WrittenRefund {
  readonly requestId: string
  /** Yen that go back. */
  readonly amount: number
  readonly tickets: readonly number[]
}

/** {@link requestRefund}, asked for by staff. */
export const refundForStaff = staffVerb({
  name: 'refund',
  permission: 'refunds:write',
  reach: 'site',
  input: v.object({
    ...site,
    reservationNumber: v.string(),
    tickets: v.union([v.literal('all'), v.array(v.number())]),
    evenAccepted: v.boolean(),
    evenDisputed: v.boolean(),
    ...guarded,
    reason,
  }),
  run: (deps: PaymentDeps, asked: Omit<RequestRefund, 'by' | 'bulk'>, by: Act) =>
    requestRefund(deps, { ...asked, by }),
})

/**
 * Refunds tickets: revokes them and returns their places first, in the transaction that writes the refund, so
 * that nobody enters with a ticket whose money is on its way. Then asks the providers; the reconciler ends what is open.
 */
export async function requestRefund(
  deps: PaymentDeps,
  request: RequestRefund,
): Promise<RequestedRefund | Refused> {
  const written = await withSold(deps, request, (tx, sold) => refundTickets({ tx, deps, sold }, request))
  return request.bulk === undefined || written.kind === 'refused'
    ? finish(deps, written)
    : requestedOf(written)
}

const BULK = { kind: 'admitted', details: {} } as const

async function refundTickets(
  { tx, deps, sold }: Refunding,
  request: RequestRefund,
): Promise<Written | Refused> {
  const { bulk } = request
  if (bulk !== undefined && bulk.orderId !== sold.orderId) return refused('the visit has moved')
  const chosen = chooseTickets(sold, request.tickets, request.evenAccepted)
  if (chosen.kind === 'refused') return chosen
  const what = { tickets: request.tickets, evenAccepted: request.evenAccepted ?? false }
  // A part of bulk work was agreed to with all of it.
  const admitted = bulk === undefined ? await admitRefund(tx, sold, request, what) : BULK
  if (admitted.kind === 'refused') return admitted
  const amount = sumOf(chosen.tickets.map(({ price }) => price))
  const tickets = chosen.tickets.map(({ number }) => number)
  const leaseSeconds = bulk === undefined ? LEASE_SECONDS : 0
  const isToldOtherwise = bulk?.isToldOtherwise ?? false
  const parts = { request, purpose: 'tickets', tickets, amount, leaseSeconds, isToldOtherwise } as const
  const refunds = await writeParts(tx, sold, parts)
  if (refunds.kind === 'refused') return refunds
  await takeBack(tx, sold, chosen)
  await issueFurtherReceipt(tx, deps, sold.reservationId)
  await recordRefund(tx, request, { tickets, yen: amount, ...admitted.details })
  await bulk?.along(tx, { requestId: refunds.requestId, amount, tickets })
  return { kind: 'written', refunds: refunds.parts, amount, tickets }
}
