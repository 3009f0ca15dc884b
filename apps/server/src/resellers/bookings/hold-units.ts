import { entryOf } from '@kippu/domain/known'
import { randomUUID } from 'node:crypto'

import type { OctoUnitItems } from '@kippu/contract/octo/octo-shapes'
import { isRefusal } from '../../platform/http/refusal.ts'
import { takeOrder, type TakeOrderDeps } from '../../sales/take-order/take-order.ts'
import type { Database } from '../../platform/db/database.ts'
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
    ? await db.read(read => findSpansAt(read, offer.id, [availabilityId]))
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
  return { offer, timeSpanId: span.id, items }
}

/** Holds the places of a visit as an order of this id, at the prices of the contract. */
export async function holdVisit(
  deps: HoldDeps,
  { siteKey }: Reseller,
  { offer, timeSpanId, items }: PlannedVisit,
  { orderId, holdSeconds }: { readonly orderId: string; readonly holdSeconds: number },
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
  return isRefusal(taken) ? translated(taken) : undefined
}
