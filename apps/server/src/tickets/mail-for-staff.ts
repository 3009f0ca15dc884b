import { randomUUID } from 'node:crypto'

import { violationOf } from '@kippu/domain/form/field-rules'
import { normaliseAnswer } from '@kippu/domain/form/order-fields'
import { DEFAULT_LANGUAGE, isLanguage, type Language, LANGUAGES } from '@kippu/domain/language'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Tx } from '../platform/db/database.ts'
import type { Deps } from '../platform/deps.ts'
import { lockAddressedOrders, replaceAddress } from '../orders/life/refused-address.ts'
import { reason, site } from '../platform/staff/inputs.ts'
import { recordAction } from '../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../platform/staff/staff-verb.ts'

type StaffDeps = Pick<Deps, 'db' | 'jobs'>

interface ForReservation {
  readonly siteKey: string
  /** As it is stored. */
  readonly reservationNumber: string
  readonly reason: string | undefined
}

const ofReservation = { ...site, reservationNumber: v.string() }

export type StaffMail = 'queued' | 'no such reservation' | 'its tickets are revoked' | 'it has no address'

/**
 * Queues the tickets of a reservation once more, to the address on file. The bound of visitors does not count: somebody of the venue decides it, and their
 * name stands beside it.
 * @param lang of the letter; undefined is that of the order.
 */
export const mailTicketsForStaff = staffVerb({
  name: 'resend',
  permission: 'letters:send',
  reach: 'site',
  input: v.object({
    ...ofReservation,
    reason: v.undefinedable(v.string()),
    lang: v.undefinedable(v.picklist(LANGUAGES)),
  }),
  run: queueTickets,
})

async function queueTickets(
  { db, jobs }: StaffDeps,
  {
    siteKey,
    reservationNumber: subject,
    reason: why,
    lang,
  }: ForReservation & { readonly lang: Language | undefined },
  act: Act,
): Promise<StaffMail> {
  return db.transaction(async tx => {
    const found = await lockByNumber(tx, siteKey, subject)
    if (found === undefined) return 'no such reservation'
    if (found.status !== 'active') return 'its tickets are revoked'
    if (found.email === null) return 'it has no address'
    const written = isLanguage(found.lang) ? found.lang : DEFAULT_LANGUAGE
    const job = { reservationId: found.id, mailing: randomUUID(), lang: lang ?? written }
    await jobs.enqueue(tx, { name: 'send-tickets-again', ...job })
    await recordAction(tx, act, { subject, reason: why })
    return 'queued'
  })
}

export type StaffCorrection = StaffMail | { readonly fault: string }

/**
 * Replaces the address of a reservation, also one that works: somebody of the venue has made sure who asks. The tickets are mailed to the new one; where the links that the
 * former address has must not work any longer, the visit is moved or given back.
 */
export const correctAddressForStaff = staffVerb({
  name: 'address',
  permission: 'orders:write',
  reach: 'site',
  input: v.object({ ...ofReservation, reason, typed: v.string() }),
  run: correctAddress,
})

async function correctAddress(
  deps: StaffDeps,
  correction: ForReservation & { readonly typed: string },
  act: Act,
): Promise<StaffCorrection> {
  const email = normaliseAnswer('email', correction.typed)
  const violation = violationOf('email', true, email)
  if (violation !== null) return { fault: violation.key }
  const stored = await deps.db.transaction(tx => storeAddress(tx, deps.jobs, act, { ...correction, email }))
  // A change of time was completed before the lock was there.
  return stored === 'moved' ? correctAddress(deps, correction, act) : stored
}

async function storeAddress(
  tx: Tx,
  jobs: StaffDeps['jobs'],
  act: Act,
  { siteKey, reservationNumber: subject, reason: why, email }: ForReservation & { readonly email: string },
): Promise<StaffMail | 'moved'> {
  const seen = await lockByNumber(tx, siteKey, subject, 'not locked')
  if (seen === undefined) return 'no such reservation'
  // Orders before the reservation, as a change that completes locks them.
  const { ids } = await lockAddressedOrders(tx, { reservationId: seen.id, orderId: seen.orderId })
  const found = await lockByNumber(tx, siteKey, subject)
  if (found?.orderId !== seen.orderId) return 'moved'
  if (found.status !== 'active') return 'its tickets are revoked'
  await replaceAddress(tx, ids, email)
  await jobs.enqueue(tx, { name: 'send-corrected-tickets', reservationId: found.id, mailing: randomUUID() })
  await recordAction(tx, act, { subject, reason: why })
  return 'queued'
}

interface NumberedReservation {
  readonly id: string
  readonly orderId: string
  readonly status: string
  readonly lang: string
  readonly email: string | null
}

async function lockByNumber(
  tx: Tx,
  siteKey: string,
  number: string,
  lock: 'locked' | 'not locked' = 'locked',
): Promise<NumberedReservation | undefined> {
  const { rows } = await sql<NumberedReservation>`
    select r.id, r.order_id as "orderId", r.status, o.lang, o.email
      from reservations r join orders o on o.id = r.order_id
     where r.site_key = ${siteKey} and r.number = ${number}
     ${lock === 'locked' ? sql`for no key update of r` : sql``}`.execute(tx)
  return rows[0]
}
