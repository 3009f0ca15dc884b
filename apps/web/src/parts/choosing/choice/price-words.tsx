import type { Product } from '@kippu/contract/products'
import type { NamedPrice } from '@kippu/domain/named-prices'
import { Fragment } from 'react'
import type { ReactElement } from 'react'

import { usePrice } from '../../../i18n/formats.tsx'
import { useText } from '../../../i18n/texts.tsx'
import styles from './price-words.module.css'
import { knownPricesOf } from './ticket-kinds.ts'
import type { Prices } from './ticket-kinds.ts'

/** `大人 3,200円`, and `大人 3,200円から` where a day may cost more. */
export function useNamedPrice(): (price: NamedPrice, isFrom?: boolean) => string {
  const t = useText()
  const price = usePrice()
  return ({ name, price: yen }, isFrom = false) => {
    const words = isFrom ? t('order_price_from', { price: price(yen) }) : price(yen)
    return t('order_kind_price', { kind: name, price: words })
  }
}

interface PriceWordsProps {
  readonly product: Product
  /** Prices of a day; without them those of the product. */
  readonly prices?: Prices
  /** A day may cost more: no day is chosen yet. */
  readonly isFrom?: boolean
}

/** The prices of a product in the words of the whole store: `大人 3,200円  子ども 1,000円`. No price breaks in two. */
export function PriceWords({ product, prices, isFrom = false }: PriceWordsProps): ReactElement {
  const t = useText()
  const price = usePrice()
  const wordsOf = useNamedPrice()
  const named = knownPricesOf(product, prices)
  if (named.length === 0) {
    const only = price(prices?.basePrice ?? product.base_price)
    return <span>{isFrom ? t('order_price_from', { price: only }) : only}</span>
  }
  return (
    <>
      {named.map((kind, index) => (
        <Fragment key={kind.name}>
          {index > 0 && ' '}
          <span className={styles.price}>{wordsOf(kind, isFrom)}</span>
        </Fragment>
      ))}
    </>
  )
}
