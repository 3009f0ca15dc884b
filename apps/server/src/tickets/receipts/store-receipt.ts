import { randomUUID } from 'node:crypto'

import { jstDateOf } from '@kippu/domain/jst-date'
import { sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'
import type { ReceiptDocument } from './receipt-document.ts'

export interface NewReceipt {
  readonly siteKey: string
  readonly reservationId: string
  /** Id of the receipt that it replaces. */
  readonly formerId: string | null
  readonly addressee: string
  readonly document: ReceiptDocument
  /** In ms since 1970. */
  readonly issuedAt: number
}

/**
 * Writes a receipt with the next number of its site and year. Nobody else of that site gets a number until the transaction ends, and
 * one that is rolled back takes none: it comes last, so that it holds nobody up.
 */
export async function storeReceipt(tx: Tx, receipt: NewReceipt): Promise<void> {
  const { siteKey, issuedAt } = receipt
  const year = Number(jstDateOf(issuedAt).slice(0, 4))
  const { last } = await tx
    .insertInto('receipt_numbers')
    .values({ site_key: siteKey, year, last: 1 })
    .onConflict(conflict =>
      conflict.columns(['site_key', 'year']).doUpdateSet({ last: sql<number>`receipt_numbers.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('receipts')
    .values({
      id: randomUUID(),
      site_key: siteKey,
      reservation_id: receipt.reservationId,
      year,
      number: last,
      former_id: receipt.formerId,
      addressee: receipt.addressee,
      document: JSON.stringify(receipt.document),
      issued_at: new Date(issuedAt),
    })
    .execute()
}
