/** A kind of ticket in one word, with its price in yen. */
export interface NamedPrice {
  readonly name: string
  readonly price: number
}

/** A kind of ticket of a product. */
interface PricedKind extends NamedPrice {
  /** The kind that it is sold with; null where it is sold by itself. */
  readonly onlyWith: number | null
}

/**
 * The two prices by which a product is known: that of its first kind of ticket, the adult's, and the lowest one. Every
 * place that names a price of a product or a day names these, so that one thing never seems to have three prices. A free
 * kind names none where others cost something, nor does one that nobody can buy by itself. Empty for a product without
 * kinds of tickets.
 */
export function namedPricesOf(kinds: readonly PricedKind[]): readonly NamedPrice[] {
  const short = new Set(kinds.map(kind => shortName(kind.name)))
  const paid = kinds.filter(({ price, onlyWith }) => price > 0 && onlyWith === null)
  const [first, ...rest] = (paid.length > 0 ? paid : kinds).map(({ name, price }) => ({
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
