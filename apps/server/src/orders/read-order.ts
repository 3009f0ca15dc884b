import type { TemporaryOrder } from '@kippu/contract/orders'
import { isOrderLive } from '@kippu/domain/states/order'

import type { Deps } from '../deps.ts'
import { refuse, type Refusal } from '../http/refusal.ts'
import { readBoughtProduct, readBoughtSets } from './bought-product.ts'
import { readDeductions } from './deductions.ts'
import { findOrderByToken } from './find-order.ts'
import { presentOrder } from './present.ts'

/** A live order. One that ended answers `session_timeout`, any other `record not found`. */
export async function readOrder(
  { db }: Pick<Deps, 'db'>,
  siteKey: string,
  token: string,
): Promise<TemporaryOrder | Refusal<'session_timeout' | 'record not found'>> {
  return db.read(async tx => {
    const order = await findOrderByToken(tx, { siteKey, token })
    if (order?.hasEnded === true) return refuse('session_timeout')
    if (order === undefined || !isOrderLive(order.status)) return refuse('record not found')
    return presentOrder({
      order,
      product: await readBoughtProduct(tx, order.id, order.lang),
      sets: await readBoughtSets(tx, order.id, order.lang),
      deductions: await readDeductions(tx, order),
    })
  })
}
