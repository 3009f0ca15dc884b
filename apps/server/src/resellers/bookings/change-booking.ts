import { randomUUID } from 'node:crypto'

import type { octoConfirmBooking, octoUpdateBooking } from '@kippu/contract/octo/octo-calls'
import type { OctoReceived } from '@kippu/contract/octo/octo-call'
import type { OctoBooking, OctoUnitItems } from '@kippu/contract/octo/octo-shapes'
import { itemAt } from '@kippu/domain/known'
import { ON_ACCOUNT } from '@kippu/domain/payment-method'
import { cancelledUntil, holdSecondsOf } from '@kippu/domain/reseller'
import { sql } from 'kysely'

import { endOrder } from '../../orders/life/end-order.ts'
import { holdLonger } from '../../orders/life/hold-longer.ts'
import type { PaymentDeps } from '../../payments/attempts/payment-deps.ts'
import { startPayment } from '../../payments/checkout/start-payment.ts'
import { payTimeChange } from '../../payments/pay-time-change.ts'
import { requestRefund } from '../../payments/refunds/request-refund.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isRefusal } from '../../platform/http/refusal.ts'
import { type ChangeDeps, createFreeChange } from '../../sales/time-change/create-time-change.ts'
import type { SiteContent } from '../../sites/content/site-content.ts'
import { reservationToken } from '../../tickets/reservation-token.ts'
import { wordingOf } from '../../catalogue/products/wording.ts'
import type { Reseller } from '../keys/reseller.ts'
import { readSpan } from '../offers/availability.ts'
import { availabilityIdOf, OPTION_ID } from '../offers/offers.ts'
import { isOctoRefusal, OctoRefusal, translated, unknownId, unprocessable } from '../octo-refusal.ts'
import type { OctoContext } from '../serve-octo.ts'
import { holdVisit, type PlannedVisit, planVisit } from './hold-units.ts'
import { presentBooking, statusOf } from './present-booking.ts'
import type { ReserveDeps } from './reserve.ts'
import { contractOf } from './find-contract.ts'
import { findBooking, isMade, type MadeBooking, type StoredItem } from './stored-booking.ts'

type BookingDeps = ReserveDeps & PaymentDeps & ChangeDeps & { readonly content: SiteContent }

type Change = OctoReceived<typeof octoUpdateBooking>['body'] & OctoReceived<typeof octoConfirmBooking>['body']

export async function readBooking(
  deps: BookingDeps,
  uuid: string,
  context: OctoContext,
): Promise<OctoBooking | OctoRefusal> {
  const booking = await made(deps, uuid, context)
  return isOctoRefusal(booking) ? booking : presentBooking(deps, booking, context)
}

/** One of another reseller is as one that does not exist; so is one that is claimed and holds nothing. */
async function made(
  { db }: Pick<BookingDeps, 'db'>,
  uuid: string,
  { reseller }: OctoContext,
): Promise<MadeBooking | OctoRefusal> {
  const found = await db.read(read => findBooking(read, reseller, uuid))
  return found !== undefined && isMade(found) ? found : unknownId({ uuid })
}

/** Changes a hold; of a confirmed booking its time and its words alone. */
export async function updateBooking(
  deps: BookingDeps,
  { uuid, change }: { readonly uuid: string; readonly change: Change },
  context: OctoContext,
): Promise<OctoBooking | OctoRefusal> {
  const booking = await made(deps, uuid, context)
  if (isOctoRefusal(booking)) return booking
  const status = statusOf(booking)
  if (status === 'CANCELLED' || status === 'EXPIRED' || status === 'REDEEMED')
    return unprocessable(`A booking that is ${status} is not changed`)
  const refused = await applyChange(deps, booking, change, context)
  return refused ?? readBooking(deps, uuid, context)
}

async function applyChange(
  deps: BookingDeps,
  booking: MadeBooking,
  change: Change,
  context: OctoContext,
): Promise<OctoRefusal | undefined> {
  const { reseller } = context
  const planned = await plannedAnew(deps, booking, change, reseller)
  if (isOctoRefusal(planned)) return planned
  if (planned.kind === 'same visit') {
    if (await deps.db.transaction(tx => writeWords(tx, reseller, booking, { change }))) return undefined
    // It was moved meanwhile: the same change may be another one now.
    const now = await made(deps, booking.uuid, context)
    return isOctoRefusal(now) ? now : applyChange(deps, now, change, context)
  }
  return statusOf(booking) === 'ON_HOLD'
    ? moveHold(deps, booking, { planned: planned.visit, change }, reseller)
    : moveBooked(deps, booking, { planned: planned.visit, change }, reseller)
}

type Planned =
  | { readonly kind: 'same visit' }
  | { readonly kind: 'other visit'; readonly visit: PlannedVisit }

/** The visit that a change asks for. */
async function plannedAnew(
  deps: BookingDeps,
  { order, unitItems }: MadeBooking,
  change: Change,
  reseller: Reseller,
): Promise<Planned | OctoRefusal> {
  const offer = await deps.offers.ofProduct(reseller.siteKey, order.productId)
  const span = await deps.db.read(read => readSpan(read, order.timeSpanId))
  const now = { productId: offer.uuid, optionId: OPTION_ID, availabilityId: availabilityIdOf(span.startsAt) }
  const { productId = now.productId, optionId = now.optionId, availabilityId = now.availabilityId } = change
  const isSameVisit =
    productId === now.productId && availabilityId === now.availabilityId && optionId === now.optionId
  const { expirationMinutes } = change
  if (isSameVisit && change.unitItems === undefined && expirationMinutes === undefined)
    return { kind: 'same visit' }
  const planned = await planVisit(deps, reseller, {
    productId,
    optionId,
    availabilityId,
    unitItems: retold(change.unitItems ?? [...unitItems], unitItems),
  })
  if (isOctoRefusal(planned)) return planned
  const isSame = isSameVisit && areOfKinds(planned.items, unitItems) && expirationMinutes === undefined
  return isSame ? { kind: 'same visit' } : { kind: 'other visit', visit: planned }
}

/**
 * The units of a change in the order of those before, each with what was known of the one that it names by its uuid, or else of
 * one of its kind.
 */
function retold(asked: OctoUnitItems, stored: readonly StoredItem[]): OctoUnitItems {
  const left = new Set(stored)
  const take = (isIt: (item: StoredItem) => boolean): StoredItem | undefined => {
    const found = [...left].find(isIt)
    if (found !== undefined) left.delete(found)
    return found
  }
  const named = asked.map(({ uuid }) => (uuid === undefined ? undefined : take(item => item.uuid === uuid)))
  const told = asked.map((item, index) => {
    const known = named[index] ?? take(({ unitId }) => unitId === item.unitId)
    if (known === undefined) return { item, place: stored.length }
    const { uuid, resellerReference, contact } = known
    return {
      item: { uuid, resellerReference, ...item, contact: { ...contact, ...item.contact } },
      place: stored.indexOf(known),
    }
  })
  return told.toSorted((a, b) => a.place - b.place).map(({ item }) => item)
}

function areOfKinds(these: readonly StoredItem[], those: readonly StoredItem[]): boolean {
  return these.length === those.length && these.every(({ unitId }, index) => unitId === those[index]?.unitId)
}

/** The same units at the same prices, told anew. */
function withWords(items: readonly StoredItem[], told: OctoUnitItems): readonly StoredItem[] {
  return items.map((item, index) => {
    const { uuid = item.uuid, resellerReference = null, contact = {} } = itemAt(told, index)
    return { ...item, uuid, resellerReference, contact }
  })
}

/** The new hold first: where it gets none, the one before stands. Then the booking names it, and the one before ends. */
async function moveHold(
  deps: BookingDeps,
  booking: MadeBooking,
  { planned, change }: { readonly planned: PlannedVisit; readonly change: Change },
  reseller: Reseller,
): Promise<OctoRefusal | undefined> {
  const orderId = randomUUID()
  const holdSeconds = secondsLeft(booking, change.expirationMinutes)
  const refused = await holdVisit(deps, reseller, planned, { uuid: booking.uuid, orderId, holdSeconds })
  if (refused !== undefined) return refused
  const isMoved = await deps.db.transaction(async tx => {
    if (!(await endOrder(tx, { orderId: booking.order.id, to: 'cancelled', from: ['ready_checkout'] })))
      return false
    await writeWords(tx, reseller, booking, { change, items: planned.items })
    await tx
      .updateTable('reseller_bookings')
      .set({ order_id: orderId })
      .where('site_key', '=', reseller.siteKey)
      .where('reseller_id', '=', reseller.id)
      .where('uuid', '=', booking.uuid)
      .execute()
    return true
  })
  if (isMoved) return undefined
  await deps.db.transaction(tx => endOrder(tx, { orderId, to: 'cancelled' }))
  return unprocessable('The booking was changed, confirmed or cancelled meanwhile')
}

/** Moves a confirmed booking as a visitor moves a visit, at the prices of the contract and until it can no longer be cancelled. */
async function moveBooked(
  deps: BookingDeps,
  booking: MadeBooking,
  { planned, change }: { readonly planned: PlannedVisit; readonly change: Change },
  reseller: Reseller,
): Promise<OctoRefusal | undefined> {
  const { order, reservation, unitItems } = booking
  if (planned.offer.id !== order.productId || !areOfKinds(planned.items, unitItems))
    return unprocessable('A confirmed booking changes its time and its words: cancel it, and make another')
  if (reservation === null) return underWay()
  const { siteKey, code } = reseller
  if (!(await isBeforeCutoff(deps, booking, reseller)))
    return unprocessable(`It can be changed until ${reseller.cancellationHours} hours before the visit`)
  const held = await createFreeChange(deps, {
    siteKey,
    token: reservationToken(deps.tokens, reservation),
    time_span_id: planned.timeSpanId,
    set_products: [],
    lang: 'en',
    wording: await wordingOf(deps.content, siteKey, 'en'),
    contract: contractOf(reseller, unitItems),
  })
  if (isRefusal(held)) {
    // The same request is there already, or was a moment before.
    const isMoving = held.code === 'waiting time change exists' || held.details.stays === 'same_time'
    return isMoving ? underWay() : translated(held)
  }
  if (held.kind === 'costs more') throw new Error('a change by contract has its price on account')
  const { token, owed } = held
  const by = owed === 0 ? ({ method: 'free' } as const) : ({ method: ON_ACCOUNT, account: code } as const)
  const paid = await payTimeChange(deps, { siteKey, token, input: {}, expected: owed, ...by })
  // It is moved also where what is owed less is booked a little later.
  if (isRefusal(paid)) return paid.code === 'critical refund error' ? undefined : translated(paid)
  if (paid.result !== 'completed') return underWay()
  // It has its new order already.
  await deps.db.transaction(tx => writeWords(tx, reseller, { uuid: booking.uuid }, { change }))
  return undefined
}

function underWay(): OctoRefusal {
  return new OctoRefusal(
    'SERVICE_UNAVAILABLE',
    'The booking is being confirmed or moved: send the same request again',
  )
}

/**
 * Writes what a change tells into what is known when it is written: a guest who was erased since the booking was read stays so. False
 * where the booking has another order than the named one by now.
 * @param items where the units are other ones than before.
 */
async function writeWords(
  tx: Tx,
  reseller: Reseller,
  { uuid, orderId }: { readonly uuid: string; readonly orderId?: string },
  { change, items }: { readonly change: Change; readonly items?: readonly StoredItem[] },
): Promise<boolean> {
  const isOwn = sql<boolean>`site_key = ${reseller.siteKey} and reseller_id = ${reseller.id} and uuid = ${uuid}`
  await tx.selectFrom('reseller_bookings').select('uuid').where(isOwn).forUpdate().execute()
  const now = await findBooking(tx, reseller, uuid)
  if (now === undefined || (orderId !== undefined && now.orderId !== orderId)) return false
  const { resellerReference, contact, notes, unitItems } = change
  const told = retold(unitItems ?? [...now.unitItems], now.unitItems)
  await tx
    .updateTable('reseller_bookings')
    .set({
      updated_at: sql<Date>`now()`,
      // Its guest, told anew, is forgotten again in time.
      emptied_at: null,
      ...(resellerReference !== undefined && { reseller_reference: resellerReference }),
      ...(contact !== undefined && { contact: JSON.stringify({ ...now.contact, ...contact }) }),
      ...(notes !== undefined && { notes }),
      unit_items: JSON.stringify(withWords(items ?? now.unitItems, told)),
    })
    .where(isOwn)
    .execute()
  return true
}

/**
 * Confirms a hold: its order is paid on the account of the reseller, by the same saga as any other, so that a process may die at any
 * step. A second time is the same answer.
 */
export async function confirmBooking(
  deps: BookingDeps,
  { uuid, change }: { readonly uuid: string; readonly change: Change },
  context: OctoContext,
): Promise<OctoBooking | OctoRefusal> {
  const found = await made(deps, uuid, context)
  if (isOctoRefusal(found)) return found
  const status = statusOf(found)
  if (status === 'CONFIRMED' || status === 'REDEEMED') return presentBooking(deps, found, context)
  if (status !== 'ON_HOLD') return unprocessable(`A booking that is ${status} is not confirmed`)
  const refused = await applyChange(deps, found, change, context)
  if (refused !== undefined) return refused
  const held = await made(deps, uuid, context)
  if (isOctoRefusal(held)) return held
  const { order } = held
  const { reseller } = context
  const paid = await startPayment(deps, {
    siteKey: reseller.siteKey,
    token: deps.tokens.deriveStored('order', order.id, order.tokenHash),
    tokenKind: 'order',
    method: order.price === 0 ? 'free' : ON_ACCOUNT,
    input: {},
    expected: undefined,
    ...(order.price > 0 && { account: reseller.code }),
  })
  // Moved to another hold, or cancelled, in between.
  if (isRefusal(paid)) return paid.code === 'record not found' ? underWay() : translated(paid)
  if (paid.result !== 'completed') return underWay()
  return readBooking(deps, uuid, context)
}

/** A booking holds places no longer than this in all, also where it moves from hold to hold; in seconds. */
const MOST_HELD_SECONDS = 7_200

function secondsLeft({ age }: MadeBooking, minutes: number | undefined): number {
  return Math.max(1, Math.min(holdSecondsOf(minutes), Math.floor(MOST_HELD_SECONDS - age)))
}

export async function extendBooking(
  deps: BookingDeps,
  { uuid, minutes }: { readonly uuid: string; readonly minutes: number | undefined },
  context: OctoContext,
): Promise<OctoBooking | OctoRefusal> {
  const found = await made(deps, uuid, context)
  if (isOctoRefusal(found)) return found
  const held = { orderId: found.order.id, seconds: secondsLeft(found, minutes) }
  const isLonger = statusOf(found) === 'ON_HOLD' && (await deps.db.transaction(tx => holdLonger(tx, held)))
  return isLonger ? readBooking(deps, uuid, context) : unprocessable('The booking is not on hold any longer')
}

/**
 * Cancels a hold, or a confirmed booking until the time of the contract: its tickets are revoked, its places are free again, and the
 * reseller owes nothing. A second time is the same answer.
 */
export async function cancelBooking(
  deps: BookingDeps,
  { uuid, reason }: { readonly uuid: string; readonly reason: string | null },
  context: OctoContext,
): Promise<OctoBooking | OctoRefusal> {
  const found = await made(deps, uuid, context)
  if (isOctoRefusal(found)) return found
  const status = statusOf(found)
  switch (status) {
    case 'CANCELLED':
      return presentBooking(deps, found, context)
    case 'EXPIRED':
    case 'REDEEMED':
      return unprocessable(`A booking that is ${status} is not cancelled`)
    case 'ON_HOLD':
    case 'CONFIRMED': {
      const refused =
        found.reservation === null
          ? await endHold(deps, found, { reason, reseller: context.reseller })
          : await giveBack(deps, found, { reason, reseller: context.reseller })
      const now = await made(deps, uuid, context)
      if (isOctoRefusal(now)) return now
      // Refused, where the same request was here a moment before: then it is cancelled.
      return refused === undefined || statusOf(now) === 'CANCELLED'
        ? presentBooking(deps, now, context)
        : refused
    }
  }
}

interface Cancelling {
  readonly reason: string | null
  readonly reseller: Reseller
}

async function endHold(
  { db }: BookingDeps,
  booking: MadeBooking,
  cancelling: Cancelling,
): Promise<OctoRefusal | undefined> {
  const isEnded = await db.transaction(async tx => {
    const end = { orderId: booking.order.id, to: 'cancelled', from: ['ready_checkout'] } as const
    if (!(await endOrder(tx, end))) return false
    await writeCancelled(tx, booking, cancelling)
    return true
  })
  return isEnded ? undefined : unprocessable('The booking is being confirmed, or its hold has ended')
}

async function giveBack(
  deps: BookingDeps,
  booking: MadeBooking,
  cancelling: Cancelling,
): Promise<OctoRefusal | undefined> {
  const { reservation } = booking
  const { siteKey, code, cancellationHours } = cancelling.reseller
  if (reservation === null) throw new Error('a confirmed booking without a reservation')
  if (!(await isBeforeCutoff(deps, booking, cancelling.reseller)))
    return unprocessable(`It can be cancelled until ${cancellationHours} hours before the visit`)
  const given = await requestRefund(deps, {
    siteKey,
    reservationNumber: reservation.number,
    tickets: 'all',
    evenAccepted: true,
    reason: `cancelled by ${code}`,
  })
  if (given.kind === 'refused') return unprocessable(`It cannot be cancelled: ${given.why}`)
  await deps.db.transaction(tx => writeCancelled(tx, booking, cancelling))
  return undefined
}

async function isBeforeCutoff(
  { db, clock }: Pick<BookingDeps, 'db' | 'clock'>,
  { order }: MadeBooking,
  { cancellationHours }: Reseller,
): Promise<boolean> {
  const { startsAt } = await db.read(read => readSpan(read, order.timeSpanId))
  return clock.now() < cancelledUntil(startsAt.getTime(), cancellationHours)
}

async function writeCancelled(
  tx: Tx,
  { uuid }: MadeBooking,
  { reason, reseller: { id, siteKey } }: Cancelling,
): Promise<void> {
  await tx
    .updateTable('reseller_bookings')
    .set({
      cancelled_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
      cancel_reason: reason,
      emptied_at: null,
    })
    .where('site_key', '=', siteKey)
    .where('reseller_id', '=', id)
    .where('uuid', '=', uuid)
    .execute()
}
