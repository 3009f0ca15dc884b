import * as v from 'valibot'

import {
  ADYEN_SIMULATOR_VARIABLES,
  type AdyenAccount,
  adyenAccountOf,
  adyenVariables,
} from '../providers/adyen/adyen-account.ts'
import {
  ALIPAY_SIMULATOR_VARIABLES,
  type AlipayAccount,
  alipayAccountOf,
  alipayVariables,
} from '../providers/alipay/alipay-account.ts'
import {
  APPLE_PAY_SIMULATOR_VARIABLES,
  type ApplePayAccount,
  applePayAccountOf,
  applePayVariables,
} from '../apple-pay/apple-pay-account.ts'
import { deviceFingerprintOf, deviceFingerprintVariables } from './device-fingerprint.ts'
import { type DeviceFingerprint } from '../port/payment-providers.ts'
import {
  DOCOMO_SIMULATOR_VARIABLES,
  type DocomoAccount,
  docomoAccountOf,
  docomoVariables,
} from '../providers/docomo/docomo-account.ts'
import {
  GMO_SIMULATOR_VARIABLES,
  type GmoAccount,
  gmoAccountOf,
  gmoVariables,
} from '../providers/gmo/gmo-account.ts'
import {
  SOFTBANK_SIMULATOR_VARIABLES,
  type SoftbankAccount,
  softbankAccountOf,
  softbankVariables,
} from '../providers/softbank/softbank-account.ts'
import {
  STRIPE_SIMULATOR_VARIABLES,
  type StripeAccount,
  stripeAccountOf,
  stripeVariables,
} from '../providers/stripe/stripe-account.ts'

/** The store's accounts at its payment providers, from the environment, for the deployment or for one site. */

/** The variables of each account, by their own names. */
export const ACCOUNT_VARIABLES = {
  stripe: stripeVariables,
  gmo: gmoVariables,
  softbank: softbankVariables,
  adyen: adyenVariables,
  alipay: alipayVariables,
  docomo: docomoVariables,
  applePay: applePayVariables,
  deviceFingerprint: deviceFingerprintVariables,
} as const

/** Variables that point at a simulator; production refuses them. */
export const SIMULATOR_VARIABLES: readonly string[] = [
  ...STRIPE_SIMULATOR_VARIABLES,
  ...GMO_SIMULATOR_VARIABLES,
  ...SOFTBANK_SIMULATOR_VARIABLES,
  ...ADYEN_SIMULATOR_VARIABLES,
  ...ALIPAY_SIMULATOR_VARIABLES,
  ...DOCOMO_SIMULATOR_VARIABLES,
  ...APPLE_PAY_SIMULATOR_VARIABLES,
]

export const paymentVariables = {
  ...stripeVariables,
  ...gmoVariables,
  ...softbankVariables,
  ...adyenVariables,
  ...alipayVariables,
  ...docomoVariables,
  ...applePayVariables,
  ...deviceFingerprintVariables,
}
type PaymentVariables = v.InferOutput<v.ObjectSchema<typeof paymentVariables, undefined>>

/** The accounts of a site; null where there are no keys, and the provider's methods are then absent. */
export interface PaymentAccounts {
  readonly stripe: StripeAccount | null
  readonly gmo: GmoAccount | null
  readonly softbank: SoftbankAccount | null
  readonly adyen: AdyenAccount | null
  readonly alipay: AlipayAccount | null
  readonly docomo: DocomoAccount | null
  readonly applePay: ApplePayAccount | null
  readonly deviceFingerprint: DeviceFingerprint | null
}

/** @throws EnvError naming the first missing variable of an account that is only partly set. */
export function accountsOf(variables: PaymentVariables): PaymentAccounts {
  return {
    stripe: stripeAccountOf(variables),
    gmo: gmoAccountOf(variables),
    softbank: softbankAccountOf(variables),
    adyen: adyenAccountOf(variables),
    alipay: alipayAccountOf(variables),
    docomo: docomoAccountOf(variables),
    applePay: applePayAccountOf(variables),
    deviceFingerprint: deviceFingerprintOf(variables),
  }
}

/** A site's own accounts, and the deployment's where the site has none. */
export function completedBy(own: PaymentAccounts, shared: PaymentAccounts): PaymentAccounts {
  return {
    stripe: own.stripe ?? shared.stripe,
    gmo: own.gmo ?? shared.gmo,
    softbank: own.softbank ?? shared.softbank,
    adyen: own.adyen ?? shared.adyen,
    alipay: own.alipay ?? shared.alipay,
    docomo: own.docomo ?? shared.docomo,
    applePay: own.applePay ?? shared.applePay,
    deviceFingerprint: own.deviceFingerprint ?? shared.deviceFingerprint,
  }
}

/** The configured accounts at the payment providers. */
export interface PaymentsEnv {
  /** The accounts of the deployment. */
  readonly shared: PaymentAccounts
  /** The accounts of sites that have their own, completed by the deployment's; by site key. */
  readonly ofSite: ReadonlyMap<string, PaymentAccounts>
  /** Former accounts, kept for payments made with them; null when there are none. */
  readonly former: PaymentAccounts | null
}
