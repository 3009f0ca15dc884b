import { BlockList, isIP, isIPv4 } from 'node:net'

/** Networks of which no address is a stranger's: IANA's special-purpose registries, multicast, and what leads to IPv4. */
const NOT_PUBLIC = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // The host itself, inside of Azure.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv4')

/** Global unicast addresses of IPv6; all others are of the network of somebody. */
const GLOBAL = new BlockList()
GLOBAL.addSubnet('2000::', 3, 'ipv6')
const NOT_PUBLIC_6 = new BlockList()
for (const [network, prefix] of [
  // Teredo, ORCHID and benchmarks; documentation; 6to4, which has an IPv4 address in it.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  NOT_PUBLIC_6.addSubnet(network, prefix, 'ipv6')

/** Whether an address is one of the public internet. IPv4 inside of IPv6 (mapped, NAT64) is not: nobody's name leads there in earnest. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  if (isIPv4(address)) return !NOT_PUBLIC.check(address, 'ipv4')
  return GLOBAL.check(address, 'ipv6') && !NOT_PUBLIC_6.check(address, 'ipv6')
}
