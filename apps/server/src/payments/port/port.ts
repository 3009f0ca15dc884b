import type { PaymentMethod, PaymentProviderId } from '@kippu/domain/payment-method'
import type { Money } from '@kippu/domain/money'

import type { Clock } from '../../clock.ts'
import type { Seal } from './seal.ts'

/**
 * What the store asks of a payment provider (payments §9). One attempt is one order reference at the provider; a
 * visitor's retry is a new attempt with a new reference. No adapter throws for an answer of its provider, and
 * `unknown` is a normal outcome: the request may have been executed. Every success is compared with the attempt's
 * amount, currency and reference by the adapter (S-7.10).
 */

export type ProviderId = PaymentProviderId

/** What every adapter is made with, beside its account. */
export interface AdapterParts {
  readonly clock: Clock
  /** Hides what must not stand readable in the database, such as an access pass. */
  readonly seal: Seal
}

/** What an adapter may know of an attempt. It was committed before the first call. */
export interface AttemptRef {
  /** Our primary key, a UUID. Idempotency keys are made of it. */
  readonly attemptId: string
  /** At most 27 characters of `a-z 0-9`, so that it fits every provider; `attemptIdOf` turns it back. */
  readonly providerOrderRef: string
  readonly method: PaymentMethod
  readonly amount: Money
  /** Consumption tax contained in the amount, in yen. */
  readonly taxAmount: number
  /** Until the deadline, after which the attempt is never moved forward; negative when it has passed. */
  readonly secondsLeft: number
  /**
   * References at the provider, and what the browser gave for {@link PaymentProvider.start}, each under its field name of
   * the call; `merchant` (name of the seller), `lang`, `browser_ip`, `browser_user_agent`, `browser_accept`; and what the
   * last return brought, under `return_<name>`. Never a card number.
   */
  readonly refs: ProviderRefs
}

export type ProviderRefs = Readonly<Record<string, string>>

/** Addresses of ours for one attempt, and the way to remember what a later call cannot do without. */
export interface StartParts {
  /** Brings the browser back; `/success`, `/cancel` or `/failure` may be added. */
  readonly returnUrl: string
  /** Takes the provider's news. */
  readonly notifyUrl: string
  /** Commits references before the next call goes out, so that a crash does not lose them. */
  readonly keep: (refs: ProviderRefs) => Promise<void>
}

/** What the browser must do next. */
export type BrowserStep =
  | { readonly kind: 'redirect'; readonly url: string }
  | {
      readonly kind: 'form'
      readonly url: string
      readonly charset: 'UTF-8' | 'Shift_JIS' | 'Windows-31J'
      readonly fields: ReadonlyArray<readonly [string, string]>
    }
  /** The issuer's page. The browser comes back with `md`, by which the attempt is found again. */
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
  /** The provider's codes: for staff and logs, never shown to the visitor. */
  readonly codes: readonly string[]
  readonly class: ProviderErrorClass
  /** Whether the visitor may try again: `can_retry` of the answer (S-7.08). */
  readonly retryable: boolean
}

/** What became of a payment, from a call that moves it or from a question. `refs` are to be kept. */
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
  /** The provider is still at work. */
  | { readonly kind: 'pending'; readonly refs: ProviderRefs }
  /** Without any `refs`: the request was not taken, which says nothing of an earlier one. */
  | { readonly kind: 'failed'; readonly refs: ProviderRefs; readonly error: ProviderError }
  /** Cancelled at the provider: it can never be charged any more. */
  | { readonly kind: 'voided'; readonly refs: ProviderRefs }
  /** The provider speaks of another amount or currency than ours: never a success (S-7.10). */
  | { readonly kind: 'mismatch'; readonly refs: ProviderRefs; readonly reason: string }
  /** `needsPerson`: as in {@link OperationOutcome}. */
  | {
      readonly kind: 'unknown'
      readonly refs: ProviderRefs
      readonly reason: string
      readonly needsPerson?: true
    }

/** `not_found`: the provider knows nothing of the attempt, so far. */
export type QueryOutcome = PaymentOutcome | { readonly kind: 'not_found' }

/** What became of a capture, a cancellation or a refund. */
export type OperationOutcome =
  | { readonly kind: 'done'; readonly refs?: ProviderRefs }
  /** The provider will do it and tell later; asked again, the adapter says what it knows by then. */
  | { readonly kind: 'accepted'; readonly refs?: ProviderRefs }
  /** It had happened before, or something else had. */
  | { readonly kind: 'already'; readonly state: 'captured' | 'voided' | 'refunded' }
  | { readonly kind: 'failed'; readonly error: ProviderError }
  /** `needsPerson`: the adapter will never find out by itself. */
  | { readonly kind: 'unknown'; readonly reason: string; readonly needsPerson?: true }

/** A part, or all, of the captured money on its way back. */
export interface Refund {
  /** The same for every try of this refund, and for no other one: a UUID, or `<attemptId>:refund`. */
  readonly key: string
  readonly amount: Money
  /** Yen of this attempt that were given back by earlier refunds. */
  readonly refundedBefore: number
  /**
   * Commits references of the attempt before the refund goes out. A provider that knows no key of ours must know after a
   * crash whether a part was sent: without it, such a part is `unknown` wherever it cannot be told.
   */
  readonly keep?: StartParts['keep']
  /**
   * How often a person took it up again after the provider had refused it for good; none without. A provider that
   * remembers a refusal by the key must be asked anew.
   */
  readonly retries?: number
}

/** A request as it came in; the body is untouched, because signatures are made over its bytes. */
export interface RawNotification {
  readonly header: (name: string) => string | undefined
  readonly body: Buffer
  /** Path of the request, as the provider signed it. */
  readonly path: string
  /** Last part of `/payment-webhooks/{provider}/{key}`: a shared secret where nothing is signed. */
  readonly key: string | undefined
}

/**
 * One piece of news. A hint only: what it says is asked for again before anything is done. Facts of a signed
 * notification may be kept in `refs`, where the adapter's own `query` finds them.
 */
export interface ProviderEvent {
  /** The same for every delivery of the same event. */
  readonly dedupeKey: string
  /** Undefined when the event is of no payment of ours. */
  readonly attemptId: string | undefined
  /** Finds the attempt where the news knows no id of ours: the one that has this reference, of those with an index. */
  readonly findBy?: { readonly ref: 'intent'; readonly value: string }
  /** References the attempt must have for the event to be about it. */
  readonly mustMatch?: ProviderRefs
  /** Added to those of the attempt; what it knows already stands. */
  readonly refs: ProviderRefs
  /** What the payment has become; `settled`: an operation of ours came to its end; `other` changes nothing. */
  readonly hint: 'authorized' | 'captured' | 'failed' | 'voided' | 'settled' | 'other'
  /** It takes back what had been told as done (a capture, a refund): a person must look. */
  readonly undoes?: true
  /** Kept for staff: types and ids, no personal data, no secrets. */
  readonly payload: Readonly<Record<string, string>>
}

export interface NotificationReply {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

export interface Notification {
  readonly events: readonly ProviderEvent[]
  /** Said once everything is stored. */
  readonly stored: NotificationReply
  /** Said when it could not be stored: the provider sends it again. */
  readonly failed: NotificationReply
}

/** What the visitor's browser must reach and know to pay by a method: public values only. */
export interface BrowserSide {
  /** In the order in which they must load; loaded only when the method is chosen. */
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  /** By the provider's own names: `shop_id`, `client_key` … */
  readonly config: Readonly<Record<string, string>>
  /** No money moves. */
  readonly isTest: boolean
  /** Origins that the page may call, frame and take pictures and styles from (reliability §6.4). */
  readonly hosts: readonly string[]
  /** Origins that the page sends forms to. A browser checks each address that a form is sent on to. */
  readonly formHosts: readonly string[]
}

export interface PaymentProvider {
  readonly id: ProviderId
  /**
   * Which account of the provider it is: short, no secret, and the same for as long as the account is, so that no change of
   * a key changes it. An attempt keeps it, and is asked about, moved and given back nowhere else.
   */
  readonly account: string
  readonly methods: readonly PaymentMethod[]
  /** Yen below which it takes no payment. */
  readonly leastAmount: number
  /**
   * How long after its end an attempt may still turn out charged, in seconds, because the provider cannot be told to
   * refuse it: then it is looked at once more. 0 where {@link cancelAuthorization} fences.
   */
  readonly lateSeconds: number
  browserSide(method: PaymentMethod): BrowserSide
  /** Begins the payment. Safe to repeat with the same attempt: the provider executes it once. */
  start(attempt: AttemptRef, parts: StartParts): Promise<PaymentOutcome>
  /**
   * Goes on after the visitor's step, with what the return brought in `return_…`. Safe to repeat, harmless while the step
   * is not done (then `action_required` with the step again), and never trusts a return. Where one of its calls binds the
   * money and can be named only by what an earlier one answered, that name is kept in between; the saga always brings `keep`.
   */
  resume(attempt: AttemptRef, parts?: Pick<StartParts, 'keep'>): Promise<PaymentOutcome>
  /** Takes the authorised amount. */
  capture(attempt: AttemptRef): Promise<OperationOutcome>
  /**
   * Fences the attempt: once `done`, it can never be charged, not even by a request of ours that is still on its way.
   * Releases an authorisation if there is one. `unknown` while the visitor could still pay and nothing can stop it.
   */
  cancelAuthorization(attempt: AttemptRef): Promise<OperationOutcome>
  /** Gives captured money back, in parts if asked so. Safe to repeat with the same key. */
  refund(attempt: AttemptRef, refund: Refund): Promise<OperationOutcome>
  /** Asks what became of the attempt; changes nothing. */
  query(attempt: AttemptRef): Promise<QueryOutcome>
  /** The fields of a browser return worth keeping, and what they claim: a hint that proves nothing (D-34). */
  readReturn(fields: URLSearchParams): { readonly kept: ProviderRefs; readonly hint: ReturnHint }
  /** Undefined when the signature or the shared secret is wrong or missing. */
  parseNotification(notification: RawNotification): Notification | undefined
}

/** Last part of the callback route (D-34). */
export const RETURN_HINTS = ['success', 'cancel', 'failure'] as const
export type ReturnHint = (typeof RETURN_HINTS)[number]
