const UUID = /^(.{8})(.{4})([1-8].{3})([89ab].{3})(.{12})$/

/**
 * The store's attempt behind an order reference: most providers know nothing of us but the reference, which is the
 * attempt's UUID in base 36 (payments §0).
 * @returns the UUID, or null when the reference is none of the store's.
 */
export function attemptIdOf(orderRef: string): string | null {
  if (!/^[0-9a-z]{1,25}$/.test(orderRef)) return null
  const id = Array.from(orderRef).reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
  const groups = UUID.exec(id.toString(16).padStart(32, '0'))
  return groups === null ? null : groups.slice(1).join('-')
}
