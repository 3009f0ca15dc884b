import type { AttemptRef, PaymentOutcome, ProviderError, ProviderRefs } from '../../port/port.ts'
import { type LinkPage, isClosed, linkPageOf } from './link-page.ts'
import { readAuthorizationCode } from './sps-errors.ts'

/** The facts about an attempt of the link type, from messages with a valid hash. */
export interface LinkFacts {
  /** From the notice, or else from a return that names this attempt. */
  readonly trackingId: string | undefined
  /** Yen that were paid according to the notice, as digits. */
  readonly paid: string | undefined
  /** A notice reports money that we did not ask for. */
  readonly isOfOtherForm: boolean
  /** The notice reports that a try was refused, and why. */
  readonly refused: ProviderError | undefined
  /**
   * The result of the visitor's return: `OK` claims a payment, any other value that the gateway's page ended without
   * one.
   */
  readonly returned: string | undefined
  readonly page: LinkPage | undefined
}

export function linkFactsOf(attempt: AttemptRef): LinkFacts {
  const { refs, providerOrderRef } = attempt
  const code = refs['notice_refused']
  const returnedPaid = refs[`return_paid_${providerOrderRef}`]
  return {
    trackingId: refs['tracking_id'] ?? returnedPaid,
    // Another amount outweighs ours: then it is unknown how much was paid.
    paid: refs['notice_other_amount'] ?? refs['notice_paid'],
    isOfOtherForm: refs['notice_of_other_form'] !== undefined,
    refused: code === undefined ? undefined : readAuthorizationCode(code).error,
    returned: returnedPaid === undefined ? refs[`return_ended_${providerOrderRef}`] : 'OK',
    page: linkPageOf(attempt),
  }
}

/** An amount other than ours: never a success. Only the notice names an amount. */
export function wrongAmount(
  attempt: AttemptRef,
  { paid, isOfOtherForm }: LinkFacts,
): PaymentOutcome | undefined {
  if (isOfOtherForm) return { kind: 'mismatch', refs: {}, reason: 'a notice of a form that is not ours' }
  if (paid === undefined || paid === String(attempt.amount.minor)) return undefined
  return { kind: 'mismatch', refs: {}, reason: `paid ${paid} JPY instead of ${attempt.amount.minor} JPY` }
}

/**
 * Reported as paid, but no notice tells the amount: one may come until the deadline. Afterwards it is treated like a
 * wrong amount, so that the money is refunded instead of waiting.
 */
export function untold({ secondsLeft }: AttemptRef, refs: ProviderRefs): PaymentOutcome {
  return secondsLeft > 0
    ? { kind: 'pending', refs }
    : { kind: 'mismatch', refs, reason: 'paid, and no notice told the amount' }
}

/**
 * Whether the visitor can no longer pay, as far as the gateway shows: its page ended without a payment, or it no longer
 * accepts the form. A payment in a page that was left open anyway is found by the notice and by the late query.
 */
export function canPayNoMore({ returned, page }: LinkFacts, now: number): boolean {
  return page === undefined || (returned !== undefined && returned !== 'OK') || isClosed(page, now)
}
