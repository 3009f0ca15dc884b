import { conductOf } from '../core/test-cards.ts'
import { type Answer, CODES, ok, refuse } from './answer.ts'
import type { Call } from './call.ts'
import { charge } from './execute-card.ts'
import { tradeOf } from './read-call.ts'
import type { ThreeDSecure, Trade } from './records.ts'
import type { Settings } from './settings.ts'

/** True when the trade may continue with this result. */
function isPassed(result: ThreeDSecure['result']): boolean {
  return result === 'Y' || result === 'A'
}

/**
 * The result of the first check of a card: the result that the settings hold for it, or the behaviour of the test card.
 */
export function firstResult(trade: Trade, settings: Settings): NonNullable<ThreeDSecure['result']> {
  const wanted = settings.tds2_result
  settings.tds2_result = null
  if (wanted !== null) return wanted
  const conduct = conductOf(trade.last4)
  return conduct === 'challenge' || conduct === 'challenge_declined' ? 'C' : 'Y'
}

/** The address at which the issuer asks its card holder. It contains an `&`. */
export function challengeUrl(origin: string, { trans_id, t }: ThreeDSecure): string {
  return `${origin}/gmo/api/v2/acs/challenge?transId=${trans_id}&t=${t}`
}

function authenticatedTrade(
  call: Call,
): { readonly trade: Trade; readonly tds: ThreeDSecure } | { readonly refusal: Answer } {
  const found = tradeOf(call)
  if ('refusal' in found) return found
  const { trade } = found
  const tds = trade.three_d_secure
  if (tds === null) return { refusal: refuse(CODES.wrongState) }
  if (trade.status !== 'AUTHENTICATED') return { refusal: refuse(CODES.settled) }
  return { trade, tds }
}

/** `Tds2Auth`: the second phase. `Tds2Param` must be the parameter of the first return. */
export function authenticate(call: Call): Answer {
  const found = authenticatedTrade(call)
  if ('refusal' in found) return found.refusal
  const { trade, tds } = found
  if (tds.param === null || call.fields['Tds2Param'] !== tds.param) return refuse(CODES.wrongState)
  const result = tds.result ?? firstResult(trade, call.settings)
  const trades: Trade[] = [{ ...trade, three_d_secure: { ...tds, result } }]
  const ChallengeUrl = challengeUrl(call.origin, tds)
  return ok({ ...presentResult(result), ...(result === 'C' && { ChallengeUrl }) }, { trades })
}

/** `Tds2Result`: gives the result of the challenge. */
export function authenticationResult(call: Call): Answer {
  const found = authenticatedTrade(call)
  if ('refusal' in found) return found.refusal
  const { result } = found.tds
  return result === null || result === 'C' ? refuse(CODES.wrongState) : ok(presentResult(result))
}

function presentResult(result: string): {
  readonly Tds2TransResult: string
  readonly Tds2TransResultReason: string
} {
  return { Tds2TransResult: result, Tds2TransResultReason: result === 'Y' ? '' : '01' }
}

/** `SecureTran2`: charges a card whose holder is authenticated. */
export function secureTran(call: Call): Answer {
  const found = authenticatedTrade(call)
  if ('refusal' in found) return found.refusal
  const { trade, tds } = found
  if (tds.result === null || tds.result === 'C') return refuse(CODES.wrongState)
  if (tds.cancelled) return refuse(CODES.authenticationCancelled)
  if (!isPassed(tds.result)) return refuse(CODES.notAuthenticated)
  const charged = charge(trade, call)
  const { ACS: _, ...fields } = charged.fields
  return { ...charged, fields }
}
