import type { Product } from '@kippu/contract/products'
import { useId } from 'react'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { useSite } from '../../page/first-view-context.ts'
import styles from './product-cards.module.css'
import { PriceWords } from '../../parts/choosing/choice/price-words.tsx'

/** A product to choose, before any day is chosen or on the chosen day. */
export interface ProductCard {
  readonly product: Product
  /** Its stock on the chosen day: a sold-out product cannot be chosen, `few` is said on the card. */
  readonly stock?: 'sold_out' | 'few' | 'normal'
}

interface ProductCardsProps {
  readonly cards: readonly ProductCard[]
  readonly selected: string | null
  readonly onSelect: (uuid: string) => void
  readonly label: string
}

/** The products, one of which is chosen. */
export function ProductCards({ cards, selected, onSelect, label }: ProductCardsProps): ReactElement {
  const group = useId()
  return (
    <fieldset className={styles.cards}>
      <legend className="visually-hidden">{label}</legend>
      {cards.map(card => (
        <Card
          key={card.product.uuid}
          group={group}
          card={card}
          isSelected={card.product.uuid === selected}
          onSelect={() => onSelect(card.product.uuid)}
        />
      ))}
    </fieldset>
  )
}

interface CardProps {
  readonly group: string
  readonly card: ProductCard
  readonly isSelected: boolean
  readonly onSelect: () => void
}

function Card({ group, card: { product, stock }, isSelected, onSelect }: CardProps): ReactElement {
  const t = useText()
  const { copies } = useSite()
  const isSoldOut = stock === 'sold_out'
  return (
    <label className={styles.card} data-open={!isSoldOut}>
      <input
        type="radio"
        className="visually-hidden"
        name={group}
        checked={isSelected}
        disabled={isSoldOut}
        onChange={onSelect}
      />
      {product.image_path !== null && (
        <img src={product.image_path} srcSet={copies[product.image_path]} alt="" loading="lazy" />
      )}
      <span className={styles.words}>
        <span className={styles.name}>{product.name}</span>
        <span className={styles.description}>{product.description}</span>
        <span className={styles.price}>
          {isSoldOut ? <span>{t('calendar_state_sold_out')}</span> : <PriceWords product={product} isFrom />}
          {stock === 'few' && <small>{t('calendar_state_few')}</small>}
        </span>
      </span>
    </label>
  )
}
