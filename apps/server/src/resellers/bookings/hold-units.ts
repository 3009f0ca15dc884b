import { entryOf } from '@kippu/domain/known'
import { heldByOneReseller } from '@kippu/domain/reseller'
import { sumOf } from '@kippu/domain/sum'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import type { OctoUnitItems } from '@kippu/contract/octo/octo-shapes'
import { isRefusal } from '../../platform/http/refusal.ts'
import { takeOrder, type TakeOrderDeps } from '../../sales/take-order/take-order.ts'
import { endOrder } from '../../orders/life/end-order.ts'
import type { Database, Read } from '../../platform/db/database.ts'
import type { Reseller } from '../keys/reseller.ts'
import { findOffer, findSpansAt, isAvailabilityId } from '../offers/availability.ts'
import { netPriceOf, type Offer, type Offers, retailOf } from '../offers/offers.ts'
import {
  badRequest,
  isOctoRefusal,
  type OctoRefusal,
  translated,
  unknownId,
  unprocessable,
} from '../octo-refusal.ts'
import type { StoredItem } from './stored-booking.ts'

export interface HoldDeps extends TakeOrderDeps {
  readonly db: Database
  readonly offers: Offers
}

interface WantedVisit {
  readonly productId: string
  readonly optionId: string
  readonly availabilityId?: string | undefined
  readonly unitItems?: OctoUnitItems | undefined
}

/** A visit that can be held, as far as stock allows. */
export interface PlannedVisit {
  readonly offer: Offer
  readonly timeSpanId: number
  readonly capacity: number
  readonly items: readonly StoredItem[]
}

/** Finds what is to be held; nothing is held yet. */
export async function planVisit(
  { db, offers }: Pick<HoldDeps, 'db' | 'offers'>,
  reseller: Reseller,
  { availabilityId, unitItems, ...named }: WantedVisit,
): Promise<PlannedVisit | OctoRefusal> {
  const offer = await findOffer(offers, { reseller }, named)
  if (isOctoRefusal(offer)) return offer
  if (availabilityId === undefined)
    return badRequest('availabilityId is needed: every product has availability')
  const [span] = isAvailabilityId(availabilityId)
    ? await db.read(read => findSpansAt(read, offer, [availabilityId]))
    : []
  if (span === undefined) return unknownId({ availabilityId })
  if (unitItems === undefined || unitItems.length === 0)
    return unprocessable('unitItems names at least one unit')
  const items: StoredItem[] = []
  for (const { uuid, unitId, resellerReference, contact } of unitItems) {
    const unit = offer.units.find(one => one.unitId === unitId)
    if (unit === undefined) return unknownId({ unitId })
    items.push({
      uuid: uuid ?? randomUUID(),
      unitId,
      optionValueId: unit.optionValueId,
      retail: retailOf(unit, span.basePrice),
      net: netPriceOf(reseller, unit, span.basePrice),
      resellerReference: resellerReference ?? null,
      contact: contact ?? {},
    })
  }
  if (new Set(items.map(({ uuid }) => uuid)).size < items.length)
    return badRequest('two unitItems have one uuid')
  return { offer, timeSpanId: span.id, capacity: span.capacity, items }
}

/**
 * Holds the places of a visit as an order of this id, at the prices of the contract. What a reseller has on hold of a time has a share,
 * which is counted once the places are held, so that of several at once none is above it.
 */
export async function holdVisit(
  deps: HoldDeps,
  { id, siteKey }: Reseller,
  { offer, timeSpanId, capacity, items }: PlannedVisit,
  { uuid, orderId, holdSeconds }: Holding,
): Promise<OctoRefusal | undefined> {
  const prices = new Map(items.map(({ optionValueId, net }) => [optionValueId, net]))
  const kinds = Map.groupBy(items, ({ optionValueId }) => optionValueId)
  const request = {
    lang: 'en' as const,
    product_uuid: offer.uuid,
    time_span_id: timeSpanId,
    quantity: items.length,
    option_values: Array.from(kinds, ([id, { length: quantity }]) => ({ option_value_id: id, quantity })),
    set_products: [],
  }
  const taken = await takeOrder(deps, siteKey, request, {
    id: orderId,
    channel: 'OTA',
    holder: null,
    isReady: true,
    holdSeconds,
    priceOf: optionValueId => entryOf(prices, optionValueId),
  })
  if (isRefusal(taken)) return translated(taken)
  const others = await deps.db.read(read => unitsOnHold(read, { resellerId: id, uuid, timeSpanId }))
  if (others + items.length <= heldByOneReseller(capacity)) return undefined
  await deps.db.transaction(tx => endOrder(tx, { orderId, to: 'cancelled' }))
  return unprocessable('Too many places of this time are on hold: confirm or cancel others first')
}

interface Holding {
  /** The booking. */
  readonly uuid: string
  readonly orderId: string
  readonly holdSeconds: number
}

/** The units of a time that other bookings of the reseller hold, which are not confirmed. */
async function unitsOnHold(
  read: Read,
  {
    resellerId,
    uuid,
    timeSpanId,
  }: { readonly resellerId: string; readonly uuid: string; readonly timeSpanId: number },
): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select h.units
      from holds h join orders o on o.id = h.order_id and o.status = 'ready_checkout' and o.expires_at > now()
      join reseller_bookings b on b.order_id = o.id
     where h.time_span_id = ${timeSpanId} and b.reseller_id = ${resellerId} and b.uuid <> ${uuid}`.execute(
    read,
  )
  return sumOf(rows.map(({ units }) => units))
}
