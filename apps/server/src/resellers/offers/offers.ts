import type { OctoCapability, OctoProduct, OctoUnit } from '@kippu/contract/octo/octo-shapes'
import { netOf, type ResellerContract, UNIT_TYPES, type UnitType, AGES } from '@kippu/domain/reseller'
import { unitCostOf } from '@kippu/domain/order-line'
import { BOOKING_TYPES, type BookingType } from '@kippu/domain/states/ticket'
import { visitKindOf } from '@kippu/domain/visit-time'
import { maxTicketOf } from '@kippu/domain/ticket-limit'
import { jstIso, timeOf } from '@kippu/domain/jst-date'
import { lowStockThresholdOf } from '@kippu/domain/stock/availability'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Read } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { createShortCache } from '../../platform/short-cache.ts'
import type { Reseller } from '../keys/reseller.ts'
import { pricingOf } from './pricing.ts'

/** A unit of an offer: a kind of ticket. */
interface OfferedUnit {
  readonly unitId: string
  readonly optionValueId: number
  readonly addCost: number
  readonly type: UnitType
  readonly needsProof: boolean
  /** The unit that it accompanies. */
  readonly onlyWith: number | null
  readonly name: string
  readonly caution: string | null
}

/** A product that the channel sells, with all that resellers are told of it. */
export interface Offer {
  readonly id: number
  readonly uuid: string
  readonly code: string | null
  readonly saleType: BookingType
  readonly graceMinutes: number
  readonly basePrice: number
  readonly taxRate: number
  readonly saleFrom: Date | null
  readonly saleUntil: Date | null
  readonly isRetired: boolean
  /** The channel sells it; what was booked of another is still told. */
  readonly isOffered: boolean
  readonly name: string
  readonly description: string
  readonly units: readonly OfferedUnit[]
  /** Times of the day at which its visits begin, `10:00`. */
  readonly startTimes: readonly string[]
  /** Most units of one booking. */
  readonly maxUnits: number
  /** From so many units on, what is left is few. */
  readonly lowStock: number
}

/** The main products of sites, at most a second old. */
export interface Offers {
  /** Those that a reseller sells. */
  of(reseller: Reseller): Promise<readonly Offer[]>
  /** The product of a booking, sold or not. */
  ofProduct(siteKey: string, productId: number): Promise<Offer>
}

export const OPTION_ID = 'DEFAULT'

const MOST_AGE_MS = 1_000

export function createOffers({ db, clock }: Pick<Deps, 'db' | 'clock'>): Offers {
  const cache = createShortCache<readonly Offer[]>(clock, MOST_AGE_MS)
  const read = (siteKey: string): Promise<readonly Offer[]> =>
    cache.read(siteKey, () => db.read(tx => readOffers(tx, siteKey)))
  return {
    of: async ({ siteKey, productIds }) =>
      (await read(siteKey)).filter(
        ({ id, isOffered }) => isOffered && (productIds === null || productIds.has(id)),
      ),
    ofProduct: async (siteKey, productId) => {
      const offer = (await read(siteKey)).find(({ id }) => id === productId)
      if (offer === undefined) throw new Error(`no product ${productId}`)
      return offer
    },
  }
}

interface OfferRow extends Omit<Offer, 'saleType' | 'units' | 'maxUnits' | 'lowStock' | 'startTimes'> {
  readonly saleType: string
  readonly starts: readonly string[]
  readonly units: ReadonlyArray<
    Omit<OfferedUnit, 'unitId' | 'type'> & { readonly code: string | null; readonly type: string | null }
  >
  readonly maxTicket: string | null
  readonly lowStock: string | null
}

const saleTypes = v.picklist(BOOKING_TYPES)
const unitTypes = v.picklist(UNIT_TYPES)

async function readOffers(read: Read, siteKey: string): Promise<readonly Offer[]> {
  const { rows } = await sql<OfferRow>`
    select p.id, p.uuid, p.code, p.sale_type as "saleType", p.grace_minutes as "graceMinutes", p.base_price as "basePrice",
           p.tax_rate as "taxRate", p.sale_from as "saleFrom", p.sale_until as "saleUntil", p.retired_at is not null as "isRetired",
           'OTA' = any(p.channels) and p.retired_at is null as "isOffered",
           coalesce(en.name, ja.name, p.code, '') as name, coalesce(en.description, ja.description, '') as description,
           (select value from settings where site_key = p.site_key and key = 'Max_Ticket') as "maxTicket",
           (select value from settings where site_key = p.site_key and key = 'Low_Stock_Threshold') as "lowStock",
           array(select distinct to_char(s.starts_at at time zone 'Asia/Tokyo', 'HH24:MI') from time_spans s
                  where s.product_id = p.id and s.visit_date between current_date - 1 and current_date + 60 order by 1) as starts,
           (select coalesce(json_agg(json_build_object(
                     'optionValueId', v.id, 'code', v.code, 'addCost', v.add_cost, 'type', v.unit_type, 'needsProof', v.needs_proof,
                     'onlyWith', v.only_with, 'name', coalesce(ve.name, vj.name, v.code, ''), 'caution', coalesce(ve.caution, vj.caution))
                   order by o.position, v.position), '[]')
              from product_options o join option_values v on v.option_id = o.id and v.retired_at is null
              left join option_value_texts ve on ve.option_value_id = v.id and ve.lang = 'en'
              left join option_value_texts vj on vj.option_value_id = v.id and vj.lang = 'ja'
             where o.product_id = p.id and o.type = 'ticket_type') as units
      from products p
      left join product_texts en on en.product_id = p.id and en.lang = 'en'
      left join product_texts ja on ja.product_id = p.id and ja.lang = 'ja'
     where p.site_key = ${siteKey} and p.product_type = 'main'
     order by p.position, p.id`.execute(read)
  return rows.map(({ saleType, starts, units, maxTicket, lowStock, ...row }) => ({
    ...row,
    saleType: v.parse(saleTypes, saleType),
    startTimes: starts,
    maxUnits: maxTicketOf(maxTicket ?? undefined),
    lowStock: lowStockThresholdOf(lowStock ?? undefined),
    units: named(units),
  }))
}

/** The code of a kind is the id of its unit, where no other kind of the product has it. */
function named(units: OfferRow['units']): OfferedUnit[] {
  const codes = Map.groupBy(units, ({ code }) => code)
  return units.map(({ code, type, ...unit }) => ({
    ...unit,
    unitId: code === null || codes.get(code)?.length !== 1 ? `#${unit.optionValueId}` : code,
    type: type === null ? 'OTHER' : v.parse(unitTypes, type),
  }))
}

/** The price of a day for a unit, in yen. */
export function retailOf({ addCost }: Pick<OfferedUnit, 'addCost'>, basePrice: number): number {
  return unitCostOf({ basePrice, addCost })
}

export function netPriceOf(
  contract: ResellerContract,
  unit: Pick<OfferedUnit, 'unitId' | 'addCost'>,
  basePrice: number,
): number {
  return netOf(contract, { unitId: unit.unitId, retail: retailOf(unit, basePrice) })
}

export interface Presenting {
  readonly reseller: Reseller
  readonly capabilities: ReadonlySet<OctoCapability>
}

/** START_TIME: the guest comes at a time; OPENING_HOURS: on a day, or within a period. */
export function isTimed({ saleType }: Pick<Offer, 'saleType'>): boolean {
  switch (visitKindOf(saleType)) {
    case 'slot':
      return true
    case 'day':
    case 'period':
      return false
  }
}

export function presentOffer(offer: Offer, presenting: Presenting): OctoProduct {
  const { reseller, capabilities } = presenting
  const { uuid, code, name, description } = offer
  const hours = reseller.cancellationHours
  const hasContent = capabilities.has('octo/content')
  return {
    id: uuid,
    internalName: name,
    reference: code,
    locale: 'en',
    timeZone: 'Asia/Tokyo',
    allowFreesale: false,
    instantConfirmation: true,
    instantDelivery: true,
    availabilityRequired: true,
    availabilityType: isTimed(offer) ? 'START_TIME' : 'OPENING_HOURS',
    deliveryFormats: ['QRCODE', 'PDF_URL'],
    deliveryMethods: ['TICKET'],
    redemptionMethod: 'DIGITAL',
    options: [
      {
        id: OPTION_ID,
        default: true,
        internalName: name,
        reference: code,
        availabilityLocalStartTimes:
          isTimed(offer) && offer.startTimes.length > 0 ? [...offer.startTimes] : ['00:00'],
        cancellationCutoff: `${hours} hours`,
        cancellationCutoffAmount: hours,
        cancellationCutoffUnit: 'hour',
        requiredContactFields: [],
        restrictions: { minUnits: 1, maxUnits: offer.maxUnits },
        units: offer.units.map(unit => presentUnit(offer, unit, presenting)),
        ...(hasContent && { title: name }),
      },
    ],
    ...(capabilities.has('octo/pricing') && {
      defaultCurrency: 'JPY',
      availableCurrencies: ['JPY'],
      pricingPer: 'UNIT',
    }),
    ...(hasContent && { title: name, shortDescription: null, description }),
  }
}

export function presentUnit(
  offer: Offer,
  unit: OfferedUnit,
  { reseller, capabilities }: Presenting,
): OctoUnit {
  const { unitId, name, type, needsProof, onlyWith, caution } = unit
  const holder = offer.units.find(({ optionValueId }) => optionValueId === onlyWith)
  return {
    id: unitId,
    internalName: name,
    reference: unitId,
    type,
    restrictions: {
      ...AGES[type],
      idRequired: needsProof,
      minQuantity: null,
      maxQuantity: null,
      paxCount: 1,
      accompaniedBy: holder === undefined ? [] : [holder.unitId],
    },
    requiredContactFields: [],
    ...(capabilities.has('octo/pricing') && {
      pricingFrom: [
        pricingOf({
          retail: retailOf(unit, offer.basePrice),
          net: netPriceOf(reseller, unit, offer.basePrice),
          taxRate: offer.taxRate,
        }),
      ],
    }),
    ...(capabilities.has('octo/content') && {
      title: name,
      ...(caution !== null && { shortDescription: caution }),
    }),
  }
}

/** `2026-12-01T10:00:00Z`, as OCTO writes moments in UTC. */
export function utcOf(moment: Date | number): string {
  return new Date(moment).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** The id of an availability is the moment of its begin, which one product has once. */
export function availabilityIdOf(startsAt: Date): string {
  return jstIso(startsAt.getTime())
}

export function clockTime(moment: Date): string {
  return timeOf(jstIso(moment.getTime()))
}
