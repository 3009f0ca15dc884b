import { sql } from 'kysely'

import type { Deps } from '../../platform/deps.ts'
import { createShortCache } from '../../platform/short-cache.ts'
import { hashToken, isTokenOf } from '../../platform/tokens.ts'
import { type Reseller, RESELLER_COLUMNS, resellerOf } from './reseller.ts'

/** Which reseller a key belongs to. */
export interface ResellerKeys {
  /** Undefined for a key that is revoked, or of another site. */
  find(siteKey: string, key: string): Promise<Reseller | undefined>
  /** The reseller to which a key belonged when it was looked up last, by this process; undefined before. Nothing is permitted by it. */
  lastKnown(siteKey: string, key: string): string | undefined
}

/** So long a revoked key goes on in a process that has just seen it, in ms. */
const MOST_AGE_MS = 2_000

export function createResellerKeys({ db, clock }: Pick<Deps, 'db' | 'clock'>): ResellerKeys {
  const known = createShortCache<Reseller | undefined>(clock, MOST_AGE_MS)
  // When each was last seen: there are no more entries than keys that were in force.
  const last = new Map<string, string>()
  return {
    find: async (siteKey, key) => {
      if (!isTokenOf('reseller', key)) return undefined
      const hash = hashToken(key)
      const name = nameOf(siteKey, hash)
      return known.read(name, async () => {
        const reseller = await load(db, siteKey, hash)
        if (reseller === undefined) last.delete(name)
        else last.set(name, reseller.id)
        return reseller
      })
    },
    lastKnown: (siteKey, key) =>
      isTokenOf('reseller', key) ? last.get(nameOf(siteKey, hashToken(key))) : undefined,
  }
}

function nameOf(siteKey: string, keyHash: Buffer): string {
  return `${siteKey} ${keyHash.toString('hex')}`
}

async function load(db: Deps['db'], siteKey: string, keyHash: Buffer): Promise<Reseller | undefined> {
  const row = await db.read(read =>
    read
      .selectFrom('resellers')
      .select(RESELLER_COLUMNS)
      .where('site_key', '=', siteKey)
      .where(
        sql<boolean>`(key_hash = ${keyHash} or (former_key_hash = ${keyHash} and former_key_ends_at > now()))`,
      )
      .executeTakeFirst(),
  )
  return row && resellerOf(row)
}
