import type { Calendar as CalendarAnswer } from '@kippu/contract/console/calendar'
import { entryOf } from '@kippu/domain/known'
import { BOOKING_TYPES } from '@kippu/domain/states/ticket'
import * as v from 'valibot'

import type { ReadCalendar } from '../../stock/read-calendar.ts'

const saleType = v.picklist(BOOKING_TYPES)

export function shownOf({ version, calendar: { products, days } }: ReadCalendar): CalendarAnswer {
  const places = new Map(products.map(({ id }, place) => [id, place]))
  return {
    version,
    products: products.map(({ uuid, code, nameJa, nameEn, saleType: sold }) => ({
      uuid,
      name_ja: nameJa ?? nameEn ?? code ?? uuid,
      name_en: nameEn ?? nameJa ?? code ?? uuid,
      sale_type: v.parse(saleType, sold),
    })),
    days: days.map(({ date, productId, basePrice, isClosed, isEdited, spans }) => ({
      date,
      product: entryOf(places, productId),
      price: basePrice,
      is_closed: isClosed,
      is_edited: isEdited,
      times: spans.map(({ id, starts, ends, capacity, taken, held, kept, isStopped, isEdited: isSet }) => ({
        id,
        starts_at: starts,
        ends_at: ends,
        capacity,
        taken,
        held,
        kept,
        is_stopped: isStopped,
        is_edited: isSet,
      })),
    })),
  }
}
