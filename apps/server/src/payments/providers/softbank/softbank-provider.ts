import { methodsOf } from '@kippu/domain/payment-method'

import type { AdapterParts, AttemptRef, PaymentProvider } from '../../port/port.ts'
import { cancelAlipay, captureAlipay, queryAlipay, refundAlipay, resumeAlipay } from './alipay.ts'
import { cancelCard, captureCard, leftOfCard, refundCard } from './card-money.ts'
import { queryCard, resumeCard, startCard } from './card-payment.ts'
import { openLinkPage, showLinkPage } from './link-page.ts'
import { readNotice, readSoftbankReturn } from './link-result.ts'
import {
  cancelPaypay,
  capturePaypay,
  leftOfPaypay,
  queryPaypay,
  refundPaypay,
  resumePaypay,
} from './paypay.ts'
import type { SoftbankAccount } from './softbank-account.ts'
import { softbankBrowserSide } from './softbank-browser.ts'
import { productOf, type SoftbankParts } from './softbank-parts.ts'
import { createSpsClient } from './sps-client.ts'

/** A wallet's page that was left open may still be paid for a while after the gateway stops accepting its form. */
const LATE_SECONDS = 1800

/**
 * SB Payment Service: cards through its XML API, PayPay and Alipay on its page. What can be queried differs by method,
 * so each has its own file; docs/payments/softbank.md explains them.
 */
export function createSoftbankProvider(
  account: SoftbankAccount,
  { clock }: Pick<AdapterParts, 'clock'>,
): PaymentProvider {
  const parts: SoftbankParts = { account, clock, sps: createSpsClient(account, clock) }
  const families = { card: cards(parts), paypay: paypay(parts), alipay: alipay(parts) }
  const of = ({ method }: AttemptRef): Family => families[productOf(method)]
  return {
    id: 'softbank',
    account: `${account.environment}:${account.merchantId}-${account.serviceId}`,
    methods: methodsOf('softbank'),
    leastAmount: 1,
    lateSeconds: LATE_SECONDS,
    browserSide: method => softbankBrowserSide(account, method),
    start: (attempt, start) => of(attempt).start(attempt, start),
    resume: (attempt, resumed) => of(attempt).resume(attempt, resumed),
    capture: attempt => of(attempt).capture(attempt),
    cancelAuthorization: attempt => of(attempt).cancelAuthorization(attempt),
    refund: (attempt, refund) => of(attempt).refund(attempt, refund),
    query: attempt => of(attempt).query(attempt),
    left: attempt => of(attempt).left(attempt),
    readReturn: fields => readSoftbankReturn(account, fields),
    parseNotification: notification => readNotice(account, notification),
  }
}

/** The functions that differ by kind of payment. */
type Family = Pick<
  PaymentProvider,
  'start' | 'resume' | 'query' | 'left' | 'capture' | 'cancelAuthorization' | 'refund'
>

function cards(parts: SoftbankParts): Family {
  return {
    start: (attempt, start) => startCard(parts, attempt, start),
    resume: (attempt, resumed) => resumeCard(parts, attempt, resumed?.keep),
    query: attempt => queryCard(parts, attempt),
    left: attempt => leftOfCard(parts, attempt),
    capture: attempt => captureCard(parts, attempt),
    cancelAuthorization: attempt => cancelCard(parts, attempt),
    refund: (attempt, refund) => refundCard(parts, attempt, refund),
  }
}

function paypay(parts: SoftbankParts): Family {
  return {
    start: async (attempt, start) => showLinkPage(parts, attempt, openLinkPage(parts, attempt, start)),
    resume: attempt => resumePaypay(parts, attempt),
    query: attempt => queryPaypay(parts, attempt),
    left: attempt => leftOfPaypay(parts, attempt),
    capture: attempt => capturePaypay(parts, attempt),
    cancelAuthorization: attempt => cancelPaypay(parts, attempt),
    refund: (attempt, refund) => refundPaypay(parts, attempt, refund),
  }
}

function alipay(parts: SoftbankParts): Family {
  return {
    start: async (attempt, start) => showLinkPage(parts, attempt, openLinkPage(parts, attempt, start)),
    resume: async attempt => resumeAlipay(parts, attempt),
    query: async attempt => queryAlipay(parts, attempt),
    left: async () => ({ kind: 'cannot be asked' }),
    capture: async attempt => captureAlipay(attempt),
    cancelAuthorization: async attempt => cancelAlipay(parts, attempt),
    refund: (attempt, refund) => refundAlipay(parts, attempt, refund),
  }
}
