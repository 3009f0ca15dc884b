import type { AttemptRef, Notification, OperationOutcome, RawNotification, Refund } from '../../port/port.ts'

/**
 * The payment itself at docomo, after the login: the part whose API docomo shows only to contracted shops. A shop with
 * that contract writes another implementation, runs `describeDocomoGateway` against it, and names it in
 * DOCOMO_GATEWAY.
 * Every implementation must guarantee: an order reference is charged once, whatever is repeated; `cancel` fences a
 * reference even if docomo has never received it. The caller compares every amount with the attempt's.
 */
export interface DocomoPaymentGateway {
  /** No money moves. */
  readonly isTest: boolean
  /**
   * The fields that the browser sends to open the page of d払い. Each call returns another `couponToken`, all for the one
   * payment of the reference.
   */
  issueToken(attempt: AttemptRef, addresses: PaymentAddresses): Promise<IssuedToken>
  query(attempt: AttemptRef): Promise<GatewayAnswer>
  capture(attempt: AttemptRef): Promise<OperationOutcome>
  cancel(attempt: AttemptRef): Promise<OperationOutcome>
  refund(attempt: AttemptRef, refund: Refund): Promise<OperationOutcome>
  /** Undefined when the notice is not authentic. */
  readNotice(raw: RawNotification): Notification | undefined
}

export interface PaymentAddresses {
  /** Receives the browser's return, with `/success`, `/cancel` or `/failure` appended. */
  readonly returnUrl: string
  readonly notifyUrl: string
  /** The end of the time to pay, in +09:00. */
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

/** The state of a reference. Amounts are in yen. */
export type GatewayAnswer =
  | { readonly kind: 'not_found' }
  | { readonly kind: 'open'; readonly amount: number }
  | { readonly kind: 'authorized'; readonly amount: number }
  /** `left`: yen that have not gone back, by the store or elsewhere; undefined where docomo does not tell it. */
  | { readonly kind: 'captured'; readonly amount: number; readonly left: number | undefined }
  | { readonly kind: 'voided' }
  | { readonly kind: 'failed'; readonly code: string }
  | { readonly kind: 'unknown'; readonly reason: string }
