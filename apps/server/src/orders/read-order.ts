import type { TemporaryOrder } from '@kippu/contract/orders'
import { isLanguage } from '@kippu/domain/language'
import { isOrderLive } from '@kippu/domain/states/order'

import type { Deps } from '../deps.ts'
import { refuse, type Refusal } from '../http/refusal.ts'
import { readBoughtProduct, readBoughtSets } from './bought/bought-product.ts'
import { readDeductions } from './bought/deductions.ts'
import { findOrderByToken } from './life/find-order.ts'
import type { AskedOrder } from './life/lock-open-order.ts'
import { presentOrder } from './present.ts'

interface OrderToRead extends AskedOrder {
  /** As the visitor sent it. */
  readonly lang: string | undefined
}

/** A live order, in the language asked for or else its own. One that ended answers `session_timeout`, any other `record not found`. */
export async function readOrder(
  { db }: Pick<Deps, 'db'>,
  { siteKey, token, lang }: OrderToRead,
): Promise<TemporaryOrder | Refusal<'session_timeout' | 'record not found'>> {
  return db.read(async tx => {
    const order = await findOrderByToken(tx, { siteKey, token })
    if (order?.hasEnded === true) return refuse('session_timeout')
    if (order === undefined || !isOrderLive(order.status)) return refuse('record not found')
    const shown = isLanguage(lang) ? lang : order.lang
    return presentOrder({
      order,
      product: await readBoughtProduct(tx, order.id, shown),
      sets: await readBoughtSets(tx, order.id, shown),
      deductions: await readDeductions(tx, order, shown),
    })
  })
}
