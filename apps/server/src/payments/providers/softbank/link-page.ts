import type { AttemptRef, BrowserStep, PaymentOutcome, StartParts } from '../../port/port.ts'
import { linkTag } from './link-tag.ts'
import { fromShiftJis, toShiftJis } from './shift-jis.ts'
import { softbankAddresses } from './softbank-addresses.ts'
import { productOf, type SoftbankParts } from './softbank-parts.ts'
import { spsHash } from './sps-hash.ts'
import { ITEM_ID, LINK_ITEM_NAME, spsTime } from './sps-requests.ts'

/** The page of SB Payment Service on which a wallet is paid: a form that the browser posts. */

/** How long the gateway accepts the form; it always ends at least the margin below before our own deadline. */
const LIMIT_SECONDS = 600
const SECONDS_FOR_US = 120
const LEAST_SECONDS = 30

/** The values from which the same form is made again. Nothing is asked of the gateway for it. */
export interface LinkPage {
  readonly returnUrl: string
  readonly notifyUrl: string
  /** ms since 1970. */
  readonly openedAt: number
  readonly limitSeconds: number
}

/** A page for an attempt that has none. */
export function openLinkPage({ clock }: SoftbankParts, attempt: AttemptRef, start: StartParts): LinkPage {
  const seconds = Math.max(LEAST_SECONDS, Math.min(LIMIT_SECONDS, attempt.secondsLeft - SECONDS_FOR_US))
  const { returnUrl, notifyUrl } = start
  return { returnUrl, notifyUrl, openedAt: clock.now(), limitSeconds: Math.floor(seconds) }
}

/** The page of an attempt; undefined before it was begun. */
export function linkPageOf({ refs }: AttemptRef): LinkPage | undefined {
  const { page_return: returnUrl, page_notice: notifyUrl, page_opened: opened, page_seconds: seconds } = refs
  if (returnUrl === undefined || notifyUrl === undefined) return undefined
  return { returnUrl, notifyUrl, openedAt: Number(opened), limitSeconds: Number(seconds) }
}

/** Whether the gateway no longer accepts the form. */
export function isClosed({ openedAt, limitSeconds }: LinkPage, now: number): boolean {
  return now > openedAt + limitSeconds * 1000
}

/** The visitor's step: the form, and the values it is made from, which are kept. */
export function showLinkPage(parts: SoftbankParts, attempt: AttemptRef, page: LinkPage): PaymentOutcome {
  const refs = {
    page_return: page.returnUrl,
    page_notice: page.notifyUrl,
    page_opened: String(page.openedAt),
    page_seconds: String(page.limitSeconds),
  }
  return { kind: 'action_required', refs, step: formOf(parts, attempt, page), threeDSecure: false }
}

function formOf({ account }: SoftbankParts, attempt: AttemptRef, page: LinkPage): BrowserStep {
  const payMethod = productOf(attempt.method)
  if (payMethod === 'card') throw new Error('a card is not paid on the page of SB Payment Service')
  const tax = String(attempt.taxAmount)
  const amount = String(attempt.amount.minor)
  const tag = linkTag(account.hashKey, { payMethod, orderId: attempt.providerOrderRef, tax, amount })
  // In the order of the hash. Every element is present, even if empty.
  const fields = {
    pay_method: payMethod,
    merchant_id: account.merchantId,
    service_id: account.serviceId,
    cust_code: attempt.providerOrderRef,
    sps_cust_no: '',
    sps_payment_no: '',
    order_id: attempt.providerOrderRef,
    item_id: ITEM_ID,
    pay_item_id: '',
    item_name: LINK_ITEM_NAME,
    tax,
    amount,
    pay_type: '0',
    auto_charge_type: '',
    service_type: '0',
    div_settele: '',
    last_charge_month: '',
    camp_type: '',
    tracking_id: '',
    terminal_type: '',
    success_url: `${page.returnUrl}/success`,
    cancel_url: `${page.returnUrl}/cancel`,
    error_url: `${page.returnUrl}/failure`,
    pagecon_url: page.notifyUrl,
    free1: tag,
    free2: '',
    free3: '',
    free_csv: account.freeCsv[payMethod],
    request_date: spsTime(page.openedAt),
    limit_second: String(page.limitSeconds),
  }
  // As the gateway will read them: the browser sends these bytes.
  const values = Object.values(fields).map(value => fromShiftJis(toShiftJis(value)))
  const hash = spsHash(values, account.hashKey, account.hashCharset.purchase)
  return {
    kind: 'form',
    url: softbankAddresses(account).link,
    charset: 'Shift_JIS',
    fields: [...Object.entries(fields), ['sps_hashcode', hash]],
  }
}
