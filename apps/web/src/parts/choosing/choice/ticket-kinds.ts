import type { Product, TimeSpan } from '@kippu/contract/products'
import { namedPricesOf, type NamedPrice } from '@kippu/domain/named-prices'
import { unitCostOf } from '@kippu/domain/order-line'

import type { TicketKind } from '../tickets/ticket-picker.tsx'

export type Counts = Readonly<Record<string, number>>

/** Kinds that are chosen from together: admissions, or extras. */
export interface KindGroup {
  readonly id: number
  readonly name: string
  readonly type: Product['options'][number]['type']
  readonly kinds: readonly TicketKind[]
}

/** The data that decides the prices of a day; null before a day is chosen. */
export interface Prices {
  /** Price of the day, in yen. */
  readonly basePrice?: number | undefined
  readonly span?: TimeSpan | undefined
}

/**
 * The groups of a product with the prices of a day; before a day is chosen, those of the base price. A ticket costs the
 * base price and its extra cost, an extra its extra cost alone.
 */
export function groupsOf(product: Product | undefined, { basePrice, span }: Prices = {}): KindGroup[] {
  const dayPrice = basePrice ?? product?.base_price ?? 0
  return (product?.options ?? []).map(({ id, name, type, values }) => ({
    id,
    name,
    type,
    kinds: values.map(value => {
      const onDay = span?.options.find(option => option.option_value_id === value.option_value_id)
      const addCost = onDay?.add_cost ?? value.add_cost
      return {
        optionValueId: value.option_value_id,
        name: value.name,
        caution: value.caution,
        onlyWith: value.only_with ?? null,
        price: unitCostOf({ basePrice: type === 'extra' ? 0 : dayPrice, addCost }),
      }
    }),
  }))
}

/** The kinds of tickets of a product. Extras are not among them. */
function ticketKindsOf(product: Product | undefined, prices?: Prices): readonly TicketKind[] {
  return groupsOf(product, prices).flatMap(({ type, kinds }) => (type === 'ticket_type' ? kinds : []))
}

/** The two prices by which a product is known, in words. */
export function knownPricesOf(product: Product, prices?: Prices): readonly NamedPrice[] {
  return namedPricesOf(ticketKindsOf(product, prices))
}

/** The size of the party: the number of chosen tickets of all kinds. Extras are not people. */
export function partyOf(product: Product | undefined, counts: Counts): number {
  const all = ticketKindsOf(product).map(kind => counts[kind.optionValueId] ?? 0)
  return all.reduce((sum, count) => sum + count, 0)
}
