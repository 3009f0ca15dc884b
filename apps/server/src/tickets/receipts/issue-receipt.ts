import type { Receipt } from '@kippu/contract/receipts'
import { cleanLine } from '@kippu/domain/form/normalise'
import type { Site } from '@kippu/sites/site'

import type { Tx } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { lockWithChange } from '../../orders/life/lock-with-change.ts'
import { refuseToken, type UnknownToken } from '../former-tokens.ts'
import { readServedSite } from '../../sites/house/house-values.ts'
import { findReservationByToken } from '../find-reservation.ts'
import { drawUp } from './draw-up.ts'
import { findReceiptFacts } from './receipt-facts.ts'
import { findReceipts, type StoredReceipt } from './find-receipts.ts'
import { originalPass } from './original-pass.ts'
import { presentReceipt, type ReceiptLocale } from './present-receipt.ts'
import { storeReceipt } from './store-receipt.ts'

export interface IssueReceipt {
  readonly site: Site
  readonly token: string
  readonly addressee: string
  readonly locale: ReceiptLocale
}

/**
 * Issues the receipt of a reservation, once. A transaction that moves the visit or gives it back locks its order too,
 * so that each receipt is either before that and followed by a further one, or after it.
 */
export async function issueReceipt(
  deps: Pick<Deps, 'db' | 'clock' | 'tokens'>,
  { addressee: typed, ...asked }: IssueReceipt,
): Promise<Receipt | UnknownToken | Refusal<'invalid_request'>> {
  const { site, token, locale } = asked
  // Marks that nobody sees would turn the line round, or print an empty one for ever.
  const addressee = cleanLine(typed).trim()
  if (addressee === '')
    return refuse('invalid_request', { fields: [{ field: 'addressee', rule: 'addressee' }] })
  const named = { siteKey: site.key, token }
  const issued = await deps.db.transaction(async tx => {
    const before = await findReservationByToken(tx, named)
    if (before === undefined) return undefined
    await lockWithChange(tx, before)
    // A visit that was moved in between has another token.
    const reservation = await findReservationByToken(tx, named)
    if (reservation === undefined) return undefined
    const former = await findReceipts(tx, reservation.id)
    if (former.length > 0) return { receipts: former, isReissue: true }
    const receipts = await issueFirst(tx, deps, { ...asked, addressee, reservationId: reservation.id })
    return { receipts, isReissue: false }
  })
  if (issued === undefined) return refuseToken(deps.db, named)
  const { receipts, isReissue } = issued
  const receipt = receipts.at(-1)
  if (receipt === undefined) return refuse('record not found')
  if (receipt.addressee !== addressee)
    return refuse('invalid_request', { fields: [{ field: 'addressee', rule: 'once' }] })
  const shown = presentReceipt(locale, { receipt, all: receipts, isReissue })
  return isReissue ? shown : { ...shown, original_pass: originalPass(deps, shown) }
}

/** None where nothing is paid any more. */
async function issueFirst(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { site, addressee, reservationId }: IssueReceipt & { readonly reservationId: string },
): Promise<readonly StoredReceipt[]> {
  const document = drawUp(await findReceiptFacts(tx, reservationId), await readServedSite(tx, site))
  if (document.total <= 0) return []
  await storeReceipt(tx, {
    siteKey: site.key,
    reservationId,
    formerId: null,
    addressee,
    document,
    issuedAt: clock.now(),
  })
  return findReceipts(tx, reservationId)
}
