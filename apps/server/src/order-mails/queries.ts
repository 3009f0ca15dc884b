import type { Language } from '@kippu/domain/language'

import type { Tx } from '../db/database.ts'
import type { Answers } from './accept-answers.ts'

/** What a buyer form says of an order. */
export interface StoredForm {
  readonly answers: Answers
  /** The language it was filled in; that of the order when it is not known. */
  readonly lang: Language
}

/** Replaces the answers of an order and the language of its mails. */
export async function storeForm(tx: Tx, orderId: string, { answers, lang }: StoredForm): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ customer_info: JSON.stringify(answers), lang })
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
