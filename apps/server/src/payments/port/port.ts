import type { PaymentMethod, StoredProvider } from '@kippu/domain/payment-method'
import type { Money } from '@kippu/domain/money'

import type { Clock } from '../../platform/clock.ts'
import type { Seal } from './seal.ts'

/**
 * The port of the payment providers; `docs/payments/a-new-provider.md` explains it with an example. One attempt is one
 * order reference at the provider; when the visitor tries again, that is a new attempt with a new reference. An adapter
 * never throws because of its provider's answer. `unknown` is a normal outcome: the request may have been executed. The
 * adapter compares every success with the attempt's amount, currency and reference.
 */

export type ProviderId = StoredProvider

/** The parts that every adapter is made with, besides its account. */
export interface AdapterParts {
  readonly clock: Clock
  /** Encrypts values that must not be readable in the database, such as an access pass. */
  readonly seal: Seal
}

/** The attempt as an adapter may know it. It was committed before the first call. */
export interface AttemptRef {
  /** Our primary key, a UUID. Idempotency keys are made from it. */
  readonly attemptId: string
  /** At most 27 characters of `a-z 0-9`, so that it fits every provider; `attemptIdOf` turns it back into the id. */
  readonly providerOrderRef: string
  readonly method: PaymentMethod
  readonly amount: Money
  /** Consumption tax contained in the amount, in yen. */
  readonly taxAmount: number
  /** Seconds until the deadline, after which the attempt is never moved forward; negative once it has passed. */
  readonly secondsLeft: number
  /**
   * The provider's references, and what the browser sent for {@link PaymentProvider.start}, each under its field name
   * in the call; `merchant` (name of the seller), `lang`, `browser_ip`, `browser_user_agent`, `browser_accept`; and the
   * fields of the latest return, under `return_<name>`. Never a card number.
   */
  readonly refs: ProviderRefs
}

export type ProviderRefs = Readonly<Record<string, string>>

/** Our addresses for one attempt, and a way to store what a later call needs. */
export interface StartParts {
  /** Brings the browser back; `/success`, `/cancel` or `/failure` may be appended. */
  readonly returnUrl: string
  /** Receives the provider's webhook events. */
  readonly notifyUrl: string
  /** Commits references before the next call is sent, so that a crash does not lose them. */
  readonly keep: (refs: ProviderRefs) => Promise<void>
}

/** The browser's next step. */
export type BrowserStep =
  | { readonly kind: 'redirect'; readonly url: string }
  | {
      readonly kind: 'form'
      readonly url: string
      readonly charset: 'UTF-8' | 'Shift_JIS' | 'Windows-31J'
      readonly fields: ReadonlyArray<readonly [string, string]>
    }
  /** A page of 3-D Secure: the provider's, or the issuer's. The browser comes back with `md`, which identifies the attempt. */
  | { readonly kind: 'three_ds'; readonly url: string; readonly md: string }
  /** `expiresAt`: date-time in +09:00, or null when the provider names none. */
  | { readonly kind: 'qr'; readonly code: string; readonly expiresAt: string | null }
  | { readonly kind: 'd_account'; readonly authorizationUrl: string }

export const PROVIDER_ERROR_CLASSES = [
  'declined',
  'authentication_failed',
  'cancelled',
  'invalid_input',
  'limit',
  'expired',
  'amount_mismatch',
  'provider_busy',
  'configuration',
  'other',
] as const
export type ProviderErrorClass = (typeof PROVIDER_ERROR_CLASSES)[number]

export interface ProviderError {
  /** The provider's codes, for staff and logs; the visitor never sees them. */
  readonly codes: readonly string[]
  readonly class: ProviderErrorClass
  /** Whether the visitor may try again: `can_retry` of the answer. */
  readonly retryable: boolean
}

/** The state of a payment, after a call that moves it or a query. The saga stores `refs`. */
export type PaymentOutcome =
  | { readonly kind: 'authorized'; readonly refs: ProviderRefs }
  | { readonly kind: 'captured'; readonly refs: ProviderRefs }
  | {
      readonly kind: 'action_required'
      readonly refs: ProviderRefs
      readonly step: BrowserStep
      readonly threeDSecure: boolean
    }
  /** The visitor has done their part; {@link PaymentProvider.resume} executes the payment. */
  | { readonly kind: 'ready'; readonly refs: ProviderRefs }
  /** The provider is still processing the payment. */
  | { readonly kind: 'pending'; readonly refs: ProviderRefs }
  /** Empty `refs` mean that the provider did not accept this request, which says nothing about an earlier one. */
  | { readonly kind: 'failed'; readonly refs: ProviderRefs; readonly error: ProviderError }
  /** Cancelled at the provider: it can never be charged. */
  | { readonly kind: 'voided'; readonly refs: ProviderRefs }
  /** The provider reports another amount or currency than ours: never a success. */
  | { readonly kind: 'mismatch'; readonly refs: ProviderRefs; readonly reason: string }
  /** `needsPerson`: as in {@link OperationOutcome}. */
  | {
      readonly kind: 'unknown'
      readonly refs: ProviderRefs
      readonly reason: string
      readonly needsPerson?: true
    }

/** `not_found`: the provider does not know the attempt, or not yet. */
export type QueryOutcome = PaymentOutcome | { readonly kind: 'not_found' }

/** The result of a capture, a cancellation or a refund. */
export type OperationOutcome =
  | { readonly kind: 'done'; readonly refs?: ProviderRefs }
  /** The provider will do it and report later; when asked again, the adapter says what it knows by then. */
  | { readonly kind: 'accepted'; readonly refs?: ProviderRefs }
  /** The operation had already been done, or another one had. */
  | { readonly kind: 'already'; readonly state: 'captured' | 'voided' | 'refunded' }
  | { readonly kind: 'failed'; readonly error: ProviderError }
  /**
   * `needsPerson`: the adapter will never be able to find out. `isOpen`, of a cancellation: the provider says that its page
   * still waits for the visitor, and no cancellation is on its way that could release what they pay now.
   */
  | {
      readonly kind: 'unknown'
      readonly reason: string
      readonly needsPerson?: true
      readonly isOpen?: true
    }

/** The part of a captured payment that has not gone back, by the store or elsewhere, as its provider tells it. */
export type LeftOutcome =
  /** Yen. */
  | { readonly kind: 'left'; readonly yen: number }
  /** Some of it went back, and the provider does not say how much. */
  | { readonly kind: 'less' }
  /** The provider never tells it: only a person finds out, in its console. */
  | { readonly kind: 'cannot be asked' }
  /** Not to be had now. */
  | { readonly kind: 'unknown'; readonly reason: string }

/** A refund of all or part of the captured amount. */
export interface Refund {
  /** The same for every try of this refund and for no other refund: a UUID, or `<attemptId>:refund`. */
  readonly key: string
  readonly amount: Money
  /** Yen of this attempt that earlier refunds gave back. */
  readonly refundedBefore: number
  /**
   * Commits references of the attempt before the refund is sent. A provider that takes no idempotency key needs it, to
   * know after a crash whether a partial refund was sent: without it, such a refund is `unknown` wherever the provider
   * cannot tell.
   */
  readonly keep?: StartParts['keep']
  /**
   * How often a person retried the refund after the provider had finally refused it; undefined means never. A provider
   * that remembers refusals by key must be sent a new key.
   */
  readonly retries?: number
}

/** A request as it arrived. The body is untouched, because signatures cover its bytes. */
export interface RawNotification {
  readonly header: (name: string) => string | undefined
  readonly body: Buffer
  /** Path of the request, which the provider's signature may cover. */
  readonly path: string
  /** Last part of `/payment-webhooks/{provider}/{key}`: a shared secret for providers that sign nothing. */
  readonly key: string | undefined
}

/**
 * One webhook event. It is only a hint: the store asks the provider before it acts. Facts from a signed notification
 * may be kept in `refs`, where the adapter's own `query` finds them.
 */
export interface ProviderEvent {
  /** The same for every delivery of one event. */
  readonly dedupeKey: string
  /** Undefined when the event concerns no payment of ours. */
  readonly attemptId: string | undefined
  /** For an event without an id of ours: finds the attempt with this reference, which must be one that has an index. */
  readonly findBy?: { readonly ref: 'intent'; readonly value: string }
  /** References that the attempt must have for the event to apply to it. */
  readonly mustMatch?: ProviderRefs
  /** Added to the attempt's references; existing ones are not overwritten. */
  readonly refs: ProviderRefs
  /** The state that the event claims; `settled`: one of our operations has ended; `other` changes nothing. */
  readonly hint: 'authorized' | 'captured' | 'failed' | 'voided' | 'settled' | 'other'
  /** The event reverses something that was reported as done (a capture, a refund): a person must look. */
  readonly undoes?: true
  /** The buyer's bank takes the payment back, or asks why it should not: its name for that. A person must look. */
  readonly dispute?: string
  /** Yen that it says are left of a captured payment. Where they are fewer than were taken, the provider is asked. */
  readonly left?: number
  /** Kept for staff: types and ids; no personal data, no secrets. */
  readonly payload: Readonly<Record<string, string>>
}

export interface NotificationReply {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

export interface Notification {
  readonly events: readonly ProviderEvent[]
  /** The reply once everything is stored. */
  readonly stored: NotificationReply
  /** The reply when it could not be stored: the provider delivers it again. */
  readonly failed: NotificationReply
}

/** The scripts, hosts and settings with which the visitor's browser pays by a method: public values only. */
export interface BrowserSide {
  /** In the order in which they must load; loaded only when the method is chosen. */
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  /** Under the provider's own names: `shop_id`, `client_key` … */
  readonly config: Readonly<Record<string, string>>
  /** No money moves. */
  readonly isTest: boolean
  /** Origins that the page may call, frame, and load pictures and styles from: the content policy lists them. */
  readonly hosts: readonly string[]
  /** Origins that the page sends forms to. A browser also checks each address that the form is redirected to. */
  readonly formHosts: readonly string[]
}

export interface PaymentProvider {
  readonly id: ProviderId
  /**
   * Which account of the provider this is: short, not secret, and unchanged when a key changes. An attempt keeps it,
   * and is queried, moved and refunded only through it.
   */
  readonly account: string
  readonly methods: readonly PaymentMethod[]
  /** The smallest payment in yen that the provider takes. */
  readonly leastAmount: number
  /**
   * For how many seconds after its end an attempt may still turn out to be charged, because the provider cannot be told
   * to refuse it: it is then queried once more. 0 where {@link cancelAuthorization} fences.
   */
  readonly lateSeconds: number
  browserSide(method: PaymentMethod): BrowserSide
  /** Begins the payment. Safe to repeat with the same attempt: the provider executes it once. */
  start(attempt: AttemptRef, parts: StartParts): Promise<PaymentOutcome>
  /**
   * Continues after the visitor's step, with the fields of the return in `return_…`. Safe to repeat, and harmless while
   * the step is not done (it then answers `action_required` with the step again). It never trusts a return. Where one
   * of its calls commits the money and only an earlier answer names the transaction, that name is kept in between; the
   * saga always passes `keep`.
   */
  resume(attempt: AttemptRef, parts?: Pick<StartParts, 'keep'>): Promise<PaymentOutcome>
  /** Captures the authorised amount. */
  capture(attempt: AttemptRef): Promise<OperationOutcome>
  /**
   * Fences the attempt: once this is `done`, the attempt can never be charged, not even by a request of ours that is
   * still on its way. Releases an authorisation if there is one. `unknown` while the visitor could still pay and
   * nothing can stop it.
   */
  cancelAuthorization(attempt: AttemptRef): Promise<OperationOutcome>
  /** Refunds captured money, in part or in full. Safe to repeat with the same key. */
  refund(attempt: AttemptRef, refund: Refund): Promise<OperationOutcome>
  /** Asks what is left of a captured payment; changes nothing. */
  left(attempt: AttemptRef): Promise<LeftOutcome>
  /** Asks for the state of the attempt; changes nothing. */
  query(attempt: AttemptRef): Promise<QueryOutcome>
  /** The fields of a browser return worth keeping, and the result they claim: a hint that proves nothing. */
  readReturn(fields: URLSearchParams): { readonly kept: ProviderRefs; readonly hint: ReturnHint }
  /** Undefined when the signature or the shared secret is wrong or missing. */
  parseNotification(notification: RawNotification): Notification | undefined
}

/** Last part of the callback route. */
export const RETURN_HINTS = ['success', 'cancel', 'failure'] as const
export type ReturnHint = (typeof RETURN_HINTS)[number]
