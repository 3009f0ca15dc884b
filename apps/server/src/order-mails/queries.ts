import type { FieldTemplate } from '@kippu/domain/form/order-fields'

import type { Tx } from '../db/database.ts'
import type { Answers } from './accept-answers.ts'

/** Which fields the site's buyer form shows and requires. */
export async function findFieldTemplates(tx: Tx, siteKey: string): Promise<FieldTemplate[]> {
  return tx
    .selectFrom('field_templates')
    .select(['field_name', 'is_display', 'is_require'])
    .where('site_key', '=', siteKey)
    .execute()
}

export interface StoredAnswers {
  readonly orderId: string
  readonly answers: Answers
  readonly generation: number
  readonly mailTokenHash: Buffer
}

/** Replaces the answers of an order and the token of its confirmation link. */
export async function storeAnswers(
  tx: Tx,
  { orderId, answers, generation, mailTokenHash }: StoredAnswers,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      customer_info: JSON.stringify(answers),
      mail_generation: generation,
      mail_token_hash: mailTokenHash,
    })
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
    .set({ mailed_generation: generation })
    .where('id', '=', orderId)
    .where('mailed_generation', '<', generation)
    .execute()
}
