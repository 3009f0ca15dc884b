import type { Deps } from '../deps.ts'
import { updateMailed } from '../orders/life/order-mail.ts'

/** Notes that the confirmation mail of a generation needs no further try: it was taken, or refused for good. */
export async function noteMailed(
  { db }: Pick<Deps, 'db'>,
  mail: { readonly orderId: string; readonly generation: number },
): Promise<void> {
  await db.transaction(tx => updateMailed(tx, mail))
}
