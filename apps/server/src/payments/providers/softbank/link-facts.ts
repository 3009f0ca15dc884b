import type { AttemptRef, PaymentOutcome, ProviderError, ProviderRefs } from '../../port/port.ts'
import { type LinkPage, isClosed, linkPageOf } from './link-page.ts'
import { readAuthorizationCode } from './sps-errors.ts'

/** What an attempt of the link type knows by messages whose hash held. */
export interface LinkFacts {
  /** From the notice, or else from a return that names this attempt. */
  readonly trackingId: string | undefined
  /** Yen that the notice says were paid, as digits. */
  readonly paid: string | undefined
  /** A notice tells of money that we did not ask for. */
  readonly isOfOtherForm: boolean
  /** The notice says that a try was refused, and why. */
  readonly refused: ProviderError | undefined
  /** With what the visitor came back: `OK` claims a payment, anything else that the gateway's page ended without. */
  readonly returned: string | undefined
  readonly page: LinkPage | undefined
}

export function linkFactsOf(attempt: AttemptRef): LinkFacts {
  const { refs, providerOrderRef } = attempt
  const code = refs['notice_refused']
  const returnedPaid = refs[`return_paid_${providerOrderRef}`]
  return {
    trackingId: refs['tracking_id'] ?? returnedPaid,
    // Another amount outweighs ours: then it is not known what was paid.
    paid: refs['notice_other_amount'] ?? refs['notice_paid'],
    isOfOtherForm: refs['notice_of_other_form'] !== undefined,
    refused: code === undefined ? undefined : readAuthorizationCode(code).error,
    returned: returnedPaid === undefined ? refs[`return_ended_${providerOrderRef}`] : 'OK',
    page: linkPageOf(attempt),
  }
}

/** Another amount than ours: never a success (S-7.10). Only the notice names one. */
export function wrongAmount(
  attempt: AttemptRef,
  { paid, isOfOtherForm }: LinkFacts,
): PaymentOutcome | undefined {
  if (isOfOtherForm) return { kind: 'mismatch', refs: {}, reason: 'a notice of a form that is not ours' }
  if (paid === undefined || paid === String(attempt.amount.minor)) return undefined
  return { kind: 'mismatch', refs: {}, reason: `paid ${paid} JPY instead of ${attempt.amount.minor} JPY` }
}

/**
 * Paid, as somebody says, but no notice tells how much: until the deadline one may come. Then it is treated as any other
 * amount that is not ours, so that the money goes back instead of waiting.
 */
export function untold({ secondsLeft }: AttemptRef, refs: ProviderRefs): PaymentOutcome {
  return secondsLeft > 0
    ? { kind: 'pending', refs }
    : { kind: 'mismatch', refs, reason: 'paid, and no notice told the amount' }
}

/**
 * Whether the visitor can pay no more, as far as the gateway lets one know: its page ended without a payment, or it takes
 * the form no longer. Who pays in a page left open nevertheless is found by the notice and by the late look.
 */
export function canPayNoMore({ returned, page }: LinkFacts, now: number): boolean {
  return page === undefined || (returned !== undefined && returned !== 'OK') || isClosed(page, now)
}
