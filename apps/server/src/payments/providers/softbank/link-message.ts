import { isTagOf } from './link-tag.ts'
import type { HashCharset, SoftbankAccount } from './softbank-account.ts'
import { isSameHash, spsHash } from './sps-hash.ts'
import { ITEM_ID, LINK_ITEM_NAME } from './sps-requests.ts'

/**
 * Results of the link type: A02-1 from server to server, A03-1 through the browser. Their hash joins all values without
 * a separator, and the visitor sees A01-1 and A03-1 with their hashes. So a hash alone does not say which value is
 * which: a message is accepted only if each value is what we sent, or has the one form that it can have. Then the
 * joined text can be read in only one way:
 *
 * - everything before the name of goods is fixed except the order, which occurs twice;
 * - the name of goods is Japanese, so the hash of A03-1, over Shift_JIS, is never a hash of A02-1, over UTF-8;
 * - tax and amount are digits, then fixed values, 20 characters of tag and 14 digits precede letters: only the border
 * between tax and amount could move, and the tag fixes it;
 * - addresses occur in A01-1 only, between amount and tag, where no accepted value could contain them. So A01-1 is
 * never a result, and a form whose notice address was changed leaves a part of the address where none may be.
 */

/** The order of the hash: elements arrive in any order. */
const HASHED = [
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
  'free1',
  'free2',
  'free3',
  'request_date',
  'res_pay_method',
  'res_result',
  'res_tracking_id',
  'res_sps_cust_no',
  'res_sps_payment_no',
  'res_payinfo_key',
  'res_payment_date',
  'res_err_code',
  'res_date',
  'limit_second',
] as const
type HashedField = (typeof HASHED)[number]

/** Values that are the same for every payment. */
const SENT: ReadonlyArray<readonly [HashedField, string]> = [
  ['sps_cust_no', ''],
  ['sps_payment_no', ''],
  ['item_id', ITEM_ID],
  ['pay_item_id', ''],
  ['item_name', LINK_ITEM_NAME],
  ['pay_type', '0'],
  ['auto_charge_type', ''],
  ['service_type', '0'],
  ['div_settele', ''],
  ['last_charge_month', ''],
  ['camp_type', ''],
  ['tracking_id', ''],
  ['terminal_type', ''],
  ['free2', ''],
  ['free3', ''],
]
/** Forms of the values that differ between payments. */
const FORMS: ReadonlyMap<HashedField, RegExp> = new Map([
  ['pay_method', /^(?:paypay|alipay)$/],
  ['order_id', /^[0-9a-z]{1,27}$/],
  ['tax', /^\d{1,7}$/],
  ['amount', /^[1-9]\d{0,6}$/],
  ['free1', /^[0-9a-f]{20}$/],
  ['request_date', /^\d{14}$/],
  ['res_result', /^[A-Z]{2}$/],
  ['res_tracking_id', /^(?:\d{14})?$/],
  ['res_err_code', /^(?:[0-9A-Z]{8})?$/],
  ['res_date', /^\d{14}$/],
  ['limit_second', /^\d{1,4}$/],
])
/**
 * Fields that the gateway adds to every payment, and that A01-1 lacks: without them the hash may be one of A01-1, which
 * the visitor knows, and proves nothing.
 */
const OF_PAYMENT: ReadonlyMap<HashedField, RegExp> = new Map([
  ['request_date', /^\d{14}$/],
  ['res_result', /^OK$/],
  ['res_tracking_id', /^\d{14}$/],
  ['res_date', /^\d{14}$/],
])

export interface LinkResult {
  readonly orderId: string
  readonly payMethod: string
  /** Yen, as digits. */
  readonly amount: string
  /** `OK`, `NG`, or a notice of another kind. */
  readonly result: string
  readonly trackingId: string
  readonly errorCode: string
  /**
   * `ours`: its amount is the requested one. `other_amount`: everything matches except the amount. `other_form`:
   * something was paid, but with a form that we did not make, so none of its values can be trusted.
   */
  readonly reading: 'ours' | 'other_amount' | 'other_form'
}

type FieldReader = (name: string) => string | null | undefined

/** Undefined when the gateway did not write it. */
export function readResult(
  account: SoftbankAccount,
  charset: HashCharset,
  get: FieldReader,
): LinkResult | undefined {
  const of = (name: string): string => (get(name) ?? '').trim()
  // First, so that a stranger's message costs little.
  if (of('merchant_id') !== account.merchantId || of('service_id') !== account.serviceId) return undefined
  const hash = hashOf(HASHED.map(of), account.hashKey, charset)
  if (hash === undefined || !isSameHash(of('sps_hashcode'), hash)) return undefined
  const areOf = (forms: typeof FORMS): boolean => [...forms].every(([name, form]) => form.test(of(name)))
  const [payMethod, orderId, tax, amount] = [of('pay_method'), of('order_id'), of('tax'), of('amount')]
  const result = {
    orderId,
    payMethod,
    amount,
    result: of('res_result'),
    trackingId: of('res_tracking_id'),
    errorCode: of('res_err_code'),
  }
  const isAsSent =
    SENT.every(([name, value]) => of(name) === value) &&
    of('cust_code') === orderId &&
    of('res_pay_method') === payMethod
  const isNamed = result.result !== 'OK' || result.trackingId !== ''
  if (!isAsSent || !isNamed || !areOf(FORMS))
    return areOf(OF_PAYMENT) ? { ...result, reading: 'other_form' } : undefined
  const isOurAmount = isTagOf(of('free1'), account.hashKey, { payMethod, orderId, tax, amount })
  return { ...result, reading: isOurAmount ? 'ours' : 'other_amount' }
}

/** Undefined for values that the charset cannot encode: the gateway cannot have hashed them. */
function hashOf(values: readonly string[], key: string, charset: HashCharset): string | undefined {
  try {
    return spsHash(values, key, charset)
  } catch {
    return undefined
  }
}
