import { METHOD_KINDS } from '@kippu/domain/payment-method'

import type { AttemptRef, PaymentOutcome, ProviderError, QueryOutcome, StartParts } from '../../port/port.ts'
import {
  inquireCard,
  mustInquire,
  outcomeOfCard,
  refsOf,
  type TrackedCard,
  trackedCard,
} from './card-inquiry.ts'
import { reasonOf } from './operation.ts'
import type { SoftbankParts } from './softbank-parts.ts'
import type { SpsResult } from './sps-client.ts'
import { readAuthorizationCode, readCode } from './sps-errors.ts'
import {
  cardAuthByTds,
  cardAuthByToken,
  cardCancel,
  cardCommit,
  type Purchase,
  type SpsRequest,
  tdsAuthentication,
} from './sps-requests.ts'

/**
 * Cards: an authorisation, and the commit that makes it binding. Only a commit can lead to a capture, and it needs the
 * tracking id from the answer to the authorisation. So after a lost answer the authorisation can be abandoned and
 * requested again: nobody can commit the abandoned one.
 */

const AUTHORIZE_TIMEOUT_MS = 60_000
/**
 * A commit is sent no later than this after its step began. With the {@link LIMIT_SECONDS} for which the gateway
 * accepts it, it can no longer be executed when the lease of the attempt (90 s) ends and another process may fence it.
 */
const COMMIT_WITHIN_MS = 60_000
const COMMIT_TIMEOUT_MS = 25_000
/** The call after a refused commit is sent no later than this: the lease must not end before its answer. */
const AFTER_COMMIT_WITHIN_MS = 70_000

/** Begins: `softbank_credit` authorises and commits, `softbank_3ds` opens the issuer's page. */
export function startCard(
  parts: SoftbankParts,
  attempt: AttemptRef,
  start: StartParts,
): Promise<PaymentOutcome> {
  const tracked = trackedCard(attempt)
  if (tracked !== undefined) return settleCard(parts, attempt, tracked)
  return METHOD_KINDS[attempt.method].usesThreeDSecure
    ? openAuthentication(parts, attempt, start)
    : authorize(parts, cardAuthByToken(purchaseOf(attempt), tokenOf(attempt)), start.keep)
}

/** Without it nothing is committed in the same step: a crash would leave a commit that cannot be queried. */
type Keep = StartParts['keep'] | undefined

/** Continues after the issuer's page, or after a commit whose answer was lost. */
export async function resumeCard(
  parts: SoftbankParts,
  attempt: AttemptRef,
  keep: Keep,
): Promise<PaymentOutcome> {
  const tracked = trackedCard(attempt)
  if (tracked !== undefined) return settleCard(parts, attempt, tracked)
  const waiting = authenticationOf(attempt)
  if (waiting === undefined) return { kind: 'unknown', refs: {}, reason: 'nothing to resume' }
  if (waiting.outcome.kind !== 'ready') return waiting.outcome
  const outcome = await authorize(parts, cardAuthByTds(purchaseOf(attempt), waiting.id), keep)
  const hasFailed = attempt.refs['return_hint'] === 'failure'
  return outcome.kind === 'failed' && hasFailed && isRefusal(outcome.error)
    ? notAuthenticated(outcome)
    : outcome
}

function isRefusal({ class: errorClass }: ProviderError): boolean {
  return errorClass === 'declined' || errorClass === 'invalid_input' || errorClass === 'other'
}

/** The refusal of a visitor whose return reported a failed authentication: the class is then known. */
function notAuthenticated(failed: Extract<PaymentOutcome, { readonly kind: 'failed' }>): PaymentOutcome {
  return { ...failed, error: { ...failed.error, class: 'authentication_failed', retryable: true } }
}

export async function queryCard(parts: SoftbankParts, attempt: AttemptRef): Promise<QueryOutcome> {
  const tracked = trackedCard(attempt)
  if (tracked === undefined) return authenticationOf(attempt)?.outcome ?? { kind: 'not_found' }
  return outcomeOfCard(await inquireCard(parts, tracked), { cardSales: parts.account.cardSales, tracked })
}

/** The state of the authentication of a `softbank_3ds` attempt; undefined before it was opened. */
function authenticationOf({
  refs,
}: AttemptRef): { readonly id: string; readonly outcome: PaymentOutcome } | undefined {
  const { tds_authentication_id: id, tds_url: url } = refs
  if (id === undefined || url === undefined) return undefined
  const hint = refs['return_hint']
  // The return address proves nothing: the gateway decides whether the visitor was authenticated, when it is asked to
  // authorise.
  if (hint === 'success' || hint === 'failure') return { id, outcome: { kind: 'ready', refs: {} } }
  const step = { kind: 'redirect', url } as const
  return { id, outcome: { kind: 'action_required', refs: {}, step, threeDSecure: true } }
}

async function openAuthentication(
  { sps }: SoftbankParts,
  attempt: AttemptRef,
  { returnUrl }: StartParts,
): Promise<PaymentOutcome> {
  const { custCode, amount } = purchaseOf(attempt)
  const request = tdsAuthentication(
    { custCode, amount },
    {
      ...tokenOf(attempt),
      infoToken: attempt.refs['tds2_info_token'] ?? '',
      infoTokenKey: attempt.refs['tds2_info_token_key'] ?? '',
      okUrl: `${returnUrl}/success`,
      ngUrl: `${returnUrl}/failure`,
    },
  )
  const result = await sps.call(request, AUTHORIZE_TIMEOUT_MS)
  if (result.kind !== 'ok') return notAuthorized(result)
  const id = result.values.get('res_tds_authentication_id') ?? ''
  const url = result.values.get('redirect_url') ?? ''
  if (id === '' || !URL.canParse(url))
    return { kind: 'unknown', refs: {}, reason: 'an answer without the page' }
  const refs = { tds_authentication_id: id, tds_url: url }
  return { kind: 'action_required', refs, step: { kind: 'redirect', url }, threeDSecure: true }
}

async function authorize(parts: SoftbankParts, request: SpsRequest, keep: Keep): Promise<PaymentOutcome> {
  const begun = parts.clock.monotonicMs()
  const result = await parts.sps.call(request, AUTHORIZE_TIMEOUT_MS)
  if (result.kind !== 'ok') return notAuthorized(result)
  const trackingId = result.values.get('res_tracking_id') ?? ''
  if (trackingId === '') return { kind: 'unknown', refs: {}, reason: 'an answer without tracking id' }
  const tracked = { trackingId, transactionId: result.values.get('res_sps_transaction_id') ?? '' }
  // Kept before the commit: if the process died after it, the commit would otherwise look like an authorisation that
  // nobody can commit.
  await keep?.(refsOf(tracked))
  const isLate = parts.clock.monotonicMs() - begun > COMMIT_WITHIN_MS
  if (keep === undefined || isLate) return { kind: 'ready', refs: refsOf(tracked) }
  return commit(parts, tracked, begun)
}

function notAuthorized(result: Exclude<SpsResult, { readonly kind: 'ok' }>): PaymentOutcome {
  switch (result.kind) {
    case 'refused':
      return refusedAuthorization(result.code)
    case 'not_sent': {
      const error = { codes: [result.reason], class: 'provider_busy', retryable: true } as const
      return { kind: 'failed', refs: {}, error }
    }
    case 'accepted':
    case 'lost':
      return { kind: 'unknown', refs: {}, reason: reasonOf(result) }
  }
}

function refusedAuthorization(code: string): PaymentOutcome {
  const { meaning, error } = readAuthorizationCode(code)
  switch (meaning) {
    case 'unsure':
      return { kind: 'unknown', refs: {}, reason: code }
    case 'repeated': {
      // An earlier try arrived, and its answer with the tracking id is lost: it stays uncommitted, and the visitor
      // tries again. The reference records that this concerns the first try as well.
      const given = { codes: [code], class: 'provider_busy', retryable: true } as const
      return { kind: 'failed', refs: { left_uncommitted: code }, error: given }
    }
    case 'refused':
    case 'unknown_id':
      return { kind: 'failed', refs: {}, error }
  }
}

/** Commits an authorised card that is not committed yet; otherwise tells its state. */
async function settleCard(
  parts: SoftbankParts,
  attempt: AttemptRef,
  tracked: TrackedCard,
): Promise<PaymentOutcome> {
  const begun = parts.clock.monotonicMs()
  const inquiry = await inquireCard(parts, tracked)
  const isReady = inquiry.kind === 'known' && inquiry.state === 'uncommitted'
  if (isReady && attempt.secondsLeft > 0) return commit(parts, tracked, begun)
  return outcomeOfCard(inquiry, { cardSales: parts.account.cardSales, tracked })
}

/** @param begun when its step began: a commit that would outlast the lease of the attempt is left to the next step. */
async function commit(parts: SoftbankParts, tracked: TrackedCard, begun: number): Promise<PaymentOutcome> {
  const { sps, account, clock } = parts
  const { cardSales } = account
  const result = await sps.call(cardCommit({ ...tracked, now: sps.now() }), COMMIT_TIMEOUT_MS)
  switch (result.kind) {
    case 'ok':
      return outcomeOfCard({ kind: 'known', state: 'committed' }, { cardSales, tracked })
    case 'refused':
      if (clock.monotonicMs() - begun > AFTER_COMMIT_WITHIN_MS)
        return { kind: 'unknown', refs: refsOf(tracked), reason: `commit: ${result.code}` }
      if (mustInquire(result.code))
        return outcomeOfCard(await inquireCard(parts, tracked), { cardSales, tracked })
      // It will never be committed: the amount that it blocks on the card is released, if the gateway can.
      await sps.call(cardCancel({ ...tracked, now: sps.now() }))
      return { kind: 'failed', refs: refsOf(tracked), error: readCode(result.code).error }
    case 'accepted':
    case 'not_sent':
    case 'lost':
      return { kind: 'unknown', refs: refsOf(tracked), reason: `commit: ${reasonOf(result)}` }
  }
}

/** Both requests of an authenticated card must name the same customer. We identify the customer only by the attempt. */
function purchaseOf({ providerOrderRef, amount, taxAmount }: AttemptRef): Purchase {
  return { custCode: providerOrderRef, orderId: providerOrderRef, amount: amount.minor, tax: taxAmount }
}

function tokenOf({ refs }: AttemptRef): { readonly token: string; readonly tokenKey: string } {
  const { token, token_key: tokenKey } = refs
  if (token === undefined || tokenKey === undefined) throw new Error('a card attempt without its token')
  return { token, tokenKey }
}
