import { createHash, timingSafeEqual } from 'node:crypto'

import { attemptIdOf } from '../../port/order-ref.ts'
import type { Notification, NotificationReply, ProviderEvent, RawNotification } from '../../port/port.ts'
import type { GmoAccount } from './gmo-account.ts'
import { CANCELLED_FIELDS, sumOfYen } from './find-trade.ts'
import { type GmoFields, readForm } from './gmo-codec.ts'

/** GMO takes these for "stored" and "send it again". */
const STORED = reply('0')
const FAILED = reply('1')

const HINTS: Readonly<Record<string, ProviderEvent['hint']>> = {
  AUTH: 'authorized',
  CAPTURE: 'captured',
  SALES: 'captured',
  PAYFAIL: 'failed',
  EXPIRED: 'failed',
  STOP: 'failed',
  VOID: 'voided',
  CANCEL: 'voided',
  RETURN: 'settled',
  RETURNX: 'settled',
}

/**
 * Reads a result notification. Nothing in it is signed: the address proves that the sender knows our key, and the trade
 * must be the attempt's. It proves nothing more, so it is only a reason to query. The pass to the trade is not read
 * from it.
 */
export function parseGmoNotification(
  { shopId, notificationKey }: GmoAccount,
  { key, body }: RawNotification,
): Notification | undefined {
  if (key === undefined || !isSame(key, notificationKey)) return undefined
  const fields = readForm(body)
  if (!isSame(fields['ShopID'] ?? '', shopId)) return undefined
  const { OrderID: orderId, AccessID: accessId } = fields
  if (orderId === undefined || accessId === undefined) return { events: [], stored: STORED, failed: FAILED }
  return { events: [eventOf(fields, orderId, accessId)], stored: STORED, failed: FAILED }
}

const CANCELLED = Object.values(CANCELLED_FIELDS).flat()
const TOLD = ['Status', 'JobCd', 'Amount', 'PayType', 'TranID', 'TranDate', 'ErrInfo', ...CANCELLED]

function eventOf(fields: GmoFields, orderId: string, accessId: string): ProviderEvent {
  const told = TOLD.flatMap(name => {
    const value = fields[name]
    return value === undefined || value === '' ? [] : [[name, value.slice(0, 100)] as const]
  })
  const payload = Object.fromEntries([['OrderID', orderId.slice(0, 100)] as const, ...told])
  return {
    // Every delivery of one event is identical.
    dedupeKey: digestOf(JSON.stringify([accessId, payload])),
    attemptId: attemptIdOf(orderId),
    mustMatch: { access_id: accessId },
    refs: {},
    hint: HINTS[fields['Status'] ?? ''] ?? 'other',
    ...leftIn(fields),
    payload,
  }
}

/** The yen that it says are left of a captured trade; nothing where they cannot be read, or no trade is captured. */
function leftIn(fields: GmoFields): Pick<ProviderEvent, 'left'> {
  const status = fields['Status'] ?? ''
  const hint = HINTS[status]
  if (hint === 'voided' || hint === 'settled') return { left: 0 }
  if (hint !== 'captured') return {}
  const taken = sumOfYen(fields, ['Amount', 'Tax'])
  const back = sumOfYen(fields, CANCELLED)
  return taken === undefined || back === undefined ? {} : { left: taken - back }
}

/** In constant time, whatever the lengths. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected))
}

function digestOf(text: string): string {
  return sha256(text).toString('base64url')
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function reply(body: string): NotificationReply {
  return { status: 200, contentType: 'text/plain', body }
}
