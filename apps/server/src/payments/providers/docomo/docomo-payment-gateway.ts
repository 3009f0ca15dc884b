import type { AttemptRef, Notification, OperationOutcome, RawNotification, Refund } from '../../port/port.ts'

/**
 * The payment itself with docomo, after the login: the part whose API docomo shows to contracted shops alone (payments
 * §5). Whoever has that contract writes one more implementation, runs the conformance tests beside this file against it,
 * and names it in DOCOMO_GATEWAY.
 *
 * What every implementation must hold: an order reference is charged once, whatever is repeated; `cancel` fences a
 * reference even if it was never seen; every amount is compared with the attempt's by whoever asks.
 */
export interface DocomoPaymentGateway {
  /** No money moves. */
  readonly isTest: boolean
  /**
   * What the browser sends to open the page of d払い. Each call gives another `couponToken`, all of them for the one
   * payment of the reference.
   */
  issueToken(attempt: AttemptRef, addresses: PaymentAddresses): Promise<IssuedToken>
  query(attempt: AttemptRef): Promise<GatewayAnswer>
  capture(attempt: AttemptRef): Promise<OperationOutcome>
  cancel(attempt: AttemptRef): Promise<OperationOutcome>
  refund(attempt: AttemptRef, refund: Refund): Promise<OperationOutcome>
  /** Undefined when it is not theirs. */
  readNotice(raw: RawNotification): Notification | undefined
}

export interface PaymentAddresses {
  /** Takes the browser back, with `/success`, `/cancel` or `/failure` added. */
  readonly returnUrl: string
  readonly notifyUrl: string
  /** Until when the visitor may pay, in +09:00. */
  readonly expiresAt: string
}

export type IssuedToken =
  | {
      readonly kind: 'issued'
      /** `s_terkn`, `s_spcd` and `s_cptok` of the form. */
      readonly terminalKey: string
      readonly serviceCode: string
      readonly couponToken: string
      readonly requestUrl: string
    }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'unknown'; readonly reason: string }

/** What became of a reference. Amounts are yen. */
export type GatewayAnswer =
  | { readonly kind: 'not_found' }
  | { readonly kind: 'open'; readonly amount: number }
  | { readonly kind: 'authorized'; readonly amount: number }
  | { readonly kind: 'captured'; readonly amount: number }
  | { readonly kind: 'voided' }
  | { readonly kind: 'failed'; readonly code: string }
  | { readonly kind: 'unknown'; readonly reason: string }
