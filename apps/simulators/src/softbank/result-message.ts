import { randomInt } from 'node:crypto'

import { writeTime } from '../core/japanese-time.ts'
import { hashOf } from './hash.ts'
import { RETURNED } from './purchase-elements.ts'
import type { Purchase } from './records.ts'

/** `notice` is A02-1 (hashed in UTF-8), `screen` is A03-1 (hashed in Shift_JIS). */
export type ResultKind = 'notice' | 'screen'

/** A result message. Its elements are shuffled, because the gateway promises no order. */
export function resultMessage(kind: ResultKind, purchase: Purchase): readonly (readonly [string, string])[] {
  const time = writeTime(new Date(purchase.at))
  const isPaid = purchase.state === 'paid'
  const isRefused = purchase.state === 'failed'
  const fields: readonly (readonly [string, string])[] = [
    ...RETURNED.map((name): readonly [string, string] => [
      name,
      name === 'amount' ? String(purchase.amount) : (purchase.fields[name] ?? ''),
    ]),
    ['res_pay_method', purchase.method],
    ['res_result', isPaid ? 'OK' : 'NG'],
    ['res_tracking_id', isPaid ? purchase.tracking_id : ''],
    ['res_sps_cust_no', ''],
    ['res_sps_payment_no', ''],
    ['res_payinfo_key', ''],
    ['res_payment_date', isPaid ? time : ''],
    ['res_err_code', isRefused ? `${purchase.method === 'paypay' ? '311' : '510'}23999` : ''],
    ['res_date', time],
    ['limit_second', purchase.fields['limit_second'] ?? ''],
  ]
  const hash = hashOf(
    fields.map(([, value]) => value),
    kind === 'notice' ? 'UTF-8' : 'Shift_JIS',
  )
  return shuffled([...fields, ['sps_hashcode', randomInt(2) === 0 ? hash : hash.toUpperCase()]])
}

function shuffled<Value>(values: readonly Value[]): readonly Value[] {
  return values
    .map(value => ({ value, place: randomInt(2 ** 31) }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value)
}
