/**
 * The order reference at the provider: the attempt's id in 25 characters of base 36. Every provider takes 27
 * characters.
 */
export function providerOrderRefOf(attemptId: string): string {
  return BigInt(`0x${attemptId.replaceAll('-', '')}`).toString(36)
}

/** The id of the attempt that an order reference belongs to; undefined when the reference is not one of ours. */
export function attemptIdOf(providerOrderRef: string): string | undefined {
  if (!/^[0-9a-z]{1,25}$/.test(providerOrderRef)) return undefined
  const number = Array.from(providerOrderRef).reduce(
    (sum, digit) => sum * 36n + BigInt(parseInt(digit, 36)),
    0n,
  )
  const hex = number.toString(16).padStart(32, '0')
  if (hex.length > 32 || providerOrderRefOf(hex) !== providerOrderRef) return undefined
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
