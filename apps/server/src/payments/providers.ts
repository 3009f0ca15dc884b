import { isDeepStrictEqual } from 'node:util'

import type { PaymentMethod } from '@kippu/contract/payment-method'

import { systemClock } from '../clock.ts'
import type { Env } from '../env.ts'
import type { PaymentAccounts } from './accounts.ts'
import { freeProvider } from './free/free-provider.ts'
import type { AdapterParts, PaymentProvider } from './port.ts'
import { createSeal } from './seal.ts'
import { createStripeProvider } from './stripe/stripe-provider.ts'

/** The providers that a site pays by: those with keys, of its own or the deployment's (S-7.14). */
export interface SitePayments {
  find(method: PaymentMethod): PaymentProvider | undefined
  byId(id: string): PaymentProvider | undefined
  readonly all: readonly PaymentProvider[]
}

export interface PaymentProviders {
  /** Sites with the same account have the same provider. */
  of(siteKey: string): SitePayments
  /** Of every site, each account once. */
  readonly all: readonly PaymentProvider[]
}

/** One adapter for each account that the environment has. `parts` are the server's own but for tests of time. */
export function createPaymentProviders(
  env: Pick<Env, 'payments' | 'secretKey'>,
  parts: AdapterParts = { clock: systemClock, seal: createSeal(env.secretKey) },
): PaymentProviders {
  const open = createAdapters(parts)
  const { shared, ofSite } = env.payments
  const usual = open(shared)
  const bySite = new Map(Array.from(ofSite, ([key, accounts]) => [key, open(accounts)] as const))
  const of = (siteKey: string): SitePayments => bySite.get(siteKey) ?? usual
  return { of, all: [...new Set([usual, ...bySite.values()].flatMap(({ all }) => all))] }
}

/** What makes the providers of one site. */
function createAdapters(_parts: AdapterParts): (accounts: PaymentAccounts) => SitePayments {
  const stripe = onceEach(createStripeProvider)
  return accounts => {
    const all = [freeProvider, ...stripe(accounts.stripe)]
    return {
      all,
      find: method => all.find(({ methods }) => methods.includes(method)),
      byId: id => all.find(provider => provider.id === id),
    }
  }
}

/** An adapter for each account, the same one for the same account; none for none. */
function onceEach<Account>(
  create: (account: Account) => PaymentProvider,
): (account: Account | null) => readonly PaymentProvider[] {
  const made: Array<{ readonly account: Account; readonly provider: PaymentProvider }> = []
  return account => {
    if (account === null) return []
    const known = made.find(one => isDeepStrictEqual(one.account, account))
    if (known !== undefined) return [known.provider]
    const provider = create(account)
    made.push({ account, provider })
    return [provider]
  }
}
