import type { Site } from './site.ts'

/** Names that nobody can own, kept for examples and tests (RFC 2606, RFC 6761). */
const NOBODYS = /(?:^|\.)(?:example|invalid|localhost|test|example\.(?:com|net|org))$/i

/** Whether a mail address is at a name that nobody can own. */
export function isNobodysAddress(address: string): boolean {
  return NOBODYS.test(address.slice(address.lastIndexOf('@') + 1))
}

/** Whether a site is a demonstration: its seller is at an address that does not exist, so that no visitor can reach it. */
export function hasInventedSeller({ mail, legal }: Pick<Site, 'mail' | 'legal'>): boolean {
  return [mail.contact, legal.email].some(isNobodysAddress)
}
