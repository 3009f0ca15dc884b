import type { Read } from '../../platform/db/database.ts'
import { hashToken, isTokenOf } from '../../platform/tokens.ts'
import { findReaderByTokenHash } from './queries.ts'

/** Identifies a reader: an address on a site that has subscribed to a magazine, perhaps no longer. */
export interface ReaderKey {
  readonly siteKey: string
  readonly token: string
}

/** The id of the reader that a token belongs to. */
export async function findReader(read: Read, { siteKey, token }: ReaderKey): Promise<string | undefined> {
  if (!isTokenOf('magazine', token)) return undefined
  return findReaderByTokenHash(read, { siteKey, tokenHash: hashToken(token) })
}
