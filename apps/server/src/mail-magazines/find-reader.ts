import type { Tx } from '../db/database.ts'
import { hashToken, isTokenOf } from '../tokens.ts'
import { findReaderByTokenHash } from './queries.ts'

/** Who reads magazines of a site. */
export interface AskedReader {
  readonly siteKey: string
  readonly token: string
}

/** The id of the reader whom a token opens. */
export async function findReader(tx: Tx, { siteKey, token }: AskedReader): Promise<string | undefined> {
  if (!isTokenOf('magazine', token)) return undefined
  return findReaderByTokenHash(tx, { siteKey, tokenHash: hashToken(token) })
}
