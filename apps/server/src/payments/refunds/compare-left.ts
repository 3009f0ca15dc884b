import type { Attempt } from '../attempts/attempt.ts'
import type { AttemptChange } from '../attempts/change-attempts.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { backOffSeconds } from '../attempts/timing.ts'
import { writePaymentStep } from '../saga/write-step.ts'
import { askLeft, type LeftMoney } from './ask-left.ts'

/** Yen that went back without the store, when a person was last called for them: only other news calls one again. */
const ELSEWHERE = 'returned_elsewhere'

/** Whether a payment keeps money of which some may go back elsewhere. */
export function mayLoseMoney({ operation, state }: Attempt): boolean {
  return operation === null && (state === 'captured' || state === 'partially_refunded')
}

/**
 * Asks what is left of a payment that has settled and was woken by its provider. Money that went back by no refund of ours
 * calls a person.
 */
export async function compareLeft(deps: PaymentDeps, attempt: Attempt): Promise<void> {
  const { told, elsewhere } = await askLeft(deps, attempt.id)
  const isOpen = told.kind === 'unknown' && !attempt.isOld
  const change = {
    checkInSeconds: isOpen ? backOffSeconds(attempt.checks) : null,
    ...calledFor(attempt, elsewhere),
  }
  const written = await deps.db.write(writePaymentStep, { previous: attempt, change })
  if (written !== undefined && change.needsPerson === true)
    deps.log.error({ attempt: attempt.id, elsewhere }, 'money of a payment went back without the store')
}

function calledFor(
  { refs }: Attempt,
  elsewhere: LeftMoney['elsewhere'],
): Pick<AttemptChange, 'refs' | 'needsPerson'> {
  if (elsewhere === 0 || refs[ELSEWHERE] === String(elsewhere)) return {}
  return { refs: { [ELSEWHERE]: String(elsewhere) }, needsPerson: true }
}
