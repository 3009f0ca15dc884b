import { createHash } from 'node:crypto'

import { attemptIdOf } from '../../port/order-ref.ts'
import {
  type Notification,
  type ProviderEvent,
  type ProviderRefs,
  type RawNotification,
  RETURN_HINTS,
  type ReturnHint,
} from '../../port/port.ts'
import { type LinkResult, readResult } from './link-message.ts'
import { readShiftJisForm } from './shift-jis.ts'
import type { SoftbankAccount } from './softbank-account.ts'
import { LINK_ITEM_NAME } from './sps-requests.ts'

const PLAIN_TEXT = 'text/plain; charset=Shift_JIS'
const STORED = { status: 200, contentType: PLAIN_TEXT, body: 'OK,' } as const
const NOT_STORED = { status: 200, contentType: PLAIN_TEXT, body: 'NG,not stored' } as const

/** A notice has some forty elements of a few bytes each. Nothing larger is decoded. */
const MOST_BYTES = 16 * 1024
const MOST_PAIRS = 80

/**
 * A result notice. If it comes from our form, its result, amount and tracking id are facts of the attempt; the amount
 * has no other source, and for Alipay nothing has. Undefined when its hash is wrong.
 */
export function readNotice(account: SoftbankAccount, { body }: RawNotification): Notification | undefined {
  if (body.byteLength > MOST_BYTES) return undefined
  const fields = readShiftJisForm(body, MOST_PAIRS)
  const result = fields && readResult(account, account.hashCharset.notice, name => fields.get(name))
  return result && { events: [eventOf(result, body)], stored: STORED, failed: NOT_STORED }
}

function eventOf(result: LinkResult, body: Buffer): ProviderEvent {
  const { orderId, trackingId, errorCode, payMethod, amount, reading } = result
  // The values of a message from another form cannot be trusted: it is identified by all of them.
  const told =
    reading === 'other_form'
      ? { sha256: createHash('sha256').update(body).digest('hex') }
      : { result: result.result, amount, pay_method: payMethod, tracking_id: trackingId, code: errorCode }
  return {
    dedupeKey: ['A02-1', reading, orderId, ...Object.values(told)].join(':'),
    attemptId: attemptIdOf(orderId),
    refs: factsOf(result),
    hint: hintOf(result),
    // Money that we did not ask for: whatever became of the attempt, a person must look.
    ...(reading !== 'ours' && result.result === 'OK' && { undoes: true }),
    payload: { type: 'A02-1', reading, ...told },
  }
}

/** Kept under a name for each result: a refused try may be followed by a paid one, and known references stay. */
function factsOf({ result, amount, trackingId, errorCode, reading }: LinkResult): ProviderRefs {
  if (reading === 'other_form') return { notice_of_other_form: result }
  if (result === 'NG') return { notice_refused: errorCode }
  if (result !== 'OK') return {}
  return reading === 'ours'
    ? { notice_paid: amount, tracking_id: trackingId }
    : { notice_other_amount: amount, tracking_id: trackingId }
}

function hintOf({ result, payMethod }: LinkResult): ProviderEvent['hint'] {
  if (result === 'OK') return payMethod === 'paypay' ? 'authorized' : 'captured'
  return result === 'NG' ? 'failed' : 'other'
}

/**
 * The fields of the browser's return. They prove nothing about the money; with a valid hash they prove that the
 * gateway's page has ended, and how. They are kept under a name for each order and result, so that no later return
 * hides them. The issuer's page sends no documented fields: its result is told by the address, or by the page of ours
 * that it leads to, and only makes us ask.
 */
export function readSoftbankReturn(
  account: SoftbankAccount,
  fields: URLSearchParams,
): { readonly kept: ProviderRefs; readonly hint: ReturnHint } {
  // The Shift_JIS of a form that the browser posts does not reach us intact; the hash proves whether the value was
  // ours.
  const get = (name: string) => (name === 'item_name' ? LINK_ITEM_NAME : fields.get(name))
  const result = readResult(account, account.hashCharset.screen, get)
  if (result?.reading !== 'ours') {
    const status = fields.get('status')
    return { kept: {}, hint: RETURN_HINTS.find(hint => hint === status) ?? 'success' }
  }
  if (result.result === 'OK')
    return { kept: { [`paid_${result.orderId}`]: result.trackingId }, hint: 'success' }
  return { kept: { [`ended_${result.orderId}`]: result.result }, hint: 'failure' }
}
