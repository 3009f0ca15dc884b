import type { ApplePayAccount } from './apple-pay-account.ts'

/** The gateways that Apple documents. They differ by region and may change, so the list can be configured. */
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
 * A whole address as Apple writes it: `https`, a lower-case host, a path without dots; no user, port, query, fragment,
 * escape or control character. It can be read in one way only.
 */
const ADDRESS =
  /^https:\/\/(?<host>[a-z0-9-]+(?:\.[a-z0-9-]+)+)\/paymentservices\/[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*$/

/**
 * Whether an address that a browser sent is one of Apple's. It is never called: the session is requested from the
 * configured gateway. Safari sends no other addresses.
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
