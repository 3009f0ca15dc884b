import { createHash } from 'node:crypto'

import { writeTime } from '../core/japanese-time.ts'
import type { FormFields } from '../core/windows-31j.ts'
import type { PayType, Trade } from './records.ts'

/**
 * GMO's numbers of the ways to pay. The number of brand tokens is not public: a search finds such a trade under any
 * number that no other way to pay has.
 */
export const PAY_TYPES: Readonly<Partial<Record<PayType, string>>> = { card: '0', docomo: '9', paypay: '45' }
const OTHERS = new Set(['0', '3', '4', '8', '9', '44', '45'])

/** Whether a search under this PayType finds trades of this kind. */
export function isOfPayType(trade: Trade, payType: string): boolean {
  const known = PAY_TYPES[trade.pay_type]
  return known === undefined ? !OTHERS.has(payType) : known === payType
}

/**
 * A check string of 32 characters. GMO's formula is not public, so the store cannot check it and must not depend on it.
 */
export function checkString({ order_id, tran_id }: Trade): string {
  return createHash('sha256')
    .update(order_id + tran_id)
    .digest('hex')
    .slice(0, 32)
}

/** The fields of the answer about an executed card trade. */
export function presentExecuted(trade: Trade): FormFields {
  return {
    OrderID: trade.order_id,
    Forward: trade.forward,
    Method: trade.method,
    PayTimes: trade.pay_times,
    Approve: trade.approve,
    TranID: trade.tran_id,
    TranDate: writeTime(trade.processed_at),
    CheckString: checkString(trade),
  }
}

/** The fields of the answer about an altered trade. */
export function presentAltered(trade: Trade): FormFields {
  return {
    AccessID: trade.access_id,
    AccessPass: trade.access_pass,
    Forward: trade.forward,
    Approve: trade.approve,
    TranID: trade.tran_id,
    TranDate: writeTime(trade.processed_at),
  }
}

/** The fields of the answer to a search. `amount` is the reported one, in yen without tax. */
export function presentTrade(trade: Trade, amount: number): FormFields {
  const [first = '', second = '', third = ''] = trade.client_fields
  return {
    OrderID: trade.order_id,
    Status: trade.status,
    ProcessDate: writeTime(trade.processed_at),
    JobCd: trade.job_cd,
    AccessID: trade.access_id,
    AccessPass: trade.access_pass,
    ItemCode: trade.item_code,
    Amount: String(amount),
    Tax: String(trade.tax),
    ...(trade.pay_type === 'card' && {
      SiteID: '',
      MemberID: '',
      CardNo: trade.last4 === '' ? '' : `${'*'.repeat(12)}${trade.last4}`,
      Expire: trade.expire,
      Method: trade.method,
      PayTimes: trade.pay_times,
    }),
    Forward: trade.forward,
    TranID: trade.tran_id,
    Approve: trade.approve,
    ClientField1: first,
    ClientField2: second,
    ClientField3: third,
  }
}

/** The fields that only one way to pay has. */
export function methodFields({ pay_type, cancelled, wallet, order_id }: Trade): FormFields {
  if (pay_type === 'paypay')
    return {
      PayPayCancelAmount: String(cancelled),
      PayPayCancelTax: '0',
      PayPayTrackingID: wallet?.settlement ?? '',
      PayPayAcceptCode: '',
      PayPayOrderID: order_id,
    }
  if (pay_type === 'docomo')
    return {
      DocomoSettlementCode: wallet?.settlement ?? '',
      DocomoCancelAmount: String(cancelled),
      DocomoCancelTax: '0',
    }
  return {}
}
