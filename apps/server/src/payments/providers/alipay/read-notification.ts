import type { KeyObject } from 'node:crypto'

import * as v from 'valibot'

import { attemptIdOf } from '../../port/order-ref.ts'
import type { Notification, NotificationReply, ProviderEvent, RawNotification } from '../../port/port.ts'
import { type DisputeNotice, disputeNotice, notice, type PaymentNotice } from './ams-answers.ts'
import { isSignedBy } from './ams-signature.ts'

/** The sender, and the key that verifies it. */
export interface NotificationSender {
  readonly clientId: string
  readonly publicKey: KeyObject
}

const told = v.union([
  v.pipe(disputeNotice, v.transform(eventOfDispute)),
  v.pipe(notice, v.transform(eventOf)),
])

/**
 * Reads `notifyPayment` and `notifyDispute`. Only signed notifications are read. Their time does not prove that they are
 * new, so they are hints, and the inquiry decides. Signed bodies that we do not understand are acknowledged and change
 * nothing.
 */
export function readNotification(raw: RawNotification, sender: NotificationSender): Notification | undefined {
  const { header, path, body } = raw
  const clientId = header('client-id') ?? ''
  const signed = { path, clientId, time: header('request-time') ?? '', body }
  if (clientId !== sender.clientId || !isSignedBy(signed, header('signature') ?? '', sender.publicKey))
    return undefined
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), told), body.toString('utf8'))
  return {
    events: parsed.success ? [parsed.output] : [],
    stored: reply(200, { resultCode: 'SUCCESS', resultStatus: 'S', resultMessage: 'success' }),
    failed: reply(500, { resultCode: 'UNKNOWN_EXCEPTION', resultStatus: 'U', resultMessage: 'try again' }),
  }
}

function eventOf({ notifyType, result, paymentRequestId, paymentId }: PaymentNotice): ProviderEvent {
  const { resultStatus, resultCode } = result
  return {
    dedupeKey: [notifyType, paymentId ?? paymentRequestId ?? '', resultStatus, resultCode].join(':'),
    attemptId: paymentRequestId ? attemptIdOf(paymentRequestId) : undefined,
    refs: paymentId ? { payment_id: paymentId } : {},
    hint: hintOf(notifyType, resultStatus),
    payload: { notifyType, resultStatus, resultCode, ...(paymentId && { paymentId }) },
  }
}

/** Its money is frozen while it lasts, and taken when it is lost. */
function eventOfDispute({
  disputeId,
  disputeNotificationType,
  paymentRequestId,
}: DisputeNotice): ProviderEvent {
  return {
    dedupeKey: ['DISPUTE', disputeId, disputeNotificationType].join(':'),
    attemptId: attemptIdOf(paymentRequestId),
    refs: {},
    hint: 'other',
    dispute: disputeId,
    payload: { disputeNotificationType },
  }
}

function hintOf(notifyType: string, resultStatus: 'S' | 'F' | 'U'): ProviderEvent['hint'] {
  if (notifyType !== 'PAYMENT_RESULT') return 'other'
  switch (resultStatus) {
    case 'S':
      return 'captured'
    case 'F':
      return 'failed'
    case 'U':
      return 'other'
  }
}

function reply(status: number, result: Readonly<Record<string, string>>): NotificationReply {
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify({ result }) }
}
