import { isDeepStrictEqual } from 'node:util'

import { ON_ACCOUNT } from '@kippu/domain/payment-method'

import { systemClock } from '../../platform/clock.ts'
import type { Env } from '../../platform/variables/env.ts'
import type { PaymentAccounts, PaymentsEnv } from './accounts.ts'
import type { AdyenAccount } from '../providers/adyen/adyen-account.ts'
import { createAdyenProvider } from '../providers/adyen/adyen-provider.ts'
import type { AlipayAccount } from '../providers/alipay/alipay-account.ts'
import { createAlipayProvider } from '../providers/alipay/alipay-provider.ts'
import { createApplePay } from '../apple-pay/apple-pay.ts'
import type { DocomoAccount } from '../providers/docomo/docomo-account.ts'
import { createDocomoProvider } from '../providers/docomo/docomo-provider.ts'
import { freeProvider, onAccountProvider } from '../providers/free/free-provider.ts'
import type { GmoAccount } from '../providers/gmo/gmo-account.ts'
import { createGmoProvider } from '../providers/gmo/gmo-provider.ts'
import type { PaymentProviders, SitePayments } from '../port/payment-providers.ts'
import type { AdapterParts } from '../port/port.ts'
import { createSeal } from '../port/seal.ts'
import type { SoftbankAccount } from '../providers/softbank/softbank-account.ts'
import { createSoftbankProvider } from '../providers/softbank/softbank-provider.ts'
import { createStripeProvider } from '../providers/stripe/stripe-provider.ts'

/** One adapter for each configured account. `parts` are the server's own, except in tests of time. */
export function createPaymentProviders(
  env: Pick<Env, 'secretKey' | 'formerSecretKeys'> & { readonly payments: PaymentsEnv },
  parts: AdapterParts = {
    clock: systemClock,
    seal: createSeal(env.secretKey, env.formerSecretKeys),
  },
): PaymentProviders {
  const open = createAdapters(parts)
  const { shared, ofSite, former } = env.payments
  const usual = open(shared)
  const bySite = new Map(Array.from(ofSite, ([key, accounts]) => [key, open(accounts)] as const))
  const of = (siteKey: string): SitePayments => bySite.get(siteKey) ?? usual
  const everybody = [usual, ...bySite.values(), ...(former === null ? [] : [open(former)])]
  return { of, all: [...new Set(everybody.flatMap(({ all }) => all))] }
}

/** Returns a function that creates the providers of one site. */
function createAdapters(parts: AdapterParts): (accounts: PaymentAccounts) => SitePayments {
  const stripe = onceEach(createStripeProvider)
  const gmo = onceEach((account: GmoAccount) => createGmoProvider(account, parts))
  const softbank = onceEach((account: SoftbankAccount) => createSoftbankProvider(account, parts))
  const adyen = onceEach((account: AdyenAccount) => createAdyenProvider(account, parts))
  const alipay = onceEach((account: AlipayAccount) => createAlipayProvider(account, parts))
  const docomo = onceEach((account: DocomoAccount) => createDocomoProvider(account, parts))
  const applePay = onceEach(createApplePay)
  return accounts => {
    const all = [
      freeProvider,
      ...stripe(accounts.stripe),
      ...gmo(accounts.gmo),
      ...softbank(accounts.softbank),
      ...adyen(accounts.adyen),
      ...alipay(accounts.alipay),
      ...docomo(accounts.docomo),
    ]
    const [merchant] = applePay(accounts.applePay)
    return {
      all,
      applePay: merchant,
      deviceFingerprint: accounts.deviceFingerprint,
      find: method =>
        method === ON_ACCOUNT ? onAccountProvider : all.find(({ methods }) => methods.includes(method)),
      byId: id => all.find(provider => provider.id === id),
    }
  }
}

/** Creates one value for each account, shared by equal accounts; undefined for no account. */
function onceEach<Account, Made>(
  create: (account: Account) => Made,
): (account: Account | null) => readonly Made[] {
  const known: Array<{ readonly account: Account; readonly made: Made }> = []
  return account => {
    if (account === null) return []
    const found = known.find(one => isDeepStrictEqual(one.account, account))
    if (found !== undefined) return [found.made]
    const made = create(account)
    known.push({ account, made })
    return [made]
  }
}
