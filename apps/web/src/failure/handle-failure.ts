import type { Failure } from '../api/api-error.ts'
import { decide } from './failure.ts'
import type { FailureContext, Outcome } from './failure.ts'
import { performOutcome } from './perform-outcome.ts'
import type { LoadedTexts } from './perform-outcome.ts'
import { forgetRefusedData } from '../parts/paying/data/forget-refused-data.ts'
import { rememberRefusal } from '../parts/paying/data/remember-refusal.ts'
import { useSession } from '../session/session.ts'
import { changeOf, spotOf } from './visitor-place.ts'

/** Decides what a call that failed on a route means, by the table in `failure.ts`, and does it. */
export async function handleFailure(failure: Failure, route: string, wording: LoadedTexts): Promise<void> {
  const context = contextOf(failure, route)
  const paid = context.isTimeChange ? 'time_change' : context.spot === null ? 'order' : 'spot'
  const outcome = decide(failure, context)
  await performOutcome(outcome, wording, () => {
    forgetRefusedData(failure, paid)
    if (leadsBack(outcome)) rememberRefusal(failure, paid)
  })
}

/** Whether the visitor is led away from the page where the payment failed. */
function leadsBack(outcome: Outcome): boolean {
  return outcome.kind === 'dialog' && outcome.next.goTo !== null
}

/**
 * The visitor's place, and the query they came with. Starting over keeps the product they had chosen. The order page
 * still has its choices, so a way back there names a product only if the address did: the chosen one.
 */
function contextOf({ body }: Failure, route: string): FailureContext {
  const [path = '/'] = route.split('?')
  const { membershipInQuery, orderDraft, productInQuery, savedOrder } = useSession.getState()
  const membership = membershipInQuery ?? { membershipKey: null, membershipValue: null, token: null }
  const product = savedOrder?.productUuid ?? orderDraft?.productUuid ?? productInQuery
  return {
    path,
    ...changeOf(route, body),
    spot: spotOf(route),
    came: { ...membership, product: productInQuery === null ? null : product },
    start: { ...membership, product },
  }
}
