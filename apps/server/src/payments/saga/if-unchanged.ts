import type { Tx } from '../../db/database.ts'
import type { Attempt } from '../attempts/attempt.ts'
import { lockUnchanged } from '../attempts/attempt-queries.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'

/** Writes in one transaction, unless another worker has moved the attempt since it was read: then nothing, `undefined`. */
export function ifUnchanged(
  { db }: Pick<PaymentDeps, 'db'>,
  previous: Attempt,
  write: (tx: Tx) => Promise<Attempt>,
): Promise<Attempt | undefined> {
  return db.transaction(async tx => {
    if (!(await lockUnchanged(tx, previous))) return undefined
    return write(tx)
  })
}
