import { randomUUID } from 'node:crypto'

import { type Buyer, hasTicked, normaliseAddress } from '../buyers/buyer.ts'
import type { Tx } from '../db/database.ts'
import { hashToken, type Tokens } from '../tokens.ts'
import { MAGAZINES } from './magazines.ts'
import { keepReader, upsertSubscriptions } from './queries.ts'

/** Subscribes the buyer of a completed order to the magazines that they chose; existing subscriptions stay (S-6.07). */
export async function subscribeBuyer(
  tx: Tx,
  tokens: Tokens,
  { siteKey, buyer }: { readonly siteKey: string; readonly buyer: Buyer },
): Promise<void> {
  const magazines = MAGAZINES.filter(magazine => hasTicked(buyer, magazine))
  if (buyer.email === undefined || magazines.length === 0) return
  const id = randomUUID()
  const tokenHash = hashToken(tokens.derive('magazine', id))
  const email = normaliseAddress(buyer.email)
  const readerId = await keepReader(tx, { id, siteKey, email, tokenHash })
  await upsertSubscriptions(tx, readerId, magazines)
}
