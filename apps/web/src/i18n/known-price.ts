import { usePrice } from './formats.tsx'
import { useText } from './texts.tsx'

/** Returns a function that writes the price by which a product is known: `大人 3,200円`. */
export function useKnownPrice(): (known: {
  /** Null for a product without kinds of tickets. */
  readonly priced_kind: string | null
  readonly price: number
}) => string {
  const t = useText()
  const price = usePrice()
  return ({ priced_kind: kind, price: yen }) =>
    kind === null ? price(yen) : t('order_kind_price', { kind, price: price(yen) })
}
