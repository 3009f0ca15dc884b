import type { ProductOfDay } from '@kippu/contract/products'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { choiceAfterProduct } from '../../parts/choosing/choice/choice-order.ts'
import type { OrderPartProps } from '../../parts/choosing/choice/order-choice.ts'
import styles from './order-screen.module.css'
import type { ProductCard } from './product-cards.tsx'
import { OtherDays } from './nearest.tsx'
import { ProductSection } from './product-section.tsx'
import { useProductsOfDay } from './use-day-data.ts'

/**
 * On sites where the visitor chooses the day first: the products of that day. The section stays the same while they are
 * read, because its title may have the focus.
 */
export function DayProducts({ choice, missing, guide, onChoose }: OrderPartProps): ReactElement {
  const t = useText()
  const { products } = useProductsOfDay(choice.date)
  const { date } = choice
  const away = products?.filter(product => stockOf(product) === 'sold_out') ?? []
  return (
    <>
      <ProductSection
        missing={missing}
        guide={guide}
        isUnsettled={choice.day?.time_spans.length === 0}
        cards={products?.map(product => ({ product, stock: stockOf(product) }))}
        meanwhile={
          choice.date === null ? (
            <p className={styles.hint}>{t('order_choose_date_first')}</p>
          ) : (
            <Skeleton lines={4} label={t('common_loading')} />
          )
        }
        selected={choice.product?.uuid ?? null}
        onSelect={productUuid => {
          const product = products?.find(({ uuid }) => uuid === productUuid)
          onChoose({ productUuid, timeSpanId: null, counts: {}, sets: {} })
          if (product !== undefined) guide?.advance('product', choiceAfterProduct(product))
        }}
      />
      {date !== null &&
        away.map(product => (
          <OtherDays key={product.uuid} product={product} date={date} guide={guide} onChoose={onChoose} />
        ))}
    </>
  )
}

/** A product that is closed on the day cannot be chosen, like one that is sold out. */
function stockOf({ product_stock_status: status }: ProductOfDay): NonNullable<ProductCard['stock']> {
  switch (status) {
    case 'sold_out':
    case 'closed':
      return 'sold_out'
    case 'is_few':
      return 'few'
    case 'normal':
      return 'normal'
  }
}
