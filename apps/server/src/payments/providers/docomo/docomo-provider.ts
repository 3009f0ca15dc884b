import { createHash } from 'node:crypto'

import type { Clock } from '../../../platform/clock.ts'
import type {
  AdapterParts,
  AttemptRef,
  BrowserSide,
  LeftOutcome,
  PaymentOutcome,
  PaymentProvider,
  ProviderRefs,
  QueryOutcome,
  ReturnHint,
  StartParts,
} from '../../port/port.ts'
import type { Seal } from '../../port/seal.ts'
import type { DocomoAccount } from './docomo-account.ts'
import { docomoErrorOf } from './docomo-errors.ts'
import type { DocomoPaymentGateway } from './docomo-payment-gateway.ts'
import { createOpenId, type OpenId, randomSecret } from './open-id.ts'
import { createSimulatorContractGateway } from './simulator-contract-gateway.ts'

/** The page of d払い closes so long before our deadline, that no payment arrives after it (in seconds). */
export const MARGIN_SECONDS = 120
/** With less left for the visitor, nothing is begun. */
export const LEAST_SECONDS = 60

/** The calls that the login before the payment needs; only docomo's provider has it. */
export interface Docomo {
  readonly account: DocomoAccount
  readonly openId: OpenId
  readonly gateway: DocomoPaymentGateway
  readonly seal: Seal
  readonly clock: Clock
}

export interface DocomoProvider extends PaymentProvider {
  readonly docomo: Docomo
}

/** Whether a provider is docomo's. */
export function isDocomo(provider: PaymentProvider | undefined): provider is DocomoProvider {
  return provider !== undefined && 'docomo' in provider
}

/**
 * d払い with docomo directly: the visitor logs in to d ACCOUNT, then a form opens d払い. The login is OpenID as docomo
 * publishes it; the payment goes through an exchangeable gateway.
 */
export function createDocomoProvider(account: DocomoAccount, { clock, seal }: AdapterParts): DocomoProvider {
  const gateway = createSimulatorContractGateway(account.gateway)
  const docomo: Docomo = { account, openId: createOpenId(account.dAccount, clock), gateway, seal, clock }
  return {
    id: 'docomo',
    account: `${account.gateway.kind}:${account.dAccount.clientId}`,
    methods: ['d_pay'],
    leastAmount: 1,
    lateSeconds: 0,
    docomo,
    browserSide: () => browserSideOf(docomo),
    start: (attempt, parts) => start(docomo, attempt, parts),
    resume: async attempt => {
      const outcome = await query(gateway, attempt)
      return outcome.kind === 'not_found' ? { kind: 'unknown', refs: {}, reason: 'not found' } : outcome
    },
    query: attempt => query(gateway, attempt),
    left: attempt => left(gateway, attempt),
    capture: attempt => gateway.capture(attempt),
    cancelAuthorization: attempt => gateway.cancel(attempt),
    refund: (attempt, refund) => gateway.refund(attempt, refund),
    // We do not know which fields docomo adds; our own address carries the result.
    readReturn: () => ({ kept: {}, hint: 'success' satisfies ReturnHint }),
    parseNotification: raw => gateway.readNotice(raw),
  }
}

function browserSideOf({ account, gateway }: Docomo): BrowserSide {
  const scheme = gateway.isTest ? 'http' : 'https'
  return {
    scripts: [],
    styles: [],
    config: {},
    isTest: gateway.isTest,
    hosts: [],
    formHosts: account.requestHosts.map(host => `${scheme}://${host}`),
  }
}

/** Opens nothing at docomo yet: it tells the browser where to log in. */
async function start(docomo: Docomo, attempt: AttemptRef, { keep }: StartParts): Promise<PaymentOutcome> {
  if (attempt.secondsLeft < MARGIN_SECONDS + LEAST_SECONDS)
    return { kind: 'failed', refs: {}, error: docomoErrorOf('expired') }
  const endpoint = await docomo.openId.endpoint()
  if (endpoint === undefined) return { kind: 'failed', refs: {}, error: docomoErrorOf('d_account') }
  const url = endpoint.takesPkce
    ? await withChallenge(docomo, attempt, { url: endpoint.url, keep })
    : endpoint.url
  return logInAt(url, { authorization_url: url })
}

/** PKCE (RFC 7636): a stolen code cannot be exchanged. The address carries what the fields of the login call cannot. */
async function withChallenge(
  { seal }: Docomo,
  { refs }: AttemptRef,
  { url, keep }: { readonly url: string; readonly keep: StartParts['keep'] },
): Promise<string> {
  const sealed = refs['login_verifier']
  const verifier = sealed === undefined ? randomSecret() : seal.open(sealed)
  if (sealed === undefined) await keep({ login_verifier: seal.close(verifier) })
  const address = new URL(url)
  address.searchParams.set('code_challenge', createHash('sha256').update(verifier).digest('base64url'))
  address.searchParams.set('code_challenge_method', 'S256')
  return address.href
}

function logInAt(authorizationUrl: string, refs: ProviderRefs): PaymentOutcome {
  return { kind: 'action_required', refs, step: { kind: 'd_account', authorizationUrl }, threeDSecure: false }
}

async function left(gateway: DocomoPaymentGateway, attempt: AttemptRef): Promise<LeftOutcome> {
  const found = await gateway.query(attempt)
  if (found.kind === 'unknown') return found
  if (found.kind === 'voided') return { kind: 'left', yen: 0 }
  if (found.kind !== 'captured') return { kind: 'unknown', reason: found.kind }
  return found.left === undefined ? { kind: 'cannot be asked' } : { kind: 'left', yen: found.left }
}

/** Before the form is opened the gateway does not know the payment, and the visitor has yet to log in. */
async function query(gateway: DocomoPaymentGateway, attempt: AttemptRef): Promise<QueryOutcome> {
  const found = await gateway.query(attempt)
  switch (found.kind) {
    case 'not_found':
    case 'open': {
      const url = attempt.refs['authorization_url']
      return url === undefined ? { kind: 'not_found' } : logInAt(url, {})
    }
    case 'authorized':
    case 'captured':
      return found.amount === attempt.amount.minor
        ? { kind: found.kind, refs: {} }
        : { kind: 'mismatch', refs: {}, reason: `${found.amount} yen instead of ${attempt.amount.minor}` }
    case 'voided':
      return { kind: 'voided', refs: {} }
    case 'failed':
      return { kind: 'failed', refs: { result: found.code }, error: docomoErrorOf(found.code) }
    case 'unknown':
      return { kind: 'unknown', refs: {}, reason: found.reason }
  }
}
