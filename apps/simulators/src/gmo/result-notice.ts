import { writeTime } from '../core/japanese-time.ts'
import type { Notice } from '../core/notice.ts'
import { randomId } from '../core/random-id.ts'
import { type FormFields, writeForm } from '../core/windows-31j.ts'
import { NOTIFICATION_KEY, SHOP_ID } from './account.ts'
import { methodFields, PAY_TYPES } from './present-trade.ts'
import type { Trade } from './records.ts'

/**
 * The result notification: an unsigned form in Windows-31J, with masked passes. The store must answer with the body
 * `0`; after any other body, for example `1`, the notice is sent again.
 */
export function resultNotice(trade: Trade): Notice {
  const fields: FormFields = {
    ShopID: SHOP_ID,
    ShopPass: '*'.repeat(10),
    AccessID: trade.access_id,
    AccessPass: '*'.repeat(32),
    OrderID: trade.order_id,
    Status: trade.status,
    JobCd: trade.job_cd,
    Amount: String(trade.amount),
    Tax: String(trade.tax),
    Currency: 'JPN',
    Forward: trade.forward,
    Method: trade.method,
    PayTimes: trade.pay_times,
    TranID: trade.tran_id,
    Approve: trade.approve,
    TranDate: writeTime(trade.processed_at),
    ErrCode: trade.err_info.slice(0, 3),
    ErrInfo: trade.err_info,
    PayType: PAY_TYPES[trade.pay_type] ?? '',
    ...methodFields(trade),
  }
  return {
    id: randomId('gmo'),
    provider: 'gmo',
    url: `/payment-webhooks/gmo/${NOTIFICATION_KEY}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: writeForm(Object.entries(fields)).toString('base64'),
    accepts: { text: '0' },
  }
}
