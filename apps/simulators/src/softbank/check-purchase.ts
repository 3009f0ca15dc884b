import { readTime } from '../core/japanese-time.ts'
import { encodeWindows31j, type FormFields } from '../core/windows-31j.ts'
import { MERCHANT_ID, SERVICE_ID } from './account.ts'
import { isHashOf } from './hash.ts'
import { ADDRESSES, ELEMENTS } from './purchase-elements.ts'
import type { Purchase } from './records.ts'
import type { Settings } from './settings.ts'

const REQUIRED = ['cust_code', 'order_id', 'item_id', 'amount', 'request_date']

/** The elements for instalments, contracts and campaigns. A payment in one piece has them with empty values. */
const EMPTY = [
  'auto_charge_type',
  'div_settele',
  'last_charge_month',
  'camp_type',
  'tracking_id',
  'terminal_type',
  'sps_cust_no',
  'sps_payment_no',
]
/** The most bytes of Shift_JIS that a value may have. */
const LONGEST: Record<string, number> = {
  cust_code: 64,
  order_id: 38,
  item_id: 32,
  item_name: 40,
  free1: 20,
  free2: 20,
  free3: 20,
}

export type PurchaseCheck = { method: Purchase['method'] } | { readonly problem: string }

/** The way to pay, or the type of the error. */
export function checkPurchase(
  fields: FormFields,
  now: Date,
  check: Settings['purchase_check'],
): PurchaseCheck {
  const { pay_method: method, sps_hashcode: hash = '' } = fields
  if (ELEMENTS.some(name => fields[name] === undefined)) return { problem: '03' }
  const of = (name: string) => fields[name] ?? ''
  if (of('merchant_id') !== MERCHANT_ID || of('service_id') !== SERVICE_ID) return { problem: '14' }
  if (!isHashOf(hash, ELEMENTS.map(of), 'UTF-8')) return { problem: '09' }
  if (!/^[1-9]\d{0,6}$/.test(of('amount'))) return { problem: '06' }
  const problem = check === 'strict' ? problemOf(of, now) : undefined
  if (problem !== undefined) return { problem }
  return method === 'paypay' || method === 'alipay' ? { method } : { problem: '01' }
}

function problemOf(of: (name: string) => string, now: Date): string | undefined {
  if (REQUIRED.some(name => of(name) === '')) return '03'
  if (Object.entries(LONGEST).some(([name, length]) => encodeWindows31j(of(name)).length > length))
    return '05'
  const isFit =
    /^\d{1,7}$/.test(of('tax')) &&
    /^\d{0,4}$/.test(of('limit_second')) &&
    ADDRESSES.every(name => URL.canParse(of(name)))
  if (!isFit) return '06'
  if (of('pay_type') !== '0' || of('service_type') !== '0' || EMPTY.some(name => of(name) !== '')) return '07'
  const age = now.getTime() - readTime(of('request_date'))
  return age <= Number(of('limit_second') || 600) * 1000 ? undefined : '10'
}
