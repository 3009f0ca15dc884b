import type { Read } from '../db/database.ts'
import { hashToken, isTokenOf } from '../tokens.ts'
import { findReaderByTokenHash } from './queries.ts'

/** Who reads magazines of a site. */
export interface AskedReader {
  readonly siteKey: string
  readonly token: string
}

/** The id of the reader whom a token opens. */
export async function findReader(read: Read, { siteKey, token }: AskedReader): Promise<string | undefined> {
  if (!isTokenOf('magazine', token)) return undefined
  return findReaderByTokenHash(read, { siteKey, tokenHash: hashToken(token) })
}
