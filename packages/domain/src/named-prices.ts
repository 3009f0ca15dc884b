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
export function namedPricesOf(kinds: readonly NamedPrice[]): readonly NamedPrice[] {
  const short = new Set(kinds.map(kind => shortName(kind.name)))
  const [first, ...rest] = kinds.map(({ name, price }) => ({
    name: short.size === kinds.length ? shortName(name) : name,
    price,
  }))
  if (first === undefined) return []
  const lowest = rest.reduce((low, kind) => (kind.price < low.price ? kind : low), first)
  return lowest === first ? [first] : [first, lowest]
}

/** `大人（18歳以上）` is `大人`: the age is said where tickets are counted. */
function shortName(name: string): string {
  return name.replace(/\s*[（(][^（(]*[）)]\s*$/, '')
}
