import { BlockList, isIP } from 'node:net'

/** Names of networks that the proxies in front may be in; Fastify knows them. */
const NETWORK_NAMES: readonly string[] = ['loopback', 'linklocal', 'uniquelocal']
const BITS = { 4: 32, 6: 128 } as const

/** Whether each part of a comma-separated list is an address, a network such as `10.0.0.0/8`, or the name of one. */
export function isProxyList(value: string): boolean {
  return value
    .split(',')
    .map(part => part.trim())
    .every(part => NETWORK_NAMES.includes(part) || isIP(part) !== 0 || isNetwork(part))
}

function isNetwork(part: string): boolean {
  const [, address = '', bits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(part) ?? []
  const family = isIP(address)
  // No bit at all would be everybody.
  return (family === 4 || family === 6) && Number(bits) >= 1 && Number(bits) <= BITS[family]
}

const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4')
PRIVATE.addAddress('::1', 'ipv6')
PRIVATE.addSubnet('fc00::', 7, 'ipv6')
PRIVATE.addSubnet('fe80::', 10, 'ipv6')

/** Whether the public network has no way to an address to listen on. Of names only `localhost` is known to be private. */
export function isPrivateHost(host: string): boolean {
  const family = isIP(host)
  if (family === 0) return host === 'localhost'
  return PRIVATE.check(host, family === 4 ? 'ipv4' : 'ipv6')
}

/** `tickets@example.com`, also with a name: `Tickets <tickets@example.com>`. */
export const SENDER = /^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>\s*|[^\s<>@]+@[^\s<>@]+)$/

/** Whether a sender belongs to this machine, so that no other mail server answers it. */
export function isLocalSender(sender: string): boolean {
  return /@(?:[^>]*\.)?localhost\.?>?\s*$/i.test(sender)
}
