import {
  signedBytesOf,
  signedCodeOf,
  type TicketClaim,
  payloadOf,
  type SignedCode,
} from '@kippu/domain/check-in/signed-code'

import type { Language } from '@kippu/domain/language'

import type { Deps } from '../../platform/deps.ts'
import { createShortCache } from '../../platform/short-cache.ts'
import { type GateProducts, listGateProducts } from './gate-products.ts'
import { readSigningKeys, type SigningKeys } from './signing-keys.ts'

/** How a site checks tickets. */
export interface SiteGate {
  /** How long before a time span its tickets admit. */
  readonly earlyMinutes: number
  /** The page of a ticket shows codes that change every half minute. */
  readonly rotates: boolean
  /** All products of the site, in words of one language. */
  products(lang: Language): Promise<GateProducts>
  /** Public keys for gates without a connection. */
  readonly publicKeys: SigningKeys['publicKeys']
  /** @param claim all but the key, which is this site's newest one. */
  signedCode(claim: Omit<TicketClaim, 'keyNumber'>): string
  /** Whether this site signed what was scanned. */
  isSigned(code: SignedCode): boolean
}

/** The settings of the venue, by key. */
interface SiteSettings {
  settings(siteKey: string): Promise<ReadonlyMap<string, string>>
}

/** How sites check tickets, shared by requests within a second. */
export interface SiteGates {
  of(siteKey: string): Promise<SiteGate>
}

/** A key that was retired, or the rules of a product that were changed, hold for so long at most, in ms. */
const MOST_AGE_MS = 5_000
const DIGITS = /^\d{1,4}$/

export function createSiteGates(
  { db, clock, tokens }: Pick<Deps, 'db' | 'clock' | 'tokens'>,
  content: SiteSettings,
): SiteGates {
  const keys = createShortCache<SigningKeys>(clock, MOST_AGE_MS)
  const products = createShortCache<GateProducts>(clock, MOST_AGE_MS)
  return {
    of: async siteKey => {
      const [settings, signing] = await Promise.all([
        content.settings(siteKey),
        keys.read(siteKey, () => readSigningKeys(db, tokens, siteKey)),
      ])
      const early = settings.get('Checkin_Early_Minutes') ?? ''
      return {
        earlyMinutes: DIGITS.test(early) ? Number(early) : 0,
        rotates: hasRotatingCodes(settings),
        products: lang =>
          products.read(`${siteKey} ${lang}`, () =>
            db.read(read => listGateProducts(read, { siteKey, lang })),
          ),
        publicKeys: signing.publicKeys,
        signedCode: claim => {
          const payload = payloadOf({ ...claim, keyNumber: signing.number })
          return signedCodeOf(payload, signing.sign(signedBytesOf(siteKey, payload)))
        },
        isSigned: ({ claim, payload, signature }) =>
          signing.isSigned(claim.keyNumber, signedBytesOf(siteKey, payload), signature),
      }
    },
  }
}

/** Whether the codes of a site change every half minute, by its settings. */
export function hasRotatingCodes(settings: ReadonlyMap<string, string>): boolean {
  return settings.get('Checkin_Rotating_Codes') === 'true'
}
