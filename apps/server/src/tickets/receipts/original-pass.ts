import type { Receipt } from '@kippu/contract/receipts'

import type { Deps } from '../../platform/deps.ts'
import { sameToken } from '../../platform/tokens.ts'

/** How long the answer that issued a receipt opens its PDF without the mark of a reissue. */
const PASS_MS = 3_600_000

type Named = Pick<Receipt, 'receipt_number' | 'reservation_number' | 'issued_at'>

/** Proves that a PDF is asked for by the answer that issued the receipt. */
export function originalPass({ tokens }: Pick<Deps, 'tokens'>, receipt: Named): string {
  return tokens.derive('receipt', `${receipt.reservation_number} ${receipt.receipt_number}`)
}

export function isOriginalPass(
  { tokens, clock }: Pick<Deps, 'tokens' | 'clock'>,
  receipt: Named,
  pass: string,
): boolean {
  const age = clock.now() - Date.parse(receipt.issued_at)
  return age < PASS_MS && sameToken(pass, originalPass({ tokens }, receipt))
}
