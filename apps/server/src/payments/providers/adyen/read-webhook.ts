import * as v from 'valibot'

import type { Notification, ProviderEvent, ProviderRefs, RawNotification } from '../../port/port.ts'
import type { AdyenAccount } from './adyen-account.ts'
import { KNOWN, refundFact, writeFact } from './facts.ts'
import { HmacValidator } from './library-classes.ts'
import { readReference } from './references.ts'
import { reasonCodeOf } from './refusal.ts'

const hmac = new HmacValidator()

const item = v.object({
  pspReference: v.string(),
  originalReference: v.nullish(v.string(), ''),
  merchantAccountCode: v.string(),
  merchantReference: v.nullish(v.string(), ''),
  amount: v.object({ value: v.number(), currency: v.string() }),
  eventCode: v.string(),
  success: v.picklist(['true', 'false']),
  reason: v.nullish(v.string(), ''),
  paymentMethod: v.nullish(v.string(), ''),
  additionalData: v.object({
    hmacSignature: v.string(),
    'modification.action': v.optional(v.string()),
  }),
})
type Item = v.InferOutput<typeof item>

const webhook = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    live: v.picklist(['true', 'false']),
    notificationItems: v.pipe(v.array(v.object({ NotificationRequestItem: item })), v.minLength(1)),
  }),
)

const ACCEPTED = { status: 200, contentType: 'text/plain', body: '[accepted]' } as const
const NOT_STORED = { status: 500, contentType: 'text/plain', body: 'not stored' } as const

/** Undefined unless each of its items is signed with our key. */
export function readWebhook(account: AdyenAccount, { body }: RawNotification): Notification | undefined {
  const read = v.safeParse(webhook, body.toString('utf8'))
  if (!read.success) return undefined
  const { live, notificationItems } = read.output
  const items = notificationItems.map(({ NotificationRequestItem }) => NotificationRequestItem)
  if (!items.every(one => isSigned(one, account.hmacKey))) return undefined
  // `live` is not signed, so it may only be a reason to ignore the item.
  const isOurs = (one: Item): boolean =>
    one.merchantAccountCode === account.merchantAccount &&
    (live === 'true') === (account.environment !== 'test')
  return {
    events: items.map(one => (isOurs(one) ? readItem(one) : { ...eventOf(one, {}), attemptId: undefined })),
    stored: ACCEPTED,
    failed: NOT_STORED,
  }
}

/** The signature covers these eight fields, in this order. */
function isSigned(one: Item, key: string): boolean {
  const signed = [
    one.pspReference,
    one.originalReference,
    one.merchantAccountCode,
    one.merchantReference,
    one.amount.value,
    one.amount.currency,
    one.eventCode,
    one.success,
  ].join(':')
  return hmac.validateHMACSignature(key, one.additionalData.hmacSignature, signed)
}

/** The fact in an item: it is kept with its amount, which is compared when it is used. */
function readItem(one: Item): ProviderEvent {
  const { pspReference, amount, reason } = one
  const succeeded = one.success === 'true'
  const fact = writeFact(pspReference, amount)
  const told = (name: string, hint: ProviderEvent['hint']) => eventOf(one, { refs: { [name]: fact }, hint })
  switch (one.eventCode) {
    case 'AUTHORISATION':
      if (succeeded) return told(KNOWN.authorised, isWallet(one) ? 'captured' : 'authorized')
      return eventOf(one, {
        refs: { [KNOWN.refused]: `Refused ${reasonCodeOf(reason)}`.trim() },
        hint: 'failed',
      })
    case 'OFFER_CLOSED':
      return succeeded ? told(KNOWN.closed, 'failed') : eventOf(one, {})
    case 'EXPIRE':
      return succeeded ? told(KNOWN.expired, 'settled') : eventOf(one, {})
    case 'CAPTURE':
      return told(succeeded ? KNOWN.captured : KNOWN.captureFailed, 'settled')
    case 'CAPTURE_FAILED':
      return { ...told(KNOWN.captureFailed, 'settled'), undoes: true }
    case 'CANCELLATION':
      return told(succeeded ? KNOWN.cancelled : KNOWN.cancelFailed, 'settled')
    case 'TECHNICAL_CANCEL':
      return told(succeeded ? KNOWN.cancelled : KNOWN.fenceFailed, 'settled')
    case 'CANCEL_OR_REFUND':
      if (one.additionalData['modification.action'] !== 'refund')
        return told(succeeded ? KNOWN.cancelled : KNOWN.cancelFailed, 'settled')
      return told(refundFact(succeeded ? 'done' : 'failed', subjectOf(one)), 'settled')
    case 'REFUND':
      return told(refundFact(succeeded ? 'done' : 'failed', subjectOf(one)), 'settled')
    case 'REFUND_FAILED':
    case 'REFUNDED_REVERSED':
      return { ...told(refundFact('failed', subjectOf(one)), 'settled'), undoes: true }
    case 'REQUEST_FOR_INFORMATION':
    case 'NOTIFICATION_OF_CHARGEBACK':
    case 'CHARGEBACK':
    case 'SECOND_CHARGEBACK':
      return { ...eventOf(one, {}), dispute: pspReference }
    default:
      return eventOf(one, {})
  }
}

/**
 * Identifies the refund: by its part of our reference, else by Adyen's PSP reference. One that was made in Adyen's
 * console has the reference of the payment.
 */
function subjectOf({ merchantReference, pspReference }: Item): string {
  return readReference(merchantReference)?.operation || pspReference
}

function isWallet({ paymentMethod }: Item): boolean {
  return paymentMethod.startsWith('alipay') || paymentMethod.startsWith('wechatpay')
}

interface WebhookFact {
  readonly refs?: ProviderRefs
  readonly hint?: ProviderEvent['hint']
}

/** An item without a fact is kept for staff and changes nothing. */
function eventOf(one: Item, { refs = {}, hint = 'other' }: WebhookFact): ProviderEvent {
  const { pspReference, originalReference, eventCode, success } = one
  return {
    dedupeKey: `${pspReference}:${eventCode}:${success}`,
    attemptId: readReference(one.merchantReference)?.attemptId,
    refs,
    hint,
    payload: { eventCode, success, pspReference, originalReference },
  }
}
