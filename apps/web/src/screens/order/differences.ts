import type { TemporaryOrder } from '@kippu/contract/orders'
import type { TimeSpan } from '@kippu/contract/products'

import { linesOf } from '../../parts/choosing/choice/order-choice.ts'
import type { Choice } from '../../parts/choosing/choice/order-choice.ts'
import { isBeingPaid, isSameOrder } from './saved-order.ts'
import type { SavedState } from './saved-order.ts'
import { partyOf } from '../../parts/choosing/choice/ticket-kinds.ts'

/** Something that a visitor should know before the order is made. */
export type Difference =
  /** More or fewer units of a set product than tickets. */
  | { readonly kind: 'set-count'; readonly name: string; readonly count: number; readonly party: number }
  /** The price of a line differs from the one on the page, in yen. */
  | { readonly kind: 'price'; readonly name: string; readonly before: number; readonly after: number }
  /** The time differs from the one on the page. */
  | { readonly kind: 'time'; readonly name: string; readonly before: Times; readonly after: Times }
  /** A coupon of the previous order, by its code, which the new order does not have. */
  | { readonly kind: 'coupon'; readonly name: string }
  /** The membership discount of the previous order, by the name of its promotion. */
  | { readonly kind: 'login'; readonly name: string }

type Times = Pick<TimeSpan, 'from' | 'to'>

/** The differences between the numbers of tickets and set products, and between the page and the current data. */
export function differencesOf(shown: Choice, now: Choice): Difference[] {
  return [...setCountsOf(now), ...pricesOf(shown, now), ...timesOf(shown, now)]
}

/** The discounts that are lost with the previous order when another choice replaces it. */
export function lossesOf(saved: SavedState, choice: Choice): Difference[] {
  if (saved === null || saved === 'bought' || isBeingPaid(saved) || isSameOrder(saved, choice)) return []
  const coupons = saved.coupons.map(({ coupon_code: name }) => ({ kind: 'coupon', name }) as const)
  return [...coupons, ...loginsOf(saved, choice)]
}

/** The promotion from the address applies to the new order as well. */
function loginsOf({ membership_promotion: promotion }: TemporaryOrder, choice: Choice): Difference[] {
  if (promotion === null || promotion.membership_promotion_name === choice.promotion?.name) return []
  return [{ kind: 'login', name: promotion.membership_promotion_name }]
}

/** Whether the visitor has already accepted every difference, exactly as it is. */
export function areAccepted(differences: readonly Difference[], accepted: readonly Difference[]): boolean {
  const known = new Set(accepted.map(difference => JSON.stringify(difference)))
  return differences.every(difference => known.has(JSON.stringify(difference)))
}

function setCountsOf({ product, counts, sets }: Choice): Difference[] {
  const party = partyOf(product, counts)
  return sets
    .filter(({ count }) => count !== party)
    .map(({ name, count }) => ({ kind: 'set-count', name, count, party }))
}

function pricesOf(shown: Choice, now: Choice): Difference[] {
  const after = new Map(linesOf(now).map(line => [keyOf(line), line.price]))
  return linesOf(shown).flatMap(line => {
    const price = after.get(keyOf(line)) ?? line.price
    return price === line.price ? [] : [{ kind: 'price', name: line.name, before: line.price, after: price }]
  })
}

function keyOf(line: ReturnType<typeof linesOf>[number]): string {
  return line.kind === 'set' ? line.uuid : String(line.optionValueId)
}

function timesOf(shown: Choice, now: Choice): Difference[] {
  const visit = timeOf(shown.product?.name ?? '', shown.span, now.span)
  const sets = shown.sets.flatMap(set =>
    timeOf(set.name, set.span, now.sets.find(({ uuid }) => uuid === set.uuid)?.span),
  )
  return [...visit, ...sets]
}

/** A time span that is gone is not a difference to accept: the visitor has to choose another one. */
function timeOf(name: string, before: TimeSpan | undefined, after: TimeSpan | undefined): Difference[] {
  if (before === undefined || after === undefined) return []
  if (before.from === after.from && before.to === after.to) return []
  return [
    {
      kind: 'time',
      name,
      before: { from: before.from, to: before.to },
      after: { from: after.from, to: after.to },
    },
  ]
}
