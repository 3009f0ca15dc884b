import { createHmac } from 'node:crypto'

import type { Notice } from '../core/notice.ts'
import { randomId } from '../core/random-id.ts'
import { HMAC_KEY, MERCHANT_ACCOUNT } from './account.ts'
import type { Payment } from './records.ts'

/** What a webhook tells. */
export interface News {
  readonly eventCode: string
  readonly success: boolean
  /** Number of what it is about: the payment, or the operation on it. */
  readonly psp: string
  /** Of the payment, or of the operation when the store gave it one of its own. */
  readonly reference: string
  /** Yen. */
  readonly amount: number
  readonly reason?: string
  /** True when it is about an operation on the payment. */
  readonly isOperation: boolean
}

/** A standard webhook, signed, for the store's address. It is sent again until the store says `[accepted]`. */
export function webhook(payment: Payment, news: News, now: Date): Notice {
  const signed = {
    pspReference: news.psp,
    originalReference: news.isOperation ? payment.psp : '',
    merchantAccountCode: MERCHANT_ACCOUNT,
    merchantReference: news.reference,
    value: news.amount,
    currency: 'JPY',
    eventCode: news.eventCode,
    success: String(news.success),
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
          ...(news.eventCode === 'AUTHORISATION' &&
            news.success && { operations: ['CANCEL', 'CAPTURE', 'REFUND'] }),
          paymentMethod: payment.variant,
          reason: news.reason ?? '',
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

/** HMAC-SHA256 over the eight values, parted by colons; the key is written in hexadecimal. */
function signatureOf(values: (string | number)[]): string {
  return createHmac('sha256', Buffer.from(HMAC_KEY, 'hex')).update(values.join(':')).digest('base64')
}
