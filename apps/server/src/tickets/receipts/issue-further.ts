import type { Deps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import { readServedSite } from '../../sites/house/house-values.ts'
import { drawUp } from './draw-up.ts'
import { findReceiptFacts } from './receipt-facts.ts'
import { findReceipts } from './find-receipts.ts'
import { storeReceipt } from './store-receipt.ts'

/**
 * After a visit was moved or given back: where its buyer has a receipt, a further one is issued that names it, to the same addressee. In
 * the transaction that changed the visit, which has its order locked, and after everything else in it.
 * @throws for a site that no longer exists.
 */
export async function issueFurtherReceipt(
  tx: Tx,
  { sites, clock }: Pick<Deps, 'sites' | 'clock'>,
  reservationId: string,
): Promise<void> {
  const former = (await findReceipts(tx, reservationId)).at(-1)
  if (former === undefined) return
  const facts = await findReceiptFacts(tx, reservationId)
  const site = sites.find(facts.site_key)
  if (site === undefined) throw new Error(`there is no site ${facts.site_key}`)
  await storeReceipt(tx, {
    siteKey: facts.site_key,
    reservationId,
    formerId: former.id,
    addressee: former.addressee,
    document: drawUp(facts, await readServedSite(tx, site)),
    issuedAt: clock.now(),
  })
}
