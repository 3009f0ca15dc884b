import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'

import type { Env } from '../variables/env.ts'

/**
 * The network of an address, as text: an IPv4 address is one, and all addresses of an IPv6 /64, which one household or phone has
 * to itself. An IPv4 address written as IPv6 is that IPv4 address.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return plain
  const groups = groupsOf(plain)
  const isMapped = groups.slice(0, 5).every(group => group === 0) && groups[5] === 0xff_ff
  if (isMapped) return [6, 7].flatMap(place => bytesOf(groups[place] ?? 0)).join('.')
  const prefix = groups.slice(0, 4).map(group => group.toString(16))
  return `${prefix.join(':')}::/64`
}

/** Eight numbers of 16 bits. The URL standard writes every form of an address in one. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [head, tail ?? ''].map(part => (part === '' ? [] : part.split(':')))
  const zeros = tail === undefined ? 0 : 8 - (before?.length ?? 0) - (after?.length ?? 0)
  return [...(before ?? []), ...Array.from({ length: zeros }, () => '0'), ...(after ?? [])].map(group =>
    Number.parseInt(group, 16),
  )
}

function bytesOf(group: number): number[] {
  return [group >> 8, group & 0xff]
}

/**
 * The stored form of an address: it is personal, and there are few enough to try each, so the hash needs a key. The
 * same for all processes of a deployment.
 */
export function networkHash({ secretKey }: Pick<Env, 'secretKey'>, address: string): Buffer {
  return createHmac('sha256', secretKey)
    .update(`network:${networkOf(address)}`)
    .digest()
    .subarray(0, 16)
}
