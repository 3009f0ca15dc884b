import { METHOD_KINDS } from '@kippu/domain/payment-method'

import type { AttemptRef, PaymentOutcome, ProviderRefs, StartParts } from '../../port/port.ts'
import { executeTrade } from './execute-trade.ts'
import type { GmoFields } from './gmo-codec.ts'
import { accessIdOf, accessOf, type Gmo } from './gmo-context.ts'
import { errorOf } from './gmo-errors.ts'
import { confirmedOutcome } from './query-trade.ts'
import { registerTrade } from './register-trade.ts'
import { cutToWindows31J } from './windows-31j.ts'

/** We cut the headers Accept and User-Agent to this many bytes, because a browser may send them at any length. */
const MAX_HEADER_VALUE_BYTES = 500

/**
 * Starts a payment by card: with the token that GMO's script made of the card, and with 3-D Secure if the method uses
 * it. `docs/payments/gmo.md` describes the flow.
 */
export async function startCard(gmo: Gmo, attempt: AttemptRef, parts: StartParts): Promise<PaymentOutcome> {
  const registered = await registerTrade(gmo, attempt, parts, {
    call: 'EntryTran',
    fields: entryFields(gmo, attempt),
  })
  // Without AccessID and AccessPass, its keys, the trade cannot be executed.
  if (registered.kind === 'no_keys') return registered.outcome
  const { attempt: withKeys, mayBeExecuted } = registered
  return executeTrade(gmo, {
    attempt: withKeys,
    mayBeExecuted,
    parts,
    call: 'ExecTran',
    fields: {
      ...accessOf(gmo, withKeys),
      OrderID: withKeys.providerOrderRef,
      // Paid at once, not in instalments.
      Method: '1',
      Token: tokenOf(withKeys.refs),
      ...(METHOD_KINDS[withKeys.method].usesThreeDSecure &&
        threeDSecureFields(withKeys.refs, parts.returnUrl)),
    },
    read: answer => readExecuted(gmo, withKeys, answer),
  })
}

function entryFields({ account }: Gmo, { method }: AttemptRef): GmoFields {
  // Without 3-D Secure.
  if (!METHOD_KINDS[method].usesThreeDSecure) return { TdFlag: '0' }
  return {
    // With version 2 of 3-D Secure.
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
    HttpAccept: cutToWindows31J(refs['browser_accept'] ?? '', MAX_HEADER_VALUE_BYTES),
    HttpUserAgent: cutToWindows31J(refs['browser_user_agent'] ?? '', MAX_HEADER_VALUE_BYTES),
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
  const accessId = accessIdOf(attempt)
  switch (ACS) {
    case '0':
      // Reserved, according to GMO's answer. Only a query counts.
      return confirmedOutcome(gmo, attempt)
    case '1':
      // Version 1 of 3-D Secure, which no longer exists.
      return cannotContinue(accessId, 'ACS 1')
    case '2':
      return URL.canParse(url)
        ? threeDSecureOutcome(accessId, url)
        : cannotContinue(accessId, 'ACS 2 without an address')
    default:
      // GMO may have reserved the money: the trade is queried.
      return { kind: 'unknown', refs: {}, reason: `ACS ${ACS}` }
  }
}

/** GMO waits for 3-D Secure, to which we cannot send the visitor. Nothing was charged, and nobody can charge it. */
function cannotContinue(accessId: string, reason: string): PaymentOutcome {
  return { kind: 'failed', refs: { access_id: accessId }, error: errorOf('configuration', [reason]) }
}

/**
 * The outcome when the visitor has to go to a page of 3-D Secure: first to GMO's page, which collects data about the
 * browser, and later perhaps to the issuer's, which asks who is paying. The address is kept with the attempt, so that it
 * can be given again after a reload.
 * @param accessId GMO's AccessID, one of the two keys. GMO sends it back with the visitor under the name MD.
 */
export function threeDSecureOutcome(
  accessId: string,
  url: string,
  extraRefs: ProviderRefs = {},
): PaymentOutcome {
  return {
    kind: 'action_required',
    refs: { access_id: accessId, redirect_url: url, ...extraRefs },
    step: { kind: 'three_ds', url, md: accessId },
    threeDSecure: true,
  }
}
