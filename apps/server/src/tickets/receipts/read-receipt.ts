import type { Receipt } from '@kippu/contract/receipts'

import type { Deps } from '../../platform/deps.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { AskedOrder } from '../../orders/life/find-order.ts'
import { refuseToken, type UnknownToken } from '../former-tokens.ts'
import { findReservationByToken } from '../find-reservation.ts'
import { findReceipts } from './find-receipts.ts'
import { presentReceipt, type ReceiptLocale } from './present-receipt.ts'

export interface AskedReceipt extends AskedOrder {
  /** `2026-000042`; the newest one without it. */
  readonly number: string | undefined
  readonly locale: ReceiptLocale
}

/** A receipt that was issued; its reader has had it before. */
export async function readReceipt(
  { db }: Pick<Deps, 'db'>,
  { locale, number, ...asked }: AskedReceipt,
): Promise<Receipt | UnknownToken> {
  const all = await db.read(async read => {
    const reservation = await findReservationByToken(read, asked)
    return reservation && findReceipts(read, reservation.id)
  })
  if (all === undefined) return refuseToken(db, asked)
  const receipt = number === undefined ? all.at(-1) : all.find(one => one.number === number)
  return receipt === undefined
    ? refuse('record not found')
    : presentReceipt(locale, { receipt, all, isReissue: true })
}
