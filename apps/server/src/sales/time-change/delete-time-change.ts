import type { Deps } from '../../platform/deps.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { endOrder } from '../../orders/life/end-order.ts'
import { type AskedOrder, findOrderByToken } from '../../orders/life/find-order.ts'

/** Gives the new places back. A change that is being paid stays: its payment decides. */
export function deleteTimeChange(
  { db }: Pick<Deps, 'db'>,
  asked: AskedOrder,
): Promise<
  undefined | Refusal<'time change status is not pending' | 'time change expired' | 'record not found'>
> {
  return db.transaction(async tx => {
    const order = await findOrderByToken(tx, asked, 'time_change')
    if (order === undefined) return refuse('record not found')
    if (order.hasEnded) return refuse('time change expired')
    return (await endOrder(tx, { orderId: order.id, to: 'cancelled', from: ['ready_checkout'] }))
      ? undefined
      : refuse('time change status is not pending')
  })
}
