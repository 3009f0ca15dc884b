import { attemptIdOf } from '../attempt.ts'
import {
  type Notification,
  type ProviderEvent,
  type ProviderRefs,
  type RawNotification,
  RETURN_HINTS,
  type ReturnHint,
} from '../port.ts'
import { readShiftJisForm } from './shift-jis.ts'
import type { HashCharset, SoftbankAccount } from './softbank-account.ts'
import { isSameHash, spsHash } from './sps-hash.ts'

/** Results of the link type: A02-1 from server to server, A03-1 through the browser (payments §2.5). */

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

/** A result whose hash holds: who knows our hash key wrote it. */
interface LinkResult {
  readonly orderId: string
  readonly payMethod: string
  /** Yen. */
  readonly amount: string
  /** `OK`, `NG`, or news of another kind. */
  readonly result: string
  readonly trackingId: string
  readonly errorCode: string
}

type Get = (name: string) => string | null | undefined

function readResult(account: SoftbankAccount, charset: HashCharset, get: Get): LinkResult | undefined {
  const of = (name: (typeof HASHED)[number]): string => (get(name) ?? '').trim()
  const hash = hashOf(HASHED.map(of), account.hashKey, charset)
  const isOurs = of('merchant_id') === account.merchantId && of('service_id') === account.serviceId
  if (!isOurs || hash === undefined || !isSameHash(get('sps_hashcode') ?? '', hash)) return undefined
  return {
    orderId: of('order_id'),
    payMethod: of('res_pay_method') === '' ? of('pay_method') : of('res_pay_method'),
    amount: of('amount'),
    result: of('res_result'),
    trackingId: of('res_tracking_id'),
    errorCode: of('res_err_code'),
  }
}

/** Undefined for values that the charset cannot hold: the gateway has made no hash of them. */
function hashOf(values: readonly string[], key: string, charset: HashCharset): string | undefined {
  try {
    return spsHash(values, key, charset)
  } catch {
    return undefined
  }
}

const PLAIN_TEXT = 'text/plain; charset=Shift_JIS'
const STORED = { status: 200, contentType: PLAIN_TEXT, body: 'OK,' } as const
const NOT_STORED = { status: 200, contentType: PLAIN_TEXT, body: 'NG,not stored' } as const

/**
 * A result notice. Its hash authenticates it, so what it says of result, amount and tracking id is a fact of the attempt;
 * for Alipay, which cannot be asked for, it is the only one. Undefined when the hash does not hold.
 */
export function readNotice(account: SoftbankAccount, { body }: RawNotification): Notification | undefined {
  const fields = readShiftJisForm(body)
  const result = readResult(account, account.hashCharset.notice, name => fields.get(name))
  return result && { events: [eventOf(result)], stored: STORED, failed: NOT_STORED }
}

function eventOf(result: LinkResult): ProviderEvent {
  const { orderId, trackingId, errorCode, payMethod } = result
  return {
    dedupeKey: ['A02-1', orderId, result.result, trackingId, errorCode].join(':'),
    attemptId: attemptIdOf(orderId),
    refs: factsOf(result),
    hint: hintOf(result),
    payload: {
      type: 'A02-1',
      result: result.result,
      pay_method: payMethod,
      tracking_id: trackingId,
      code: errorCode,
    },
  }
}

/** Kept under a name for each result: a refused try may be followed by one that is paid, and what is known stays. */
function factsOf({ result, amount, trackingId, errorCode }: LinkResult): ProviderRefs {
  if (result === 'OK') return { notice_paid: amount, tracking_id: trackingId }
  return result === 'NG' ? { notice_refused: errorCode } : {}
}

function hintOf({ result, payMethod }: LinkResult): ProviderEvent['hint'] {
  if (result === 'OK') return payMethod === 'alipay' ? 'captured' : 'authorized'
  return result === 'NG' ? 'failed' : 'other'
}

/**
 * What the browser brings back. It proves nothing of the money; but with a hash that holds, that the gateway's page has
 * ended, and with what. The issuer's page brings nothing that we know of: how it ended is told by the address, or by the
 * page of ours that it leads to, and only lets us ask.
 */
export function readSoftbankReturn(
  account: SoftbankAccount,
  fields: URLSearchParams,
): { readonly kept: ProviderRefs; readonly hint: ReturnHint } {
  const result = readResult(account, account.hashCharset.screen, name => fields.get(name))
  if (result === undefined) {
    const status = fields.get('status')
    return { kept: {}, hint: RETURN_HINTS.find(hint => hint === status) ?? 'success' }
  }
  const kept = { order: result.orderId, result: result.result, tracking_id: result.trackingId }
  return { kept, hint: result.result === 'OK' ? 'success' : 'failure' }
}
