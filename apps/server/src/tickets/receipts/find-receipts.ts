import { sql } from 'kysely'
import * as v from 'valibot'

import type { Read } from '../../platform/db/database.ts'
import { receiptDocument, type ReceiptDocument } from './receipt-document.ts'

/** A receipt as it was issued. */
export interface StoredReceipt {
  readonly id: string
  /** `2026-000042`. */
  readonly number: string
  readonly formerId: string | null
  readonly addressee: string
  readonly issuedAt: Date
  readonly document: ReceiptDocument
}

/** The receipts of a reservation, the oldest first: each but the first names the one before it. */
export async function findReceipts(read: Read, reservationId: string): Promise<readonly StoredReceipt[]> {
  const rows = await read
    .selectFrom('receipts')
    .select([
      'id',
      sql<string>`year || '-' || lpad(number::text, 6, '0')`.as('number'),
      'former_id as formerId',
      'addressee',
      'issued_at as issuedAt',
      'document',
    ])
    .where('reservation_id', '=', reservationId)
    .execute()
  const next = new Map(rows.map(row => [row.formerId, row]))
  const sorted: StoredReceipt[] = []
  for (let row = next.get(null); row !== undefined; row = next.get(row.id))
    sorted.push({ ...row, document: v.parse(receiptDocument, row.document) })
  return sorted
}
