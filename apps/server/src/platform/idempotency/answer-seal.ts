import type { AskedKey } from './key-queries.ts'

/** The purpose for which kept answers are sealed. */
export const ANSWERS = 'answers of idempotency keys'

/** An answer opens in the row of its key alone. */
export function rowOf({ siteKey, keyHash }: Pick<AskedKey, 'siteKey' | 'keyHash'>): string {
  return `${siteKey} ${keyHash.toString('hex')}`
}
