import type { Tx } from '../db/database.ts'
import type { Answers } from './accept-answers.ts'

/** Replaces the answers of an order. */
export async function storeAnswers(tx: Tx, orderId: string, answers: Answers): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ customer_info: JSON.stringify(answers) })
    .where('id', '=', orderId)
    .execute()
}

export interface StoredMail {
  readonly orderId: string
  readonly generation: number
  readonly mailTokenHash: Buffer
}

/** Replaces the token of an order's confirmation link. */
export async function storeMail(tx: Tx, { orderId, generation, mailTokenHash }: StoredMail): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ mail_generation: generation, mail_token_hash: mailTokenHash })
    .where('id', '=', orderId)
    .execute()
}

/** No confirmation link of an order works any more. */
export async function voidMail(tx: Tx, orderId: string): Promise<void> {
  await tx.updateTable('orders').set({ mail_token_hash: null }).where('id', '=', orderId).execute()
}

/** Raises the generation whose mail is done with; it never falls back to an older one. */
export async function updateMailed(
  tx: Tx,
  { orderId, generation }: { readonly orderId: string; readonly generation: number },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ mailed_generation: generation })
    .where('id', '=', orderId)
    .where('mailed_generation', '<', generation)
    .execute()
}
