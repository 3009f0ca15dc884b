import type { Product } from '@kippu/contract/products'

import { groupsOf } from './ticket-kinds.ts'
import type { Prices } from './ticket-kinds.ts'

/** A kind of ticket in one word, with its price in yen. */
export interface NamedPrice {
  readonly name: string
  readonly price: number
}

/**
 * The two prices by which a product is known: that of its first kind of ticket, the adult's, and the lowest one. Every
 * place that names a price of a product or a day names these, so that one thing never seems to have three prices. Empty
 * for a product without kinds of tickets.
 */
export function namedPricesOf(product: Product, prices: Prices = {}): readonly NamedPrice[] {
  const tickets = groupsOf(product, prices).filter(({ type }) => type === 'ticket_type')
  const kinds = tickets.flatMap(group => group.kinds)
  const short = new Set(kinds.map(kind => shortName(kind.name)))
  const named = kinds.map(({ name, price }) => ({
    name: short.size === kinds.length ? shortName(name) : name,
    price,
  }))
  const [first, ...rest] = named
  if (first === undefined) return []
  const lowest = rest.reduce((low, kind) => (kind.price < low.price ? kind : low), first)
  return lowest === first ? [first] : [first, lowest]
}

/** `大人（18歳以上）` is `大人`: the age is said where tickets are counted. */
function shortName(name: string): string {
  return name.replace(/\s*[（(][^（(]*[）)]\s*$/, '')
}
