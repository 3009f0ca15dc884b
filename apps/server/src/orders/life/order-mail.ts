import type { FieldContent } from '@kippu/domain/form/order-fields'
import type { Language } from '@kippu/domain/language'

import type { Tx } from '../../db/database.ts'
import { buyerColumns } from '../../buyers/buyer.ts'
import { VERSION_RAISED } from '../../db/version-raised.ts'

/** What a buyer form says of an order. */
export interface StoredForm {
  readonly answers: readonly FieldContent[]
  /** The language it was filled in; that of the order when it is not known. */
  readonly lang: Language
}

/** Replaces the answers of an order and the language of its mails. */
export async function storeForm(tx: Tx, orderId: string, { answers, lang }: StoredForm): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ ...buyerColumns(answers), lang, version: VERSION_RAISED })
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
    .set({ mail_generation: generation, mail_token_hash: mailTokenHash, version: VERSION_RAISED })
    .where('id', '=', orderId)
    .execute()
}

/** No confirmation link of an order works any more. */
export async function voidMail(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ mail_token_hash: null, version: VERSION_RAISED })
    .where('id', '=', orderId)
    .execute()
}

/** Raises the generation whose mail is done with; it never falls back to an older one. */
export async function updateMailed(
  tx: Tx,
  { orderId, generation }: { readonly orderId: string; readonly generation: number },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ mailed_generation: generation, version: VERSION_RAISED })
    .where('id', '=', orderId)
    .where('mailed_generation', '<', generation)
    .execute()
}
