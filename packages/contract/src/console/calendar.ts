import * as v from 'valibot'

import { isDayRange, isoDate } from '../shapes.ts'
import { reasonText } from './refunds.ts'
import { staffCall } from './staff-call.ts'

const clockTime = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
export const units = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000))

const calendarTime = v.object({
  id: v.number(),
  /** `HH:mm` in Japan. */
  starts_at: v.string(),
  ends_at: v.string(),
  capacity: v.number(),
  /** Units that are held or sold, and those of them that are not sold yet: the rest is. */
  taken: v.number(),
  held: v.number(),
  /** Units that are kept for channels and not sold to them yet. */
  kept: v.number(),
  is_stopped: v.boolean(),
  /** Set by hand: it is not as a rule wrote it. */
  is_edited: v.boolean(),
})
export type CalendarTime = v.InferOutput<typeof calendarTime>

const askedDays = { from: isoDate, to: isoDate }

const calendarShown = v.object({
  /** For exactly what it says. */
  version: v.string(),
  products: v.array(
    v.object({
      uuid: v.string(),
      name_ja: v.string(),
      name_en: v.string(),
      sale_type: v.picklist(['period', 'date', 'time']),
    }),
  ),
  days: v.array(
    v.object({
      date: isoDate,
      /** Its place among the products. */
      product: v.number(),
      /** The least price of the day, in yen. */
      price: v.number(),
      is_closed: v.boolean(),
      /** Its price was set by hand: it is not as a rule wrote it. */
      is_edited: v.boolean(),
      times: v.array(calendarTime),
    }),
  ),
})
export type Calendar = v.InferOutput<typeof calendarShown>

/** The times of a site on some days with their numbers. */
export const readCalendarCall = staffCall({
  method: 'GET',
  path: '/console/v1/sites/{site}/calendar',
  who: 'stock:read',
  query: v.pipe(
    v.strictObject(askedDays),
    v.check(range => isDayRange(range), 'range'),
  ),
  response: calendarShown,
})

/**
 * The changes of a calendar, by server-sent events until the browser leaves or its session ends. The id of an event is the version of
 * the calendar after it. One who has seen the version before gets the times that have changed, another one the whole.
 */
export const watchCalendarCall = staffCall({
  method: 'GET',
  path: '/console/v1/sites/{site}/calendar/live',
  who: 'stock:read',
  live: true,
  query: v.pipe(
    v.strictObject({ ...askedDays, seen: v.pipe(v.string(), v.maxLength(40)) }),
    v.check(range => isDayRange(range), 'range'),
  ),
  /** The data of an event. */
  response: v.variant('kind', [
    v.object({ kind: v.literal('calendar'), calendar: calendarShown }),
    v.object({ kind: v.literal('times'), version: v.string(), times: v.array(calendarTime) }),
  ]),
})
export type CalendarEvent = v.InferOutput<(typeof watchCalendarCall)['response']>

/** So many times are changed at once. */
export const MOST_TIMES = 1_500

const idOfTime = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2_147_483_647))
const many = <Item extends v.GenericSchema>(item: Item) =>
  v.pipe(v.array(item), v.minLength(1), v.maxLength(MOST_TIMES))

/** The days that chosen times lie on, both included, and their product where they have one. */
const chosenDays = { from: isoDate, to: isoDate, product: v.nullable(v.pipe(v.string(), v.uuid())) }

/** Times by their ids. */
export const chosenTimes = { ...chosenDays, ids: many(idOfTime) }

/** The same, each with its share as it was seen. */
export const seenShares = {
  ...chosenDays,
  times: many(v.strictObject({ id: idOfTime, share: v.nullable(units) })),
}

/** Times as they were seen: another state now, and nothing is done. */
const seenSales = { ...chosenDays, times: many(v.strictObject({ id: idOfTime, is_stopped: v.boolean() })) }

const changedSale = v.object({
  /** Times that are in the state now, and those of them that were in the other one. */
  times: v.number(),
  changed: v.number(),
  /** Units that are held or sold at that moment. */
  taken: v.number(),
  /** Orders that ended because nobody was paying for them. */
  released: v.number(),
})
export type SaleChanged = v.InferOutput<typeof changedSale>

export const stopSaleCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/sales/stops',
  who: 'sales:write',
  repeatable: true,
  body: v.strictObject({ ...seenSales, reason: reasonText, release: v.boolean() }),
  response: changedSale,
})

export const resumeSaleCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/sales/resumes',
  who: 'sales:write',
  repeatable: true,
  body: v.strictObject({ ...seenSales, reason: reasonText }),
  response: changedSale,
})

export const setCapacityCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/capacities',
  who: 'sales:write',
  repeatable: true,
  body: v.strictObject({
    ...chosenDays,
    times: many(v.strictObject({ id: idOfTime, capacity: units })),
    units,
    /** Times that cannot have so few stay as they are; otherwise all do. */
    where_possible: v.boolean(),
  }),
  response: v.object({ times: v.number(), left_out: v.number() }),
})

/** One more time on a day of a product that is sold by times. */
export const addTimeCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/times',
  who: 'catalogue:write',
  repeatable: true,
  body: v.strictObject({
    product: v.pipe(v.string(), v.uuid()),
    date: isoDate,
    starts_at: clockTime,
    ends_at: clockTime,
    units,
  }),
  /** All of its day is stopped, and so is it. */
  response: v.object({ is_stopped: v.boolean() }),
})
