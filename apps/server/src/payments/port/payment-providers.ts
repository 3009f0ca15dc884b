import type { StoredMethod } from '@kippu/domain/payment-method'

import type { ApplePay } from './apple-pay.ts'
import type { PaymentProvider } from './port.ts'

/** A service that recognises devices for the acquirer. */
export interface DeviceFingerprint {
  readonly scriptUrl: string
  /** Origins that the service's script calls. */
  readonly hosts: readonly string[]
}

/** The providers that take payments for a site: those with keys, the site's own or the deployment's. */
export interface SitePayments {
  find(method: StoredMethod): PaymentProvider | undefined
  byId(id: string): PaymentProvider | undefined
  readonly all: readonly PaymentProvider[]
  /** The merchant account at Apple; `gmo_apple_pay` is offered only when there is one. */
  readonly applePay: ApplePay | undefined
  /** The service that recognises devices on the payment page, if there is one. */
  readonly deviceFingerprint: DeviceFingerprint | null
}

export interface PaymentProviders {
  /** Sites with the same account share one provider. */
  of(siteKey: string): SitePayments
  /** Every account of every site, each once, and the former accounts that are kept for their earlier payments. */
  readonly all: readonly PaymentProvider[]
}
