import { METHOD_KINDS } from '@kippu/domain/payment-method'
import { definitionOf, redefine } from '@kippu/sites/define-site'
import { browserMethodsOf, type Site } from '@kippu/sites/site'

import { systemClock } from '../../platform/clock.ts'
import { EnvError } from '../../platform/variables/env-error.ts'
import { knownSites } from '../../platform/http/known-sites.ts'
import { createSiteDirectory, type SiteDirectory } from '../../platform/http/sites.ts'
import { createMemberTokens, type MemberTokens } from '../../orders/membership/member-tokens.ts'
import { createPaymentProviders } from '../../payments/accounts/providers.ts'
import { offeredMethod } from '../../payments/apple-pay/offered-method.ts'
import type { PaymentProviders } from '../../payments/port/payment-providers.ts'
import type { ServerEnv } from './read-env.ts'

/** The parts of a server that are made of its environment alone. */
export interface EnvParts {
  readonly sites: SiteDirectory
  readonly memberTokens: MemberTokens
  readonly payments: PaymentProviders
}

/**
 * Made before the database is touched, so that a wrong start leaves nothing behind.
 * @throws EnvError for what no single variable shows: a host or a secret is missing, a site could not sell, or a value of it is invented.
 */
export function createEnvParts(env: ServerEnv, known: readonly Site[] = knownSites(env)): EnvParts {
  const sites = createSiteDirectory(env, env.unprovenShares ? known : known.map(withoutShares))
  const memberTokens = createMemberTokens(env, { clock: systemClock, sites })
  const payments = createPaymentProviders(env)
  if (env.production && !env.allowsNoPayments) refuseUnpayable(sites.all, payments)
  return { sites, memberTokens, payments }
}

/** More units than any day has. */
const ALL = { part: 1, least: 1_000_000_000 }

/** Where all visitors come from one address, as in a rehearsal, shares would only be in the way. */
function withoutShares(site: Site): Site {
  return redefine(site, {
    ...definitionOf(site),
    unprovenShares: {
      day: ALL,
      network: ALL,
      mailDomain: ALL,
      unpaidNetwork: ALL,
      unpaidMailDomain: ALL,
      doorCode: ALL,
    },
  })
}

/** The first variable of each provider's account. */
const FIRST_KEYS = {
  gmo: 'GMO_SHOP_ID',
  softbank: 'SOFTBANK_MERCHANT_ID',
  adyen: 'ADYEN_API_KEY',
  stripe: 'STRIPE_SECRET_KEY',
  alipay: 'ALIPAY_CLIENT_ID',
  docomo: 'DOCOMO_CLIENT_ID',
} as const

function refuseUnpayable(sites: readonly Site[], payments: PaymentProviders): void {
  const unpayable = sites.find(site =>
    browserMethodsOf(site).every(method => offeredMethod(payments, site, method) === undefined),
  )
  if (unpayable === undefined) return
  const providers = browserMethodsOf(unpayable).map(method => METHOD_KINDS[method].provider)
  const [first, ...others] = new Set(providers.map(provider => FIRST_KEYS[provider]))
  const choice = others.length === 0 ? '' : `, or the keys of another provider (${others.join(', ')})`
  throw new EnvError(
    `${first}: must be set in production${choice}: ${unpayable.key} has no way to be paid; a store of free tickets alone sets ALLOW_NO_PAYMENTS=yes`,
  )
}
