import { METHOD_KINDS } from '@kippu/domain/payment-method'

import type { AttemptRef, PaymentOutcome, ProviderRefs, StartParts } from '../../port/port.ts'
import { executeTrade } from './execute-trade.ts'
import type { GmoFields } from './gmo-codec.ts'
import { accessIdOf, accessOf, type Gmo } from './gmo-context.ts'
import { errorOf } from './gmo-errors.ts'
import { confirmedOutcome } from './query-trade.ts'
import { registerTrade } from './register-trade.ts'
import { fitting31J } from './windows-31j.ts'

/** GMO receives at most this many bytes of the headers Accept and User-Agent, which may be of any length. */
const MOST_BROWSER_BYTES = 500

/**
 * Starts a payment by card: with the token that GMO's script made of the card, and with 3-D Secure if the method asks
 * for it.
 * `docs/payments/gmo.md` describes the flow.
 */
export async function startCard(gmo: Gmo, attempt: AttemptRef, parts: StartParts): Promise<PaymentOutcome> {
  const registered = await registerTrade(gmo, attempt, parts, {
    call: 'EntryTran',
    fields: entryFields(gmo, attempt),
  })
  if (registered.kind === 'stopped') return registered.outcome
  return executeTrade(gmo, {
    ...registered,
    parts,
    call: 'ExecTran',
    fields: {
      ...accessOf(gmo, registered.attempt),
      OrderID: attempt.providerOrderRef,
      // A lump sum.
      Method: '1',
      Token: tokenOf(attempt.refs),
      ...(METHOD_KINDS[attempt.method].asksIssuer && threeDSecureFields(attempt.refs, parts.returnUrl)),
    },
    read: answer => readExecuted(gmo, registered.attempt, answer),
  })
}

function entryFields({ account }: Gmo, { method }: AttemptRef): GmoFields {
  // 0: without 3-D Secure. 2: with version 2 of it.
  if (!METHOD_KINDS[method].asksIssuer) return { TdFlag: '0' }
  return {
    TdFlag: '2',
    ...(account.tenantName !== null && { TdTenantName: account.tenantName }),
    ...(account.tds2Type !== null && { Tds2Type: account.tds2Type }),
    ...(account.tdRequired !== null && { TdRequired: account.tdRequired }),
  }
}

function threeDSecureFields(refs: ProviderRefs, returnUrl: string): GmoFields {
  return {
    RetUrl: returnUrl,
    // The browser comes back by POST, because the fields may be too long for a URL.
    CallbackType: '1',
    HttpAccept: fitting31J(refs['browser_accept'] ?? '', MOST_BROWSER_BYTES),
    HttpUserAgent: fitting31J(refs['browser_user_agent'] ?? '', MOST_BROWSER_BYTES),
    // A browser on a computer or a phone, not an app.
    DeviceCategory: '0',
  }
}

export function tokenOf(refs: ProviderRefs): string {
  const token = refs['token']
  if (token === undefined) throw new Error('a GMO attempt without its token')
  return token
}

function readExecuted(
  gmo: Gmo,
  attempt: AttemptRef,
  answer: GmoFields,
): PaymentOutcome | Promise<PaymentOutcome> {
  const { ACS = 'missing', RedirectUrl: url = '' } = answer
  const md = accessIdOf(attempt)
  switch (ACS) {
    case '0':
      // Reserved, according to GMO's answer. Only a query counts.
      return confirmedOutcome(gmo, attempt)
    case '1':
      // Version 1 of 3-D Secure, which no longer exists.
      return cannotContinue(md, 'ACS 1')
    case '2':
      return URL.canParse(url) ? challenged(md, url) : cannotContinue(md, 'ACS 2 without an address')
    default:
      // GMO may have reserved the money: the trade is queried.
      return { kind: 'unknown', refs: {}, reason: `ACS ${ACS}` }
  }
}

/** GMO waits for 3-D Secure, to which we cannot send the visitor. Nothing was charged, and nobody can charge it. */
function cannotContinue(md: string, reason: string): PaymentOutcome {
  return { kind: 'failed', refs: { access_id: md }, error: errorOf('configuration', [reason]) }
}

/**
 * The outcome when the issuer asks the visitor: they go to the issuer's page. Its address is kept with the attempt, so
 * that it can be given again after a reload.
 * @param md GMO's access id of the trade, which comes back with the visitor
 */
export function challenged(md: string, url: string, more: ProviderRefs = {}): PaymentOutcome {
  return {
    kind: 'action_required',
    refs: { access_id: md, redirect_url: url, ...more },
    step: { kind: 'three_ds', url, md },
    threeDSecure: true,
  }
}
