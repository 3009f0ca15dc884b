import { randomUUID } from 'node:crypto'

import type { FieldContent } from '@kippu/domain/form/order-fields'
import { sql } from 'kysely'

import { buyerOf, withLater } from '../orders/buyers/buyer.ts'
import type { Tx } from '../platform/db/database.ts'
import type { Deps } from '../platform/deps.ts'
import { isRefusal, refuse, type Refusal } from '../platform/http/refusal.ts'
import { deleteJobs } from '../platform/jobs/delete-jobs.ts'
import type { JobOf } from '../platform/jobs/jobs.ts'
import { MAGAZINES } from '../orders/magazines/magazines.ts'
import { subscribeBuyers, subscriberOf } from '../orders/magazines/subscribe-buyer.ts'
import { storeLaterAnswers } from '../orders/life/answer-later.ts'
import type { AskedOrder } from '../orders/life/find-order.ts'
import { lockAddressedOrders } from '../orders/life/refused-address.ts'
import type { FirstTryOfTickets } from '../tickets/correct-address.ts'
import { refuseToken, type UnknownToken } from '../tickets/former-tokens.ts'
import { findSpotReservation, type SpotReservation } from './spot-reservation.ts'

export interface LaterDeps extends Pick<Deps, 'db' | 'jobs' | 'tokens'> {
  readonly firstTry: FirstTryOfTickets
}

/** The wanted change of a reservation of the door, decided under the lock of its orders. */
export interface LaterChange {
  /** Those that were given now. */
  readonly given: readonly FieldContent[]
  /** `always`; or once an address is given that the tickets were not mailed to yet. */
  readonly mails: 'always' | 'to a new address'
}

export type CannotChangeLater =
  | UnknownToken
  | Refusal<'invalid email address' | 'too many mails' | 'invalid_request'>

/** The stored answers of the buyer now, and whether the tickets are mailed. */
export interface ChangedLater {
  readonly answers: readonly FieldContent[]
  readonly isMailed: boolean
}

/** Mails with the tickets of one order, for all who ask together. */
const MOST_MAILS = 3

/**
 * Stores what the buyer of a reservation of the door says after the payment, and mails the tickets in the language of
 * the order. From then on the reservation is one like those of the web: it is found by its number and address, reminded
 * of and moved. The count of its mails is a column of its order, which is locked, so any number of servers keep the
 * bound together. The mail is queued in the transaction that stores the address, so that it goes out even if this
 * process ends now; the buyer's own request tries it first, and says when the mail server refuses the address.
 */
export async function changeReservation(
  deps: LaterDeps,
  asked: AskedOrder,
  decide: (found: SpotReservation) => LaterChange | CannotChangeLater,
): Promise<ChangedLater | CannotChangeLater> {
  const stored = await deps.db.transaction(tx => store(tx, deps, { asked, decide }))
  if (stored === 'moved') return changeReservation(deps, asked, decide)
  if (stored === undefined) return refuseToken(deps.db, asked)
  if (isRefusal(stored)) return stored
  const { answers, job } = stored
  if (job === null) return { answers, isMailed: false }
  const result = await deps.firstTry.sendTickets(job)
  if (result !== 'later')
    await deps.db.transaction(async tx => void (await deleteJobs(job.name, [job.mailing]).execute(tx)))
  return result === 'refused' ? refuse('invalid email address') : { answers, isMailed: true }
}

interface Stored {
  readonly answers: readonly FieldContent[]
  readonly job: JobOf<'send-corrected-tickets'> | null
}

interface Asked {
  readonly asked: AskedOrder
  readonly decide: (found: SpotReservation) => LaterChange | CannotChangeLater
}

/** `moved`: a change of time was completed before the lock was there. Undefined where the token opens no reservation of the door. */
async function store(
  tx: Tx,
  { jobs, tokens }: Pick<LaterDeps, 'jobs' | 'tokens'>,
  { asked, decide }: Asked,
): Promise<Stored | 'moved' | undefined | CannotChangeLater> {
  const seen = await findSpotReservation(tx, asked)
  if (seen === undefined) return undefined
  const { reservationId } = seen
  const { ids } = await lockAddressedOrders(tx, { reservationId, orderId: seen.order.id })
  const found = await findSpotReservation(tx, asked)
  if (found === undefined) return undefined
  if (found.order.id !== seen.order.id) return 'moved'
  if (found.mails >= MOST_MAILS) return refuse('too many mails')
  const change = decide(found)
  if (isRefusal(change)) return change
  const { order } = found
  const answers = withLater(order.buyer.answers, change.given)
  const buyer = buyerOf(answers)
  const { email } = buyer
  const isAddressNew = email !== undefined && email !== order.buyer.email
  const isMailed = change.mails === 'always' || isAddressNew
  if (isMailed && email === undefined) return refuse('invalid email address')
  await storeLaterAnswers(tx, ids, { answers, isAddressNew, mails: found.mails + (isMailed ? 1 : 0) })
  const subscriber = subscriberOf(tokens, { ...order, buyer })
  const isChosenNow = isAddressNew || change.given.some(({ key }) => MAGAZINES.some(name => name === key))
  if (subscriber !== null && isChosenNow)
    await sql`with ${subscribeBuyers([subscriber], sql`select ${order.id}::uuid`)} select`.execute(tx)
  if (!isMailed) return { answers, job: null }
  const job = { name: 'send-corrected-tickets', reservationId, mailing: randomUUID() } as const
  await jobs.enqueue(tx, job)
  return { answers, job }
}
