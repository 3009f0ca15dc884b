import { randomBytes } from 'node:crypto'

import { randomId } from '../core/random-id.ts'

const LIFE_MS = 5 * 60_000

/** The session that Apple gives to a merchant it knows. The page alone uses it; it is opaque to the store. */
export interface MerchantSession extends Record<string, string | number> {
  readonly merchantSessionIdentifier: string
}

/**
 * The sessions that were given and not used yet. They live as long as the process, because a sheet does not outlive it
 * either.
 */
export interface MerchantSessions {
  give(merchant: {
    readonly displayName: string
    readonly domainName: string
    readonly now: Date
  }): MerchantSession
  /** True once, within five minutes, for a page of the domain that the session was given for. */
  use(identifier: string, place: { readonly domainName: string; readonly now: Date }): boolean
}

export function merchantSessions(): MerchantSessions {
  const given = new Map<string, { readonly domainName: string; readonly until: number }>()
  return {
    give({ displayName, domainName, now }) {
      const merchantSessionIdentifier = randomId('SSH')
      given.set(merchantSessionIdentifier, { domainName, until: now.getTime() + LIFE_MS })
      return {
        epochTimestamp: now.getTime(),
        // Apple writes an hour here and accepts a session for five minutes, so a store must not rely on this value.
        expiresAt: now.getTime() + 3_600_000,
        merchantSessionIdentifier,
        nonce: randomBytes(4).toString('hex'),
        merchantIdentifier: randomBytes(32).toString('hex').toUpperCase(),
        domainName,
        displayName,
        signature: randomBytes(64).toString('hex'),
        retries: 0,
      }
    },
    use(identifier, { domainName, now }) {
      const session = given.get(identifier)
      if (session === undefined || session.domainName !== domainName) return false
      given.delete(identifier)
      return now.getTime() <= session.until
    },
  }
}
