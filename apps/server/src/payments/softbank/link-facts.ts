import type { AttemptRef, PaymentOutcome, ProviderError } from '../port.ts'
import { type LinkPage, isClosed, linkPageOf } from './link-page.ts'
import { readAuthorizationCode } from './sps-errors.ts'

/** What an attempt of the link type knows by messages whose hash held. */
export interface LinkFacts {
  /** From the notice, or else from a return that names this attempt. */
  readonly trackingId: string | undefined
  /** Yen that the notice says were paid. */
  readonly paid: string | undefined
  /** The notice says that a try was refused, and why. */
  readonly refused: ProviderError | undefined
  /** With what the visitor came back: `OK` claims a payment, anything else that the gateway's page ended without. */
  readonly returned: string | undefined
  readonly page: LinkPage | undefined
}

export function linkFactsOf(attempt: AttemptRef): LinkFacts {
  const { refs, providerOrderRef } = attempt
  const isOfThis = refs['return_order'] === providerOrderRef
  const code = refs['notice_refused']
  const trackingId = refs['tracking_id'] ?? (isOfThis ? refs['return_tracking_id'] : undefined)
  return {
    trackingId: trackingId === '' ? undefined : trackingId,
    paid: refs['notice_paid'],
    refused: code === undefined ? undefined : readAuthorizationCode(code).error,
    returned: isOfThis ? refs['return_result'] : undefined,
    page: linkPageOf(attempt),
  }
}

/** Another amount than ours: never a success (S-7.10). Only the notice names one. */
export function wrongAmount(attempt: AttemptRef, { paid }: LinkFacts): PaymentOutcome | undefined {
  if (paid === undefined || paid === String(attempt.amount.minor)) return undefined
  return { kind: 'mismatch', refs: {}, reason: `paid ${paid} JPY instead of ${attempt.amount.minor} JPY` }
}

/**
 * Whether the visitor can pay no more, as far as the gateway lets one know: its page ended without a payment, or it takes
 * the form no longer. Who pays in a page left open nevertheless is found by the notice and by the late look.
 */
export function canPayNoMore({ returned, page }: LinkFacts, now: number): boolean {
  return page === undefined || (returned !== undefined && returned !== 'OK') || isClosed(page, now)
}
