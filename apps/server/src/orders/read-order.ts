import type { TemporaryOrder } from '@kippu/contract/orders'
import { isOrderLive } from '@kippu/domain/states/order'

import type { Deps } from '../platform/deps.ts'
import { refuse, type Refusal } from '../platform/http/refusal.ts'
import { boughtByToken } from './bought/bought-order.ts'
import type { TokenQuestion } from './bought/token-question.ts'
import { presentOrder } from './present.ts'

/**
 * A live order, in the language asked for or else its own. One that ended answers `session_timeout`, any other `record
 * not found`.
 */
export async function readOrder(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  asked: TokenQuestion,
): Promise<TemporaryOrder | Refusal<'session_timeout' | 'record not found'>> {
  const found = await db.find(boughtByToken, asked)
  if (found?.order.hasEnded === true) return refuse('session_timeout')
  if (found === undefined || !isOrderLive(found.order.status)) return refuse('record not found')
  return presentOrder(found, env)
}
