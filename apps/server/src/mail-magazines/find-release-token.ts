import type { Read } from '../db/database.ts'
import type { Tokens } from '../tokens.ts'
import { findSubscribedReader } from './queries.ts'
import { normaliseAddress } from '../buyers/buyer.ts'

/** The token that ends the magazines of an address, if it gets any: for the mails to that address (S-6.05). */
export async function findReleaseToken(
  read: Read,
  tokens: Tokens,
  { siteKey, email }: { readonly siteKey: string; readonly email: string },
): Promise<string | undefined> {
  const readerId = await findSubscribedReader(read, { siteKey, email: normaliseAddress(email) })
  return readerId === undefined ? undefined : tokens.derive('magazine', readerId)
}
