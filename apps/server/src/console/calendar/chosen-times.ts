import { jstIso, timeOf } from '@kippu/domain/jst-date'

import type { ChosenSpans } from '../../stock/chosen-spans.ts'

interface ChosenDays {
  readonly from: string
  readonly to: string
  readonly product: string | null
}

/** Times by their ids. */
export function chosenOf(siteKey: string, days: ChosenDays, ids: readonly number[]): ChosenSpans {
  const { from, to, product } = days
  // In one order, whatever the hand chose first: an approval compares them.
  return { siteKey, productUuid: product, from, to, time: null, ids: ids.toSorted((a, b) => a - b) }
}

/** The same, as they were seen. */
export function seenOf<Seen extends { readonly id: number }>(
  siteKey: string,
  days: ChosenDays,
  seen: readonly Seen[],
): ChosenSpans & { readonly seen: readonly Seen[] } {
  const ids = seen.map(({ id }) => id)
  return { ...chosenOf(siteKey, days, ids), seen }
}

/** `2026-12-01 10:00` */
export function timeText(date: string, startsAt: Date): string {
  return `${date} ${timeOf(jstIso(startsAt.getTime()))}`
}
