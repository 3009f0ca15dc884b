import type { ApplePayAccount } from './apple-pay-account.ts'

/** Gateways that Apple documents (payments §6.2). Its nodes differ by region, so the list can be configured. */
const APPLE_HOSTS: ReadonlySet<string> = new Set([
  'apple-pay-gateway.apple.com',
  'cn-apple-pay-gateway.apple.com',
  ...pods('apple-pay-gateway', ['nc', 'pr'], 5),
  ...pods('cn-apple-pay-gateway', ['sh', 'tj'], 3),
])

function pods(gateway: string, regions: readonly string[], most: number): string[] {
  const numbers = Array.from({ length: most }, (_, index) => index + 1)
  return regions.flatMap(region => numbers.map(number => `${gateway}-${region}-pod${number}.apple.com`))
}

/**
 * The whole of an address, as Apple writes it: `https`, a host of small letters, a path without dots, and nothing else:
 * no user, port, query or fragment, no escape, no control character, so that there is nothing to read in two ways.
 */
const ADDRESS =
  /^https:\/\/(?<host>[a-z0-9-]+(?:\.[a-z0-9-]+)+)\/paymentservices\/[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*$/

/**
 * Whether an address that a browser brought is one of Apple's (S-7.12). It is never called: the session is asked for at
 * the configured gateway. Who sends another one is no Safari.
 */
export function isValidationUrl(
  address: string,
  { hosts, validationUrl }: Pick<ApplePayAccount, 'hosts' | 'validationUrl'>,
): boolean {
  if (validationUrl !== null && address === validationUrl) return true
  const host = ADDRESS.exec(address)?.groups?.['host']
  if (host === undefined) return false
  return hosts === null ? APPLE_HOSTS.has(host) : hosts.includes(host)
}
