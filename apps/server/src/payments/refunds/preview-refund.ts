import * as v from 'valibot'

import { hasStaff } from '../../platform/staff/approvals.ts'
import { site } from '../../platform/staff/inputs.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { askLeft, type LeftMoney } from './ask-left.ts'
import { digestOfPlan, type GoingBack, planRefund, type WhatGoesBack, whatGoesBack } from './plan-refund.ts'
import { isTooMuch } from './second-person.ts'
import { type Refused, withSold } from './sold-visit.ts'

export interface RefundPreview extends GoingBack {
  readonly kind: 'preview'
  /** Stands for all of this that the store itself knows: a refund that names it is done only as it was seen. */
  readonly seen: string
  /** It is too much for the person who asks: another one has to agree. */
  readonly needsSecondPerson: boolean
  /** The newest payment first, each with what its provider tells of it. */
  readonly payments: ReadonlyArray<LeftMoney & { readonly method: string; readonly amount: number }>
  /** In the provider's words: the refund is refused unless somebody says that they know of it. */
  readonly dispute: string | null
}

/** A refund before it is asked for, decided as the refund itself is; nothing is done. */
export const previewRefund = staffVerb({
  name: 'refund',
  permission: 'refunds:write',
  reach: 'site',
  input: v.object({
    ...site,
    reservationNumber: v.string(),
    what: whatGoesBack,
  }),
  run: preview,
})

interface AskedPreview {
  readonly siteKey: string
  readonly reservationNumber: string
  readonly what: WhatGoesBack
}

async function preview(
  deps: PaymentDeps,
  { what, ...asked }: AskedPreview,
  act: Act,
): Promise<RefundPreview | Refused> {
  const planned = await withSold(deps, asked, async (tx, sold) => {
    const plan = await planRefund(tx, sold, what)
    if (plan.kind === 'refused') return plan
    const judged = { siteKey: asked.siteKey, subject: asked.reservationNumber, plan }
    return { ...plan, needsSecondPerson: (await hasStaff(tx)) && (await isTooMuch(tx, act, judged)) }
  })
  if (planned.kind === 'refused') return planned
  const { back, parts, dispute, needsSecondPerson } = planned
  // No provider is asked while the reservation is locked.
  const payments = await Promise.all(
    parts.map(async ({ attempt, amount }) => ({
      method: attempt.method,
      amount,
      ...(await askLeft(deps, attempt.id)),
    })),
  )
  const seen = digestOfPlan(planned)
  return { kind: 'preview', ...back, payments, dispute: dispute ?? null, seen, needsSecondPerson }
}
