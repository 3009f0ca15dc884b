import { epochMsOf, jstIso } from '@kippu/domain/jst-date'

import type { AttemptRef } from '../../port/port.ts'

/** Alipay's page closes this many seconds before our deadline, so that no payment arrives after it. */
const MARGIN_SECONDS = 120
/** With less time left, nobody can pay. */
const LEAST_SECONDS = 60

/** The end of the time to pay, in +09:00; undefined when it is too late to begin. */
export function expiryOf(
  { secondsLeft }: Pick<AttemptRef, 'secondsLeft'>,
  nowMs: number,
): string | undefined {
  const seconds = Math.floor(secondsLeft) - MARGIN_SECONDS
  return seconds < LEAST_SECONDS ? undefined : jstIso(nowMs + seconds * 1000)
}

/** Whether a request with this expiry can no longer open a page, whenever it arrives. */
export function isExpired(expiresAt: string, nowMs: number): boolean {
  return nowMs >= epochMsOf(expiresAt)
}

export interface AmsMoney {
  readonly currency: string
  readonly value: string
}

interface Terminal {
  readonly terminalType: 'WEB' | 'WAP'
  readonly osType?: 'IOS' | 'ANDROID'
}

export interface PayRequest {
  readonly productCode: 'CASHIER_PAYMENT'
  readonly paymentRequestId: string
  readonly order: {
    readonly referenceOrderId: string
    readonly orderDescription: string
    readonly orderAmount: AmsMoney
  }
  readonly paymentAmount: AmsMoney
  readonly paymentMethod: { readonly paymentMethodType: 'ALIPAY_CN' }
  /** In +09:00. */
  readonly paymentExpiryTime: string
  readonly paymentRedirectUrl: string
  readonly paymentNotifyUrl: string
  readonly env: Terminal
}

export interface PayAddresses {
  readonly returnUrl: string
  readonly notifyUrl: string
}

/** The body of `pay` for Alipay's own page. The same at each repeat: AMS tells requests apart by `paymentRequestId`. */
export function payRequestOf(
  attempt: AttemptRef,
  expiresAt: string,
  { returnUrl, notifyUrl }: PayAddresses,
): PayRequest {
  const amount = amsAmountOf(attempt.amount)
  return {
    productCode: 'CASHIER_PAYMENT',
    paymentRequestId: attempt.providerOrderRef,
    order: {
      referenceOrderId: attempt.providerOrderRef,
      orderDescription: attempt.refs['merchant'] ?? 'Tickets',
      orderAmount: amount,
    },
    paymentAmount: amount,
    paymentMethod: { paymentMethodType: 'ALIPAY_CN' },
    paymentExpiryTime: expiresAt,
    paymentRedirectUrl: returnUrl,
    paymentNotifyUrl: notifyUrl,
    env: terminalOf(attempt.refs['browser_user_agent'] ?? ''),
  }
}

/** Yen have no smaller unit: 3200 yen is "3200". */
export function amsAmountOf({ currency, minor }: AttemptRef['amount']): AmsMoney {
  return { currency, value: String(minor) }
}

/** A phone goes to the app, any other device to a page with a code. */
function terminalOf(userAgent: string): Terminal {
  if (/iPhone|iPad|iPod/.test(userAgent)) return { terminalType: 'WAP', osType: 'IOS' }
  if (userAgent.includes('Android')) return { terminalType: 'WAP', osType: 'ANDROID' }
  return { terminalType: 'WEB' }
}
