import { jstIso } from '@kippu/domain/jst-date'

import { type SpsElement, elements } from './sps-message.ts'

/**
 * The requests that we make, each with its elements in the order that the gateway expects. Merchant and service come
 * before them, time, validity and hash after them.
 */
export interface SpsRequest {
  readonly id: string
  readonly body: readonly SpsElement[]
}

/** The goods, in ASCII: so no name of a visitor and no charset can cause trouble. */
export const ITEM_ID = 'tickets'
const ITEM_NAME = 'Tickets'
/**
 * The name of goods on the page of the link type. It is Japanese so that a hash over Shift_JIS, which the visitor
 * receives, is never a hash over UTF-8, which proves a notice: the first byte of its Shift_JIS begins no character of
 * UTF-8.
 */
export const LINK_ITEM_NAME = '\u5165\u5834\u5238'

/** Lump sum: a ticket is not paid in instalments. */
const ONE_PAYMENT = '10'
/** Fields are sent unencrypted: encrypted fields use a cipher that Node may drop. */
const PLAIN = { encrypted_flg: '0' } as const

export interface Purchase {
  readonly custCode: string
  readonly orderId: string
  /** Yen. */
  readonly amount: number
  /** Yen contained in the amount. */
  readonly tax: number
}

/** A transaction at the gateway, and the time of our request about it. */
export interface Transaction {
  readonly trackingId: string
  readonly transactionId: string
  /** yyyyMMddHHmmss. */
  readonly now: string
}

/** 決済要求: authorises a card by its one-time token. Nothing is captured before {@link cardCommit}. */
export function cardAuthByToken(
  purchase: Purchase,
  { token, tokenKey }: { readonly token: string; readonly tokenKey: string },
): SpsRequest {
  return {
    id: 'ST01-00131-101',
    body: [
      ...goods(purchase),
      group('pay_method_info', { dealings_type: ONE_PAYMENT }),
      group('pay_option_manage', {
        token,
        token_key: tokenKey,
        cust_manage_flg: '0',
        cardbrand_return_flg: '0',
      }),
      ...elements(PLAIN),
    ],
  }
}

/** 決済要求: authorises the card that was authenticated by {@link tdsAuthentication}. */
export function cardAuthByTds(purchase: Purchase, authenticationId: string): SpsRequest {
  return {
    id: 'ST01-00118-101',
    body: [
      ...goods(purchase),
      group('pay_method_info', { dealings_type: ONE_PAYMENT }),
      group('pay_option_manage', {
        cust_manage_flg: '0',
        cardbrand_return_flg: '0',
        tds_authentication_id: authenticationId,
      }),
      ...elements(PLAIN),
    ],
  }
}

function goods({ custCode, orderId, amount, tax }: Purchase): readonly SpsElement[] {
  return [
    ...elements({ cust_code: custCode, order_id: orderId, item_id: ITEM_ID }),
    { name: 'item_name', text: ITEM_NAME },
    ...elements({ tax: String(tax), amount: String(amount), sps_cust_info_return_flg: '0' }),
  ]
}

export interface TdsAuthentication {
  readonly token: string
  readonly tokenKey: string
  readonly infoToken: string
  readonly infoTokenKey: string
  readonly okUrl: string
  readonly ngUrl: string
}

/** 3DS認証要求: opens the issuer's page; takes no money. */
export function tdsAuthentication(
  { custCode, amount }: Pick<Purchase, 'custCode' | 'amount'>,
  tds: TdsAuthentication,
): SpsRequest {
  return {
    id: 'TA02-00101-101',
    body: [
      ...elements({ cust_code: custCode, amount: String(amount) }),
      group('pay_option_manage', {
        token: tds.token,
        token_key: tds.tokenKey,
        tds_info_token: tds.infoToken,
        tds_info_token_key: tds.infoTokenKey,
        ok_return_url: tds.okUrl,
        ng_return_url: tds.ngUrl,
      }),
      ...elements(PLAIN),
    ],
  }
}

/** 確定要求: makes an authorisation binding. */
export function cardCommit(transaction: Transaction): SpsRequest {
  return { id: 'ST02-00101-101', body: cardTransaction(transaction) }
}

/** 売上要求: captures the money. */
export function cardSales(transaction: Transaction, amount: number): SpsRequest {
  return { id: 'ST02-00201-101', body: [...cardTransaction(transaction), payOption(amount)] }
}

/** 取消要求: releases an authorisation. */
export function cardCancel(transaction: Transaction): SpsRequest {
  return { id: 'ST02-00305-101', body: cardTransaction(transaction) }
}

/** 取消返金要求: refunds or releases the whole amount. */
export function cardRefund(transaction: Transaction): SpsRequest {
  return { id: 'ST02-00303-101', body: cardTransaction(transaction) }
}

/** 部分返金要求: refunds a part, in addition to earlier parts. */
export function cardPartialRefund(transaction: Transaction, amount: number): SpsRequest {
  return { id: 'ST02-00307-101', body: [...cardTransaction(transaction), payOption(amount)] }
}

/** 決済結果参照要求: the state of a card, by its tracking id only. */
export function cardInquiry({ trackingId, transactionId }: Omit<Transaction, 'now'>): SpsRequest {
  return {
    id: 'MG01-00101-101',
    body: elements({
      sps_transaction_id: transactionId,
      tracking_id: trackingId,
      response_info_type: '2',
      ...PLAIN,
    }),
  }
}

function cardTransaction({ trackingId, transactionId, now }: Transaction): readonly SpsElement[] {
  return elements({
    sps_transaction_id: transactionId,
    tracking_id: trackingId,
    processing_datetime: now,
  })
}

/** 売上要求 of PayPay. */
export function paypaySales(trackingId: string, amount: number): SpsRequest {
  return { id: 'ST02-00201-311', body: [...elements({ tracking_id: trackingId }), payOption(amount)] }
}

/** 取消返金要求 of PayPay: releases or refunds the whole amount. */
export function paypayCancel(trackingId: string): SpsRequest {
  return { id: 'ST02-00303-311', body: elements({ tracking_id: trackingId, ...PLAIN }) }
}

/** 返金要求 of PayPay: refunds a part. */
export function paypayRefund(trackingId: string, amount: number): SpsRequest {
  return { id: 'ST02-00306-311', body: [...elements({ tracking_id: trackingId }), payOption(amount)] }
}

/** 決済結果参照要求 of PayPay, by our own reference; the gateway's tracking id is added once it is known. */
export function paypayInquiry(orderId: string, trackingId: string | undefined): SpsRequest {
  const tracking = trackingId === undefined ? {} : { tracking_id: trackingId }
  return { id: 'MG01-00101-311', body: elements({ ...tracking, order_id: orderId, ...PLAIN }) }
}

/** 返金要求 of Alipay: refunds an amount. */
export function alipayRefund(trackingId: string, amount: number): SpsRequest {
  return { id: 'ST02-00306-510', body: [...elements({ tracking_id: trackingId }), payOption(amount)] }
}

function payOption(amount: number): SpsElement {
  return group('pay_option_manage', { amount: String(amount) })
}

function group(name: string, values: Readonly<Record<string, string>>): SpsElement {
  return { name, children: elements(values) }
}

/** An instant as the gateway writes it: yyyyMMddHHmmss in Japan. */
export function spsTime(epochMs: number): string {
  return jstIso(epochMs).slice(0, 19).replaceAll(/\D/g, '')
}
