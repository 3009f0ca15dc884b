import { createHmac } from 'node:crypto'

import type { Notice } from '../core/notice.ts'
import { randomId } from '../core/random-id.ts'
import { HMAC_KEY, MERCHANT_ACCOUNT } from './account.ts'
import type { Payment } from './records.ts'

/** The content of a webhook event. */
export interface WebhookEvent {
  readonly eventCode: string
  readonly success: boolean
  /** Adyen's number of the payment, or of the operation on it. */
  readonly psp: string
  /** The reference of the payment, or of the operation when the store gave it one. */
  readonly reference: string
  /** Yen. */
  readonly amount: number
  readonly reason?: string
  /** True when the event reports an operation on the payment. */
  readonly isOperation: boolean
}

/** A signed standard webhook for the store's address. It is sent again until the store answers `[accepted]`. */
export function webhook(payment: Payment, event: WebhookEvent, now: Date): Notice {
  const signed = {
    pspReference: event.psp,
    originalReference: event.isOperation ? payment.psp : '',
    merchantAccountCode: MERCHANT_ACCOUNT,
    merchantReference: event.reference,
    value: event.amount,
    currency: 'JPY',
    eventCode: event.eventCode,
    success: String(event.success),
  }
  const { value, currency, originalReference, ...rest } = signed
  const body = {
    live: 'false',
    notificationItems: [
      {
        NotificationRequestItem: {
          additionalData: { hmacSignature: signatureOf(Object.values(signed)) },
          amount: { currency, value },
          eventDate: now.toISOString(),
          ...(originalReference !== '' && { originalReference }),
          ...(event.eventCode === 'AUTHORISATION' &&
            event.success && { operations: ['CANCEL', 'CAPTURE', 'REFUND'] }),
          paymentMethod: payment.variant,
          reason: event.reason ?? '',
          ...rest,
        },
      },
    ],
  }
  return {
    id: randomId('adyen'),
    provider: 'adyen',
    url: '/payment-webhooks/adyen',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: Buffer.from(JSON.stringify(body)).toString('base64'),
    accepts: { contains: '[accepted]' },
  }
}

/** HMAC-SHA256 over the eight values, separated by colons. The key is written in hexadecimal. */
function signatureOf(values: (string | number)[]): string {
  return createHmac('sha256', Buffer.from(HMAC_KEY, 'hex')).update(values.join(':')).digest('base64')
}
