import { MERCHANT_ID, SERVICE_ID } from './account.ts'
import type { Fields } from './charset.ts'
import { isHashOf } from './hash.ts'
import { readTime } from './japanese-time.ts'
import type { Purchase } from './records.ts'

/** The elements of a purchase request (A01-1), in the order of its hash. All of them are there, empty or not. */
const ELEMENTS = [
  'pay_method',
  'merchant_id',
  'service_id',
  'cust_code',
  'sps_cust_no',
  'sps_payment_no',
  'order_id',
  'item_id',
  'pay_item_id',
  'item_name',
  'tax',
  'amount',
  'pay_type',
  'auto_charge_type',
  'service_type',
  'div_settele',
  'last_charge_month',
  'camp_type',
  'tracking_id',
  'terminal_type',
  'success_url',
  'cancel_url',
  'error_url',
  'pagecon_url',
  'free1',
  'free2',
  'free3',
  'free_csv',
  'request_date',
  'limit_second',
]
const REQUIRED = ['cust_code', 'order_id', 'item_id', 'amount', 'request_date']
const ADDRESSES = ['success_url', 'cancel_url', 'error_url', 'pagecon_url']

/** The way to pay, or the type of what is wrong with the request. */
export function checkPurchase(
  fields: Fields,
  now: Date,
): { method: Purchase['method'] } | { problem: string } {
  const { pay_method: method, sps_hashcode: hash = '' } = fields
  if (ELEMENTS.some(name => fields[name] === undefined)) return { problem: '03' }
  const of = (name: string) => fields[name] ?? ''
  if (of('merchant_id') !== MERCHANT_ID || of('service_id') !== SERVICE_ID) return { problem: '14' }
  if (!isHashOf(hash, ELEMENTS.map(of), 'UTF-8')) return { problem: '09' }
  if (REQUIRED.some(name => of(name) === '')) return { problem: '03' }
  if (of('order_id').length > 38 || of('cust_code').length > 64 || of('item_id').length > 32)
    return { problem: '05' }
  const isFit =
    /^[1-9]\d{0,6}$/.test(of('amount')) &&
    /^\d{0,7}$/.test(of('tax')) &&
    /^\d{0,4}$/.test(of('limit_second')) &&
    ADDRESSES.every(name => URL.canParse(of(name)))
  if (!isFit) return { problem: '06' }
  if (of('pay_type') !== '0' || of('service_type') !== '0') return { problem: '07' }
  const age = now.getTime() - readTime(of('request_date'))
  if (!(age <= Number(of('limit_second') || 600) * 1000)) return { problem: '10' }
  return method === 'paypay' || method === 'alipay' ? { method } : { problem: '01' }
}
