/** A line of the table: what was measured, and what it may be at most. */
export interface Measured {
  readonly what: string
  readonly unit: 'ms' | '% of a core' | '% of the heap' | '% of the time'
  readonly median?: number
  /** The figure that the limit is for: of many the 95th of a hundred. */
  readonly measured: number
  readonly limit: number
}

/** The value of a sorted list below which so many of a hundred are. */
export function percentile(sorted: readonly number[], percent: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}
