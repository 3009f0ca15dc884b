const UUID = /^(.{8})(.{4})([1-8].{3})([89ab].{3})(.{12})$/

/**
 * The store's attempt behind an order reference. Most providers know the attempt by this reference alone; it is the
 * attempt's UUID in base 36.
 * @returns the UUID, or null when the reference is not one of the store's.
 */
export function attemptIdOf(orderRef: string): string | null {
  if (!/^[0-9a-z]{1,25}$/.test(orderRef)) return null
  const id = Array.from(orderRef).reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
  const groups = UUID.exec(id.toString(16).padStart(32, '0'))
  return groups === null ? null : groups.slice(1).join('-')
}
