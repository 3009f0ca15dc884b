import type { PaymentMethod } from '@kippu/domain/payment-method'

import type { ApplePay } from './apple-pay.ts'
import type { PaymentProvider } from './port.ts'

/** A service that recognises devices. */
export interface DeviceFingerprint {
  readonly scriptUrl: string
  /** Origins that it talks to. */
  readonly hosts: readonly string[]
}

/** The providers that a site pays by: those with keys, of its own or the deployment's (S-7.14). */
export interface SitePayments {
  find(method: PaymentMethod): PaymentProvider | undefined
  byId(id: string): PaymentProvider | undefined
  readonly all: readonly PaymentProvider[]
  /** The merchant at Apple; `gmo_apple_pay` is offered only with one. */
  readonly applePay: ApplePay | undefined
  /** The service that recognises devices on the payment page, if there is one. */
  readonly deviceFingerprint: DeviceFingerprint | null
}

export interface PaymentProviders {
  /** Sites with the same account have the same provider. */
  of(siteKey: string): SitePayments
  /** Of every site, each account once; and those that are kept for what was made with them before. */
  readonly all: readonly PaymentProvider[]
}
