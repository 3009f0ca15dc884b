import { sumOf } from './sum.ts'

/**
 * Parts of `amount` in proportion to the weights, whole yen, summing to it exactly: each part is rounded down, and the
 * rest goes, a yen at a time, to the largest remainders, the first of equals. No part is larger than its weight while
 * `amount` is at most their sum. All arguments are whole and not negative; a weight of 0 gets 0.
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const total = sumOf(weights)
  if (total === 0) return weights.map(() => 0)
  const scaled = weights.map(weight => BigInt(amount) * BigInt(weight))
  const parts = scaled.map(product => Number(product / BigInt(total)))
  const byRemainder = scaled
    .map((product, index) => ({ index, remainder: Number(product % BigInt(total)) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
  const rest = amount - sumOf(parts)
  const lucky = new Set(byRemainder.slice(0, rest).map(({ index }) => index))
  return parts.map((part, index) => (lucky.has(index) ? part + 1 : part))
}

/** Parts that differ by at most a yen, the larger ones first. */
export function equalParts(amount: number, parts: number): number[] {
  return allocate(
    amount,
    Array.from({ length: parts }, () => 1),
  )
}
