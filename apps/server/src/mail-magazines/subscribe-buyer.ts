import { randomUUID } from 'node:crypto'

import type { Tx } from '../db/database.ts'
import { hashToken, type Tokens } from '../tokens.ts'
import { MAGAZINES } from './magazines.ts'
import { keepReader, upsertSubscriptions } from './queries.ts'
import { readerAddress } from './reader-address.ts'

interface Buyer {
  readonly siteKey: string
  readonly customerInfo: ReadonlyArray<{ readonly key: string; readonly value: string }>
}

/** Subscribes the buyer of a completed order to the magazines she asked for; what she has already stays (S-6.07). */
export async function subscribeBuyer(
  tx: Tx,
  tokens: Tokens,
  { siteKey, customerInfo }: Buyer,
): Promise<void> {
  const answers = new Map(customerInfo.map(({ key, value }) => [key, value]))
  const email = answers.get('email')
  const magazines = MAGAZINES.filter(magazine => answers.get(magazine) === 'true')
  if (email === undefined || magazines.length === 0) return
  const id = randomUUID()
  const tokenHash = hashToken(tokens.derive('magazine', id))
  const readerId = await keepReader(tx, { id, siteKey, email: readerAddress(email), tokenHash })
  await upsertSubscriptions(tx, readerId, magazines)
}
