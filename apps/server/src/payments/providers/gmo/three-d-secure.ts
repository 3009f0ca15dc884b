import type { AttemptRef, PaymentOutcome } from '../../port/port.ts'
import { threeDSecureOutcome } from './card-payment.ts'
import type { GmoReply } from './gmo-client.ts'
import { accessIdOf, accessOf, type Gmo } from './gmo-context.ts'
import { errorOf, type GmoRefusal } from './gmo-errors.ts'
import { confirmedOutcome, isSettled, queryTrade } from './query-trade.ts'
import { digestOf, returnOf, stepOf } from './visitor-step.ts'

/**
 * Continues after 3-D Secure, in whichever of its two forms the return came. The browser's fields only decide which
 * question is asked; the answers come from GMO. Only our own SecureTran2 charges, and before each one a query looks for
 * an earlier one.
 */
export async function resumeCard(gmo: Gmo, attempt: AttemptRef): Promise<PaymentOutcome> {
  const found = await queryTrade(gmo, attempt)
  if (found.kind === 'not_found') return unknown('no page was handed out')
  if (found.kind !== 'ready') return found
  const returned = returnOf(attempt)
  switch (returned.kind) {
    case 'simple':
      return charge(gmo, attempt)
    case 'result':
      return readAuthentication(gmo, attempt, await askResult(gmo, attempt))
    case 'method':
      return authenticate(gmo, attempt, returned.param)
    case 'none':
      return unknown('nothing was returned')
  }
}

/** The issuer decides from the browser's data: enough, or it wants a challenge. */
async function authenticate(gmo: Gmo, attempt: AttemptRef, param: string): Promise<PaymentOutcome> {
  const reply = await gmo.client.call('Tds2Auth', { ...accessOf(gmo, attempt), Tds2Param: param })
  // An earlier try did it, and its answer is lost: the result call tells the same.
  if (reply.kind === 'refused' && reply.refusal.kind === 'ask')
    return readAuthentication(gmo, attempt, await askResult(gmo, attempt))
  const challengeUrl =
    reply.kind === 'answer' && reply.fields['Tds2TransResult'] === 'C'
      ? reply.fields['ChallengeUrl']
      : undefined
  if (challengeUrl === undefined || !URL.canParse(challengeUrl))
    return readAuthentication(gmo, attempt, reply)
  return threeDSecureOutcome(accessIdOf(attempt), challengeUrl, { tds2_asked: digestOf(param) })
}

function askResult(gmo: Gmo, attempt: AttemptRef): Promise<GmoReply> {
  return gmo.client.call('Tds2Result', accessOf(gmo, attempt))
}

function readAuthentication(
  gmo: Gmo,
  attempt: AttemptRef,
  reply: GmoReply,
): PaymentOutcome | Promise<PaymentOutcome> {
  switch (reply.kind) {
    case 'answer':
      return judge(gmo, attempt, reply.fields['Tds2TransResult'])
    case 'refused':
      return reply.refusal.kind === 'ask' ? stepAgain(gmo, attempt) : refused(gmo, attempt, reply.refusal)
    case 'not_sent':
    case 'lost':
      return unknown(reply.reason)
  }
}

/** GMO knows of no such return; anybody may have made it. The visitor's step is still to be done. */
async function stepAgain(gmo: Gmo, attempt: AttemptRef): Promise<PaymentOutcome> {
  const found = await queryTrade(gmo, attempt)
  if (isSettled(found)) return found
  const step = stepOf(attempt)
  if (step === undefined) return unknown('no page was handed out')
  return { kind: 'action_required', refs: { access_id: accessIdOf(attempt) }, step, threeDSecure: true }
}

/** Authenticated, or at least attempted: charges. A challenge whose address is lost cannot be shown again. */
function judge(gmo: Gmo, attempt: AttemptRef, result = ''): PaymentOutcome | Promise<PaymentOutcome> {
  switch (result) {
    case 'Y':
    case 'A':
      return charge(gmo, attempt)
    case 'C':
    case 'N':
    case 'U':
    case 'R':
      return failed(attempt, ['authentication_failed', [`Tds2TransResult ${result}`]])
    default:
      return unknown(`Tds2TransResult ${result}`)
  }
}

/** The one call that reserves the money. */
async function charge(gmo: Gmo, attempt: AttemptRef): Promise<PaymentOutcome> {
  const reply = await gmo.client.call('SecureTran2', accessOf(gmo, attempt))
  switch (reply.kind) {
    case 'answer':
      return confirmedOutcome(gmo, attempt)
    case 'refused':
      return refused(gmo, attempt, reply.refusal)
    case 'not_sent':
    case 'lost':
      return unknown(reply.reason)
  }
}

/** A refused question says nothing about the payment: it stays open, and is tried again until its deadline. */
async function refused(gmo: Gmo, attempt: AttemptRef, refusal: GmoRefusal): Promise<PaymentOutcome> {
  if (refusal.kind !== 'error')
    return refusal.kind === 'unclear' ? unknown(refusal.codes.join(' ')) : confirmedOutcome(gmo, attempt)
  const { error } = refusal
  if (error.class === 'provider_busy' || error.class === 'configuration')
    return unknown(error.codes.join(' '))
  // Another process may have ended it meanwhile.
  const found = await queryTrade(gmo, attempt)
  return isSettled(found) ? found : failed(attempt, [error.class, error.codes])
}

function failed(attempt: AttemptRef, [errorClass, codes]: Parameters<typeof errorOf>): PaymentOutcome {
  return { kind: 'failed', refs: { access_id: accessIdOf(attempt) }, error: errorOf(errorClass, codes) }
}

function unknown(reason: string): PaymentOutcome {
  return { kind: 'unknown', refs: {}, reason }
}
