import type { octoCheckAvailability, octoReadCalendar } from '@kippu/contract/octo/octo-calls'
import { isoDate } from '@kippu/contract/shapes'
import type { OctoReceived } from '@kippu/contract/octo/octo-call'
import type { OctoAvailability, OctoAvailabilityStatus, OctoDay } from '@kippu/contract/octo/octo-shapes'
import { addDays, type IsoDate, jstIso } from '@kippu/domain/jst-date'
import { saleEndOf } from '@kippu/domain/stock/availability'
import { sumOf } from '@kippu/domain/sum'
import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'

import { isOnSale } from '../../catalogue/products/catalogue.ts'
import type { Read } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch-seconds.ts'
import { list } from '../../platform/db/list.ts'
import type { Deps } from '../../platform/deps.ts'
import { createShortCache, type ShortCache } from '../../platform/short-cache.ts'
import { badRequest, isOctoRefusal, type OctoRefusal, unknownId } from '../octo-refusal.ts'
import type { KeptAnswers } from '../serve-octo.ts'
import {
  availabilityIdOf,
  clockTime,
  isTimed,
  netPriceOf,
  type Offer,
  type Offers,
  OPTION_ID,
  type Presenting,
  retailOf,
  utcOf,
} from './offers.ts'
import { pricingOf } from './pricing.ts'

/** A time span with its day, as the channel sells it. */
interface StoredSpan {
  /** As it was read. */
  readonly line: string
  readonly id: number
  readonly date: IsoDate
  readonly startsAt: Date
  readonly endsAt: Date
  readonly capacity: number
  /** The units that the channel may still sell. */
  readonly units: number
  readonly basePrice: number
  /** Its day, or its own sale. */
  readonly isClosed: boolean
  /** The day is shown as sold out, whatever is left. */
  readonly isSoldOutDisplay: boolean
  /** The house says it of this time alone. */
  readonly soldUntil: Date | null
}

/** With what follows from its times and its product, which is worked out once for all who ask. */
interface OfferedSpan extends StoredSpan {
  /** In ms since 1970. */
  readonly saleEndMs: number
  readonly times: Pick<
    OctoAvailability,
    'id' | 'localDateTimeStart' | 'localDateTimeEnd' | 'utcCutoffAt' | 'openingHours'
  >
  /** The terms of its product that these follow from. */
  readonly by: Pick<Offer, 'saleType' | 'graceMinutes'>
}

export function offered(offer: Offer, span: StoredSpan): OfferedSpan {
  const saleEndMs = saleEnd(offer, span)
  const begin = availabilityIdOf(span.startsAt)
  const times = {
    id: begin,
    localDateTimeStart: begin,
    localDateTimeEnd: jstIso(span.endsAt.getTime()),
    utcCutoffAt: utcOf(saleEndMs),
    openingHours: hoursOf(offer, span),
  }
  return { ...span, saleEndMs, times, by: { saleType: offer.saleType, graceMinutes: offer.graceMinutes } }
}

function isAsBefore({ saleType, graceMinutes }: Offer, { by }: OfferedSpan): boolean {
  return by.saleType === saleType && by.graceMinutes === graceMinutes
}

interface AvailabilityDeps extends Pick<Deps, 'db' | 'clock'> {
  readonly offers: Offers
  readonly spans: ShortCache<readonly OfferedSpan[]>
}

/** Stock as resellers see it, at most a second old. Bookings never use it. */
const MOST_AGE_MS = 1_000
/** Years of products: each has thousands of spans, and its answer megabytes. */
const MOST_RANGES = 20

export function createSpanCache({ clock }: Pick<Deps, 'clock'>): ShortCache<readonly OfferedSpan[]> {
  return createShortCache(clock, MOST_AGE_MS, { mostKeys: MOST_RANGES })
}

export function createAnswerCache({ clock }: Pick<Deps, 'clock'>): KeptAnswers {
  return createShortCache(clock, MOST_AGE_MS, { mostKeys: MOST_RANGES })
}

/** More days than a year are several calls. */
export const MOST_DAYS = 366

export interface Range {
  readonly from: IsoDate
  readonly to: IsoDate
}

/** A time span as it is read, in the order of {@link StoredSpan}. */
const LINE = v.tuple([
  v.number(),
  isoDate,
  v.number(),
  v.number(),
  v.number(),
  v.number(),
  v.number(),
  v.boolean(),
  v.boolean(),
  v.nullable(v.number()),
])

/**
 * A line of JSON for each time span that a condition on `s` chooses, in the order of their begin: a year of times is read each second,
 * and is the same but for some of them. Lines are compared faster than columns are read.
 */
async function readLines(read: Read, chosen: RawBuilder<unknown>): Promise<readonly string[]> {
  const { rows } = await sql<{ lines: string | null }>`
    with chosen as materialized (
      select s.* from time_spans s where ${chosen}
    ), ended as (
      select h.time_span_id, sum(h.units) as units
        from chosen s join holds h on h.time_span_id = s.id and h.ends and h.expires_at <= now()
       where s.shares = 0
       group by h.time_span_id
    )
    select string_agg(format('[%s,"%s",%s,%s,%s,%s,%s,%s,%s,%s]',
             s.id, s.visit_date, ${epochSeconds('s.starts_at')}, ${epochSeconds('s.ends_at')}, s.capacity,
             case when s.shares = 0 then greatest(0, s.capacity - s.taken + coalesce(e.units, 0))
                  else channel_units(s.id, 'OTA') end,
             d.base_price, (d.is_closed or s.sale_state <> 'open')::text, d.is_sold_out_display::text,
             coalesce(${epochSeconds('s.sold_until')}::text, 'null')), E'\\n' order by s.starts_at, s.id) as lines
      from chosen s
      join product_days d on d.product_id = s.product_id and d.visit_date = s.visit_date
      left join ended e on e.time_span_id = s.id`.execute(read)
  return rows[0]?.lines?.split('\n') ?? []
}

function storedSpan(line: string): StoredSpan {
  const [id, date, starts, ends, capacity, units, basePrice, isClosed, isSoldOutDisplay, until] = v.parse(
    LINE,
    JSON.parse(line),
  )
  return {
    line,
    id,
    date,
    startsAt: dateOf(starts),
    endsAt: dateOf(ends),
    capacity,
    units,
    basePrice,
    isClosed,
    isSoldOutDisplay,
    soldUntil: until === null ? null : dateOf(until),
  }
}

function dateOf(epochSeconds: number): Date {
  return new Date(epochSeconds * 1_000)
}

/** @param before the same range as it was read before. */
export async function listSpans(
  read: Read,
  offer: Offer,
  { from, to }: Range,
  before: readonly OfferedSpan[] = [],
): Promise<readonly OfferedSpan[]> {
  const lines = await readLines(
    read,
    sql`s.product_id = ${offer.id} and s.visit_date between ${from} and ${to}`,
  )
  return lines.map((line, place) => {
    const last = before[place]
    return last?.line === line && isAsBefore(offer, last) ? last : offered(offer, storedSpan(line))
  })
}

/** Those of a product that begin at these moments, read now. */
export async function findSpansAt(
  read: Read,
  offer: Offer,
  starts: readonly string[],
): Promise<readonly OfferedSpan[]> {
  const lines = await readLines(
    read,
    sql`s.product_id = ${offer.id} and s.starts_at = any(${list('text', starts)}::timestamptz[])`,
  )
  return lines.map(line => offered(offer, storedSpan(line)))
}

/** The one time span of an order, sold or not. */
export async function readSpan(read: Read, id: number): Promise<StoredSpan> {
  const [line] = await readLines(read, sql`s.id = ${id}`)
  if (line === undefined) throw new Error(`no day of time span ${id}`)
  return storedSpan(line)
}

const MOMENT = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00$/

/** Whether a text has the form of an availability's id. */
export function isAvailabilityId(id: string): boolean {
  return MOMENT.test(id) && Number.isFinite(Date.parse(id)) && jstIso(Date.parse(id)) === id
}

type Asked = OctoReceived<typeof octoReadCalendar>['body']

/** The offer that a request names by product and option. */
export async function findOffer(
  offers: Offers,
  { reseller }: Pick<Presenting, 'reseller'>,
  { productId, optionId }: Pick<Asked, 'productId' | 'optionId'>,
): Promise<Offer | OctoRefusal> {
  const offer = (await offers.of(reseller)).find(({ uuid }) => uuid === productId)
  if (offer === undefined) return unknownId({ productId })
  return optionId === OPTION_ID ? offer : unknownId({ optionId })
}

function rangeOf({ localDateStart: from, localDateEnd: to }: Asked): Range | OctoRefusal {
  if (from === undefined || to === undefined)
    return badRequest('Send localDateStart and localDateEnd together')
  if (from > to) return badRequest('localDateStart is after localDateEnd')
  if (to > addDays(from, MOST_DAYS)) return badRequest(`Ask for at most ${MOST_DAYS} days at once`)
  return { from, to }
}

/** How many units are asked for, or which of them the offer has not. */
function wantedOf({ units }: Offer, asked: Asked['units'] = []): number | OctoRefusal {
  const unknown = asked.find(({ id }) => units.every(({ unitId }) => unitId !== id))
  return unknown === undefined
    ? sumOf(asked.map(({ quantity }) => quantity))
    : unknownId({ unitId: unknown.id })
}

export async function checkAvailability(
  deps: AvailabilityDeps,
  body: OctoReceived<typeof octoCheckAvailability>['body'],
  presenting: Presenting,
): Promise<OctoAvailability[] | OctoRefusal> {
  const offer = await findOffer(deps.offers, presenting, body)
  if (isOctoRefusal(offer)) return offer
  const wanted = wantedOf(offer, body.units)
  if (isOctoRefusal(wanted)) return wanted
  const { availabilityIds: ids, localDateStart, localDateEnd } = body
  if (ids !== undefined && (localDateStart !== undefined || localDateEnd !== undefined))
    return badRequest('Send availabilityIds, or localDateStart and localDateEnd')
  const spans =
    ids === undefined
      ? await spansOf(deps, offer, rangeOf(body))
      : await deps.db.read(read => findSpansAt(read, offer, ids.filter(isAvailabilityId)))
  if (isOctoRefusal(spans)) return spans
  const nowMs = deps.clock.now()
  const priceOf = pricesByDay(offer, presenting)
  return spans
    .filter(span => isToCome(span, nowMs))
    .map(span => presentSpan(span, { offer, presenting, wanted, nowMs, priceOf }))
}

async function spansOf(
  { db, spans }: AvailabilityDeps,
  offer: Offer,
  range: Range | OctoRefusal,
): Promise<readonly OfferedSpan[] | OctoRefusal> {
  if (isOctoRefusal(range)) return range
  return spans.read(`${offer.id} ${range.from} ${range.to}`, async before => {
    const last = await before?.catch(() => [])
    return db.read(read => listSpans(read, offer, range, last))
  })
}

function saleEnd(
  { saleType, graceMinutes }: Offer,
  { startsAt, endsAt, date, soldUntil }: StoredSpan,
): number {
  return saleEndOf({
    saleType,
    graceMinutes,
    visitDate: date,
    soldUntil: soldUntil && jstIso(soldUntil.getTime()),
    startsAt: jstIso(startsAt.getTime()),
    endsAt: jstIso(endsAt.getTime()),
  })
}

export function isToCome({ saleEndMs }: Pick<OfferedSpan, 'saleEndMs'>, nowMs: number): boolean {
  return nowMs < saleEndMs
}

interface Shown {
  readonly offer: Offer
  readonly presenting: Presenting
  /** Units that are asked for; 0 where that was not said. */
  readonly wanted: number
  readonly nowMs: number
  /** The prices of a day, for many times with the same. */
  readonly priceOf?: (basePrice: number) => UnitPricing
}

type UnitPricing = ReturnType<typeof unitPricing>

export function presentSpan(
  span: OfferedSpan,
  { offer, presenting, wanted, nowMs, priceOf = price => unitPricing(offer, presenting, price) }: Shown,
): OctoAvailability {
  const status = statusOf(span, { offer, wanted, nowMs })
  return {
    ...span.times,
    allDay: !isTimed(offer),
    available: isAvailable(status),
    status,
    vacancies: vacanciesOf(span, status),
    capacity: span.capacity,
    maxUnits: offer.maxUnits,
    ...(presenting.capabilities.has('octo/pricing') && { unitPricing: priceOf(span.basePrice) }),
  }
}

function isAvailable(status: OctoAvailabilityStatus): boolean {
  return status === 'AVAILABLE' || status === 'LIMITED'
}

export function statusOf(
  span: OfferedSpan,
  { offer, wanted, nowMs }: Pick<Shown, 'offer' | 'wanted' | 'nowMs'>,
): OctoAvailabilityStatus {
  if (span.isClosed || !offer.isOffered || !isOnSale(offer, nowMs) || !isToCome(span, nowMs)) return 'CLOSED'
  if (span.isSoldOutDisplay || span.units < Math.max(1, wanted)) return 'SOLD_OUT'
  return span.units <= offer.lowStock ? 'LIMITED' : 'AVAILABLE'
}

function vacanciesOf({ units }: OfferedSpan, status: OctoAvailabilityStatus): number {
  return isAvailable(status) ? units : 0
}

function hoursOf(offer: Offer, span: StoredSpan): OctoAvailability['openingHours'] {
  return isTimed(offer) ? [] : [{ from: clockTime(span.startsAt), to: clockTime(span.endsAt) }]
}

function unitPricing({ units, taxRate }: Offer, { reseller }: Presenting, basePrice: number) {
  return units.map(unit => ({
    unitId: unit.unitId,
    ...pricingOf({ retail: retailOf(unit, basePrice), net: netPriceOf(reseller, unit, basePrice), taxRate }),
  }))
}

/** Most days of a year have one of a few prices. */
function pricesByDay(offer: Offer, presenting: Presenting): (basePrice: number) => UnitPricing {
  const known = new Map<number, UnitPricing>()
  return basePrice => {
    const prices = known.get(basePrice) ?? unitPricing(offer, presenting, basePrice)
    known.set(basePrice, prices)
    return prices
  }
}

/** Best first: the state of a day is that of its best time. */
const BEST: readonly OctoAvailabilityStatus[] = ['AVAILABLE', 'LIMITED', 'SOLD_OUT', 'CLOSED']

export async function readCalendar(
  deps: AvailabilityDeps,
  body: Asked,
  presenting: Presenting,
): Promise<OctoDay[] | OctoRefusal> {
  const offer = await findOffer(deps.offers, presenting, body)
  if (isOctoRefusal(offer)) return offer
  const wanted = wantedOf(offer, body.units)
  if (isOctoRefusal(wanted)) return wanted
  const spans = await spansOf(deps, offer, rangeOf(body))
  if (isOctoRefusal(spans)) return spans
  const nowMs = deps.clock.now()
  const priceOf = pricesByDay(offer, presenting)
  const days = Map.groupBy(
    spans.filter(span => isToCome(span, nowMs)),
    ({ date }) => date,
  )
  return Array.from(days, ([localDate, ofDay]) => {
    const states = ofDay.map(span => ({ span, status: statusOf(span, { offer, wanted, nowMs }) }))
    const status = BEST.find(one => states.some(state => state.status === one)) ?? 'CLOSED'
    const basePrice = Math.min(...ofDay.map(span => span.basePrice))
    return {
      localDate,
      available: isAvailable(status),
      status,
      vacancies: sumOf(states.map(state => vacanciesOf(state.span, state.status))),
      capacity: sumOf(ofDay.map(({ capacity }) => capacity)),
      openingHours: ofDay[0]?.times.openingHours ?? [],
      ...(presenting.capabilities.has('octo/pricing') && {
        unitPricingFrom: priceOf(basePrice),
      }),
    }
  })
}
