import { randomUUID } from 'node:crypto'

import type { Answer, RefusalOf } from '@kippu/contract/call'
import type { correctAddress as correctAddressCall } from '@kippu/contract/reservations'
import { violationOf } from '@kippu/domain/form/field-rules'
import { normaliseAnswer } from '@kippu/domain/form/order-fields'

import type { Tx } from '../platform/db/database.ts'
import type { Deps } from '../platform/deps.ts'
import { isRefusal, refuse, type Refusal } from '../platform/http/refusal.ts'
import { deleteJobs } from '../platform/jobs/delete-jobs.ts'
import type { JobOf } from '../platform/jobs/jobs.ts'
import { type AskedOrder, findOrderByToken } from '../orders/life/find-order.ts'
import { lockAddressedOrders, replaceAddress } from '../orders/life/refused-address.ts'
import { hashToken, isTokenOf } from '../platform/tokens.ts'
import { countMail, lockMailed } from './asked-mails.ts'
import { refuseToken } from './former-tokens.ts'

type CorrectedTickets = JobOf<'send-corrected-tickets'>

/** Sends the tickets while their buyer still waits, so that an address that is refused at once is told. */
export interface FirstTryOfTickets {
  /** `later`: not known yet, or the mail server is away; the queue has the mail and tries again. */
  sendTickets(job: CorrectedTickets): Promise<'sent' | 'refused' | 'later'>
}

export interface CorrectionDeps extends Pick<Deps, 'db' | 'jobs'> {
  readonly firstTry: FirstTryOfTickets
}

export interface Correction extends AskedOrder {
  /** The new address, as it was typed. */
  readonly email: string
  /** The change of the reservation that the visitor is in, if any. */
  readonly changeToken: string | undefined
}

type CannotCorrect = Refusal<RefusalOf<typeof correctAddressCall>>

/**
 * Replaces the address of a reservation that the mail server refused, also in the change of it under way, and mails the
 * tickets there at once. Nobody replaces an address that works: otherwise somebody who only has a link to the tickets
 * would get the mails of the buyer. A mail that is refused again marks the address again. The mail is queued in the
 * transaction that stores the address, so that it goes out even if this process ends now.
 */
export async function correctAddress(
  { db, jobs, firstTry }: CorrectionDeps,
  asked: Correction,
): Promise<Answer<typeof correctAddressCall> | CannotCorrect> {
  const email = normaliseAnswer('email', asked.email)
  const violation = violationOf('email', true, email)
  if (violation !== null)
    return refuse('invalid_request', { fields: [{ field: 'email', rule: violation.key }] })
  if (!isTokenOf('reservation', asked.token)) return refuse('record not found')
  const stored = await db.transaction(tx => storeAddress(tx, { jobs }, { ...asked, email }))
  if (stored === undefined) return refuseToken(db, asked)
  if (isRefusal(stored)) return stored
  const result = await firstTry.sendTickets(stored)
  if (result !== 'later')
    await db.transaction(async tx => void (await deleteJobs(stored.name, [stored.mailing]).execute(tx)))
  return result === 'refused' ? refuse('invalid email address in time change') : { mail_sent: true }
}

/** Stores the address and queues its mail; undefined where the token opens no reservation. */
async function storeAddress(
  tx: Tx,
  { jobs }: Pick<CorrectionDeps, 'jobs'>,
  { siteKey, token, email, changeToken }: Correction,
): Promise<CorrectedTickets | undefined | CannotCorrect> {
  const found = await tx
    .selectFrom('reservations')
    .select(['id as reservationId', 'order_id as orderId'])
    .where('token_hash', '=', hashToken(token))
    .where('site_key', '=', siteKey)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (found === undefined) return undefined
  if (changeToken !== undefined) {
    const change = await findOrderByToken(tx, { siteKey, token: changeToken }, 'time_change')
    if (change?.replaces !== found.reservationId) return refuse('record not found')
  }
  // Orders before the reservation, as a change that completes locks them.
  const orders = await lockAddressedOrders(tx, found)
  const reservation = await lockMailed(tx, { siteKey, token })
  if (reservation === undefined) return undefined
  if (!orders.isRefused)
    return refuse('invalid_request', { fields: [{ field: 'email', rule: 'not_refused' }] })
  const tooMany = await countMail(tx, reservation)
  if (tooMany !== null) return tooMany
  await replaceAddress(tx, orders.ids, email)
  const job = {
    name: 'send-corrected-tickets',
    reservationId: found.reservationId,
    mailing: randomUUID(),
  } as const
  await jobs.enqueue(tx, job)
  return job
}
