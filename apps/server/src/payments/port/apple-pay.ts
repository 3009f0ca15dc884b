/** The seller, as Apple shows it. */
export interface Shop {
  /** At most 64 characters, the same in every language. */
  readonly displayName: string
  /** Host of the site, registered with Apple; from our settings, never from a request. */
  readonly host: string
}

/** The merchant session is opaque: it can be used once, and we neither read nor keep it. */
export type SessionAnswer =
  | { readonly kind: 'session'; readonly session: Readonly<Record<string, unknown>> }
  | { readonly kind: 'failed'; readonly reason: string }

/** A site's merchant account at Apple, which opens Apple's payment sheet. GMO takes the money (`gmo_apple_pay`). */
export interface ApplePay {
  readonly merchantId: string
  readonly networks: readonly string[]
  /** Replace the browser's own `ApplePaySession` in simulation; otherwise empty. */
  readonly scripts: readonly string[]
  readonly domainAssociation: string
  /** Whether the validation address that the browser sent belongs to Apple. */
  isValidationUrl(address: string): boolean
  requestSession(shop: Shop): Promise<SessionAnswer>
}
