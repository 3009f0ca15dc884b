import type { TemporaryOrder } from '@kippu/contract/orders'
import { epochMsOf, jstDateOf, type IsoDate } from '@kippu/domain/jst-date'

/** The last day on which the coupons of an order let its visit be moved; null where they last until the visit. */
export function lastChangeDay({
  coupons,
  main_product: { reservation_from: from },
}: Pick<TemporaryOrder, 'coupons' | 'main_product'>): IsoDate | null {
  const visit = jstDateOf(epochMsOf(from))
  const ends = coupons.flatMap(({ ends_on: end }) => (end !== null && end < visit ? [end] : []))
  return ends.toSorted()[0] ?? null
}
