import { allocate } from '@kippu/domain/allocation'
import { sumOf } from '@kippu/domain/sum'
import * as v from 'valibot'

import { issueFurtherReceipt } from '../../tickets/receipts/issue-further.ts'
import { reason, site } from '../../platform/staff/inputs.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { lowerPrices } from '../../tickets/revoke.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { LEASE_SECONDS } from '../attempts/timing.ts'
import { admitRefund, guarded } from './second-person.ts'
import { endChange, type ForReservation, type Refused, refused, withSold } from './sold-visit.ts'
import {
  finish,
  recordRefund,
  type Refunding,
  type RequestedRefund,
  writeParts,
  type Written,
} from './written-refund.ts'

export interface RequestDifference extends ForReservation {
  /** Yen, less than the tickets that are left have cost. They go on admitting. */
  readonly difference: number
}

/** {@link requestDifference}, asked for by staff. */
export const differenceForStaff = staffVerb({
  name: 'refund',
  permission: 'refunds:write',
  reach: 'site',
  input: v.object({
    ...site,
    reservationNumber: v.string(),
    difference: v.pipe(v.number(), v.integer(), v.minValue(1)),
    evenDisputed: v.boolean(),
    ...guarded,
    reason,
  }),
  run: (deps: PaymentDeps, asked: Omit<RequestDifference, 'by'>, by: Act) =>
    requestDifference(deps, { ...asked, by }),
})

/** Gives back a part of what valid tickets cost, as after a move to a cheaper visit. The tickets stay valid at the lower price. */
export async function requestDifference(
  deps: PaymentDeps,
  request: RequestDifference,
): Promise<RequestedRefund | Refused> {
  return finish(
    deps,
    await withSold(deps, request, (tx, sold) => refundDifference({ tx, deps, sold }, request)),
  )
}

async function refundDifference(
  { tx, deps, sold }: Refunding,
  request: RequestDifference,
): Promise<Written | Refused> {
  const { difference: amount } = request
  const valid = sold.tickets.filter(ticket => !ticket.isRevoked)
  const prices = valid.map(({ price }) => price)
  if (amount >= sumOf(prices)) return refused('more than the tickets cost')
  const admitted = await admitRefund(tx, sold, request, { difference: amount })
  if (admitted.kind === 'refused') return admitted
  const refunds = await writeParts(tx, sold, {
    request,
    purpose: 'difference',
    tickets: [],
    amount,
    leaseSeconds: LEASE_SECONDS,
    isToldOtherwise: false,
  })
  if (refunds.kind === 'refused') return refunds
  await endChange(tx, sold)
  await lowerPrices(tx, {
    reservationId: sold.reservationId,
    numbers: valid.map(({ number }) => number),
    parts: allocate(amount, prices),
  })
  await issueFurtherReceipt(tx, deps, sold.reservationId)
  await recordRefund(tx, request, { difference: amount, ...admitted.details })
  return { kind: 'written', refunds: refunds.parts, amount, tickets: [] }
}
