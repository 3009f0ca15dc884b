import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import type { octoReserve } from '@kippu/contract/octo/octo-calls'
import type { OctoReceived } from '@kippu/contract/octo/octo-call'
import type { OctoBooking } from '@kippu/contract/octo/octo-shapes'
import { holdSecondsOf } from '@kippu/domain/reseller'
import { isOpenAt } from '@kippu/sites/site'
import { sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { SiteContent } from '../../sites/content/site-content.ts'
import { badRequest, isOctoRefusal, OctoRefusal, unprocessable } from '../octo-refusal.ts'
import type { Reseller } from '../keys/reseller.ts'
import type { OctoContext } from '../serve-octo.ts'
import { type HoldDeps, holdVisit, type PlannedVisit, planVisit } from './hold-units.ts'
import { presentBooking, type PresentDeps } from './present-booking.ts'
import { findBooking, isMade, type StoredBooking } from './stored-booking.ts'

export type ReserveDeps = HoldDeps & PresentDeps & Pick<Deps, 'sites'> & { readonly content: SiteContent }

type Body = OctoReceived<typeof octoReserve>['body']

/** So long a claim without an order is thought to be worked on, in seconds; who claimed it has died otherwise. */
const LEASE_SECONDS = 10
/** How often somebody looks who waits for that, in ms. */
const LOOK_EVERY_MS = 50

/**
 * Holds the places of a booking. Its UUID is the caller's: the same request any number of times, at once, after a lost answer or after
 * the death of a process, is one booking and one order, and another request with it is refused. The booking is claimed by a row before
 * anything is held, with the id that its order will have.
 */
export async function reserve(
  deps: ReserveDeps,
  body: Body,
  context: OctoContext,
): Promise<OctoBooking | OctoRefusal> {
  const { reseller } = context
  const { uuid = randomUUID(), ...rest } = body
  const request = JSON.stringify(rest)
  for (;;) {
    const found = await awaitBooking(deps, reseller, uuid)
    if (isOctoRefusal(found)) return found
    if (found !== undefined && !isOfRequest(deps, found, request))
      return badRequest('Another request has made a booking with this uuid')
    if (found !== undefined && isMade(found)) return presentBooking(deps, found, context)
    const planned = await planVisit(deps, reseller, body)
    if (isOctoRefusal(planned)) return planned
    const site = deps.sites.find(reseller.siteKey)
    if (site === undefined || !isOpenAt(await deps.content.house(site), deps.clock.now()))
      return unprocessable('It is not on sale now')
    const orderId = randomUUID()
    const claim = { uuid, orderId, body, request, planned }
    const isMine = await deps.db.transaction(tx =>
      found === undefined ? insertClaim(tx, deps, reseller, claim) : takeOver(tx, reseller, found, claim),
    )
    if (!isMine) continue
    const refused = await holdVisit(deps, reseller, planned, {
      uuid,
      orderId,
      holdSeconds: holdSecondsOf(body.expirationMinutes),
    })
    if (refused !== undefined) {
      await deps.db.transaction(tx => dropClaim(tx, reseller, claim))
      return refused
    }
  }
}

/** The booking of a UUID, once nobody works on it any longer. */
async function awaitBooking(
  { db }: Pick<ReserveDeps, 'db'>,
  reseller: Reseller,
  uuid: string,
): Promise<StoredBooking | undefined | OctoRefusal> {
  const end = performance.now() + LEASE_SECONDS * 1_000
  for (;;) {
    const found = await db.read(read => findBooking(read, reseller, uuid))
    if (found === undefined || isMade(found) || found.leaseLeft === 0) return found
    if (performance.now() > end)
      return new OctoRefusal('SERVICE_UNAVAILABLE', 'The same request is under way: send it again')
    await delay(LOOK_EVERY_MS)
  }
}

function isOfRequest({ tokens }: ReserveDeps, { requestHash }: StoredBooking, request: string): boolean {
  const { hash, formerHashes } = hidden(tokens, request)
  return [hash, ...formerHashes].some(one => one.equals(requestHash))
}

function hidden(tokens: Deps['tokens'], request: string) {
  return tokens.hide(`request of a reseller:${request}`)
}

interface Claim {
  readonly uuid: string
  readonly orderId: string
  readonly body: Body
  readonly request: string
  readonly planned: PlannedVisit
}

const leaseEnd = sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`

/** False where somebody else has claimed the UUID meanwhile. */
async function insertClaim(
  tx: Tx,
  { tokens }: Pick<ReserveDeps, 'tokens'>,
  { id, siteKey }: Reseller,
  { uuid, orderId, body, request, planned }: Claim,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('reseller_bookings')
    .values({
      site_key: siteKey,
      reseller_id: id,
      uuid,
      order_id: orderId,
      leased_until: leaseEnd,
      request_hash: hidden(tokens, request).hash,
      reseller_reference: body.resellerReference ?? null,
      contact: JSON.stringify(body.contact ?? {}),
      notes: body.notes ?? null,
      unit_items: JSON.stringify(planned.items),
      created_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .onConflict(conflict => conflict.columns(['site_key', 'reseller_id', 'uuid']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Takes a claim over whose process has died before it held anything; false where it was not dead. What it may still hold, nobody names,
 * and it ends by itself.
 */
async function takeOver(
  tx: Tx,
  { id, siteKey }: Reseller,
  dead: StoredBooking,
  { uuid, orderId, planned }: Claim,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reseller_bookings')
    .set({
      order_id: orderId,
      leased_until: leaseEnd,
      unit_items: JSON.stringify(planned.items),
      created_at: sql<Date>`now()`,
    })
    .where('site_key', '=', siteKey)
    .where('reseller_id', '=', id)
    .where('uuid', '=', uuid)
    .where('order_id', '=', dead.orderId)
    .where(sql<boolean>`not exists (select from orders where orders.id = reseller_bookings.order_id)`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Nothing was held: the same UUID may be tried again. */
async function dropClaim(tx: Tx, { id, siteKey }: Reseller, { uuid, orderId }: Claim): Promise<void> {
  await tx
    .deleteFrom('reseller_bookings')
    .where('site_key', '=', siteKey)
    .where('reseller_id', '=', id)
    .where('uuid', '=', uuid)
    .where('order_id', '=', orderId)
    .execute()
}
