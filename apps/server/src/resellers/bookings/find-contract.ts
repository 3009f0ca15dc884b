import { netOf } from '@kippu/domain/reseller'

import type { Read } from '../../platform/db/database.ts'
import type { SoldByContract } from '../../sales/time-change/find-movable.ts'
import { type Reseller, RESELLER_COLUMNS, resellerOf } from '../keys/reseller.ts'
import { type StoredItem, storedItemsOf } from './stored-booking.ts'

/** The terms by which a reservation was sold by a reseller; undefined for one that the house sold itself. */
export async function findContract(read: Read, reservationId: string): Promise<SoldByContract | undefined> {
  const booking = await read
    .selectFrom('reseller_bookings as b')
    .innerJoin('reservations as r', 'r.order_id', 'b.order_id')
    .select(['b.reseller_id as resellerId', 'b.unit_items as unitItems'])
    .where('r.id', '=', reservationId)
    .executeTakeFirst()
  if (booking === undefined) return undefined
  const row = await read
    .selectFrom('resellers')
    .select(RESELLER_COLUMNS)
    .where('id', '=', booking.resellerId)
    .executeTakeFirstOrThrow()
  return contractOf(resellerOf(row), storedItemsOf(booking.unitItems))
}

export function contractOf(reseller: Reseller, items: readonly StoredItem[]): SoldByContract {
  return {
    account: reseller.code,
    priceOf: (optionValueId, retail) => {
      const item = items.find(one => one.optionValueId === optionValueId)
      if (item === undefined) throw new Error(`no unit of the kind ${optionValueId} in the booking`)
      return netOf(reseller, { unitId: item.unitId, retail })
    },
  }
}
