import { randomBytes } from 'node:crypto'

import { randomId } from '../core/random-id.ts'

const LIFE_MS = 5 * 60_000

/** What Apple gives a merchant that it knows: for the page alone, opaque to everybody between. */
export interface MerchantSession extends Record<string, string | number> {
  readonly merchantSessionIdentifier: string
}

/** Sessions that were given and not used. A sheet does not outlive the process, so neither do they. */
export interface MerchantSessions {
  give(merchant: {
    readonly displayName: string
    readonly domainName: string
    readonly now: Date
  }): MerchantSession
  /** True once, for the page of the domain it was given for, within five minutes. */
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
        // Apple writes an hour and takes five minutes: nobody should read it.
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
