import type { TimeSpan } from '@kippu/contract/products'
import type { SetProduct } from '@kippu/contract/set-products'
import { stockStatusOf } from '@kippu/domain/stock/availability'
import { MOST_SET_UNITS } from '@kippu/domain/ticket-limit'
import type { ReactElement } from 'react'

import { usePrice } from '../../../i18n/formats.tsx'
import { useText } from '../../../i18n/texts.tsx'
import { Stepper } from '../../../ui/stepper.tsx'
import { TimeSlots } from '../slots/time-slots.tsx'
import styles from './set-products.module.css'

/** A set product as it is offered with a visit, and the visitor's choice of it. */
export interface SetOffer extends SetProduct {
  readonly count: number
  /** The time span in use: the only one or the chosen one; undefined while one is to be chosen. */
  readonly span: TimeSpan | undefined
}

interface SetProductsProps {
  readonly offers: readonly SetOffer[]
  /** Up to this number of units stock is few. */
  readonly lowStock: number
  readonly onCount: (offer: SetOffer, count: number) => void
  readonly onTime: (offer: SetOffer, timeSpanId: number) => void
}

/** The set products that can be bought with a visit, one card each. */
export function SetProducts({ offers, ...props }: SetProductsProps): ReactElement {
  return (
    <ul className={styles.sets}>
      {offers.map(offer => (
        <li key={offer.uuid}>
          <SetCard offer={offer} {...props} />
        </li>
      ))}
    </ul>
  )
}

interface SetCardProps extends Omit<SetProductsProps, 'offers'> {
  readonly offer: SetOffer
}

/** Asks for the time once a unit is chosen, if there is a choice of times. */
function SetCard({ offer, lowStock, onCount, onTime }: SetCardProps): ReactElement {
  const t = useText()
  const price = usePrice()
  const { name, description, image_path: image, time_spans: spans, count, span } = offer
  const note = useStockNote(offer, lowStock)
  return (
    <div className={styles.card}>
      {image !== null && <img src={image} alt={name} loading="lazy" />}
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={styles.description}>{description}</p>
        {offer.num > 0 && (
          <p className={styles.description}>{t('order_set_proposed', { count: offer.num })}</p>
        )}
        <p className={styles.price}>
          <span>{price(offer.base_price)}</span> {note !== null && <small>{note}</small>}
        </p>
      </div>
      <Stepper
        value={count}
        max={mostOf(offer)}
        onChange={next => onCount(offer, next)}
        label={name}
        fewerLabel={t('order_set_fewer', { name })}
        moreLabel={t('order_set_more', { name })}
      />
      {count > 0 && spans.length > 1 && (
        <div className={styles.times}>
          <TimeSlots
            spans={spans}
            party={count}
            lowStock={lowStock}
            selected={span?.time_span_id ?? null}
            label={t('order_set_time', { name })}
            fewText="order_set_few"
            onSelect={timeSpanId => onTime(offer, timeSpanId)}
          />
        </div>
      )}
    </div>
  )
}

/** Units available at the time span in use, or at the best of those to choose from. */
function mostOf({ span, time_spans: spans }: SetOffer): number {
  const best = Math.max(0, ...(span === undefined ? spans : [span]).map(({ stock_count: count }) => count))
  return Math.min(MOST_SET_UNITS, best)
}

/** Says "few" and "sold out"; plenty needs no words. */
function useStockNote(offer: SetOffer, lowStock: number): string | null {
  const t = useText()
  const most = mostOf(offer)
  switch (stockStatusOf(most, lowStock)) {
    case 'sold_out':
      return t('calendar_state_sold_out')
    case 'few':
      return t('order_set_few', { count: most })
    case 'normal':
      return null
  }
}
