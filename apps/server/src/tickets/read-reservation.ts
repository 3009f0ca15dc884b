import type { Reservation } from '@kippu/contract/reservations'
import { SALES_CHANNELS } from '@kippu/domain/states/ticket'
import * as v from 'valibot'

import type { Deps } from '../deps.ts'
import { refuse, type Refusal } from '../http/refusal.ts'
import { readBoughtProduct, readBoughtSets } from '../orders/bought/bought-product.ts'
import { type ReservationQuestion, shownLanguage } from './shown-language.ts'
import { findReservationByToken } from './queries.ts'

const status = v.picklist(['active', 'cancelled'])
const channel = v.picklist(SALES_CHANNELS)

/** A bought visit; the token is the permission (E-01, S-8.03, S-8.08). */
export async function readReservation(
  { db }: Pick<Deps, 'db'>,
  { siteKey, token, lang }: ReservationQuestion,
): Promise<Reservation | Refusal<'record not found'>> {
  return db.read(async tx => {
    const reservation = await findReservationByToken(tx, { siteKey, token })
    if (reservation === undefined) return refuse('record not found')
    const shown = shownLanguage(lang, reservation.lang)
    const product = await readBoughtProduct(tx, reservation.order_id, shown)
    return {
      reservation_number: reservation.number,
      reservation_token: token,
      status: v.parse(status, reservation.status),
      sales_channel: v.parse(channel, reservation.channel),
      booking_type: product.sale_type,
      main_product: product,
      set_products: await readBoughtSets(tx, reservation.order_id, shown),
      price: reservation.paid,
      tickets_count: reservation.tickets,
    }
  })
}
