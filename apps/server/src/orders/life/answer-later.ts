import type { FieldContent } from '@kippu/domain/form/order-fields'

import { buyerColumns } from '../buyers/buyer.ts'
import type { Tx } from '../../platform/db/database.ts'
import { VERSION_RAISED } from '../../platform/db/version-raised.ts'

/** The answers of the buyer of a completed order after the payment. */
export interface LaterAnswers {
  readonly answers: readonly FieldContent[]
  /** How often its tickets were mailed, with the mail that these answers lead to. */
  readonly mails: number
  /** Another address than before: nobody has refused it yet. */
  readonly isAddressNew: boolean
}

/** Stores what was answered after the payment. The caller has locked the orders, as `lockAddressedOrders` does. */
export async function storeLaterAnswers(
  tx: Tx,
  orderIds: readonly string[],
  { answers, mails, isAddressNew }: LaterAnswers,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      ...buyerColumns(answers),
      mails_after_payment: mails,
      ...(isAddressNew && { email_refused_at: null }),
      // Somebody is known again.
      emptied_at: null,
      version: VERSION_RAISED,
    })
    .where('id', 'in', orderIds)
    .execute()
}
