/** Who sells, as Apple is told. */
export interface Shop {
  /** At most 64 characters, the same in every language. */
  readonly displayName: string
  /** Host of the site, registered with Apple; from our settings, never from a request. */
  readonly host: string
}

/** The merchant session is opaque: it is good once, and neither read nor kept. */
export type SessionAnswer =
  | { readonly kind: 'session'; readonly session: Readonly<Record<string, unknown>> }
  | { readonly kind: 'failed'; readonly reason: string }

/** A merchant at Apple, as a site needs it: to open Apple's sheet. The money is taken by GMO (`gmo_apple_pay`). */
export interface ApplePay {
  readonly merchantId: string
  readonly networks: readonly string[]
  /** Stands in for the browser's own `ApplePaySession`; none but in simulation. */
  readonly scripts: readonly string[]
  readonly domainAssociation: string
  /** Whether the browser named an address of Apple (S-7.12). */
  isValidationUrl(address: string): boolean
  requestSession(shop: Shop): Promise<SessionAnswer>
}
