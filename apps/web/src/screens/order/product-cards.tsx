import type { Product } from '@kippu/contract/products'
import { useId } from 'react'
import type { ReactElement } from 'react'

import { usePrice } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { lowestPriceOf } from './order-choice.ts'
import styles from './product-cards.module.css'

interface ProductCardsProps {
  readonly products: readonly Product[]
  readonly selected: string | null
  readonly onSelect: (uuid: string) => void
  readonly label: string
}

/** What there is to see: one to be chosen before the day. */
export function ProductCards({ products, selected, onSelect, label }: ProductCardsProps): ReactElement {
  const t = useText()
  const price = usePrice()
  const group = useId()
  return (
    <fieldset className={styles.cards}>
      <legend className="visually-hidden">{label}</legend>
      {products.map(product => (
        <label key={product.uuid} className={styles.card}>
          <input
            type="radio"
            className="visually-hidden"
            name={group}
            checked={product.uuid === selected}
            onChange={() => onSelect(product.uuid)}
          />
          {product.image_path !== null && <img src={product.image_path} alt="" loading="lazy" />}
          <span className={styles.words}>
            <span className={styles.name}>{product.name}</span>
            <span className={styles.description}>{product.description}</span>
            <span className={styles.price}>
              {t('order_price_from', { price: price(lowestPriceOf(product)) })}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
