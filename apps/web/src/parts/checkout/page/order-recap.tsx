import type { TemporaryOrder } from '@kippu/contract/orders'
import type { ReactElement } from 'react'

import { Price } from '../../../i18n/formats.tsx'
import { useText } from '../../../i18n/texts.tsx'
import { OrderSummary } from '../summary/order-summary.tsx'
import type { Deduction } from '../summary/order-summary.tsx'
import styles from './checkout-page.module.css'
import { deductionsOf, linesOf } from '../order/order-lines.ts'
import { useVisitTimeTexts, visitTimeOfProduct } from '../../visit/visit-time-texts.ts'

interface OrderRecapProps {
  readonly order: TemporaryOrder
  /** The discount of the payment method; null while there is none. */
  readonly byMethod?: Deduction | null
}

/** The order beside a step: on narrow screens folded into one line with the total. */
export function OrderRecap(props: OrderRecapProps): ReactElement {
  return (
    <>
      <FoldedRecap {...props} />
      <OpenRecap {...props} />
    </>
  )
}

/** The order in one line with its total, to unfold; on narrow screens alone. */
export function FoldedRecap(props: OrderRecapProps): ReactElement {
  const t = useText()
  return (
    <details className={styles.folded}>
      <summary>
        {t('order_summary_title')}
        <strong>
          <Price yen={totalOf(props)} />
        </strong>
      </summary>
      <Summary {...props} />
    </details>
  )
}

/** The whole order; on wide screens alone. */
export function OpenRecap(props: OrderRecapProps): ReactElement {
  return (
    <div className={styles.unfolded}>
      <Summary {...props} />
    </div>
  )
}

function Summary({ order, byMethod = null }: OrderRecapProps): ReactElement {
  const textsOf = useVisitTimeTexts()
  const { main_product: product } = order
  return (
    <OrderSummary
      facts={[product.product_name, textsOf(visitTimeOfProduct(product)).lines.join(' ')]}
      lines={linesOf(order)}
      deductions={[...deductionsOf(order), ...(byMethod === null ? [] : [byMethod])]}
      total={totalOf({ order, byMethod })}
    />
  )
}

function totalOf({ order, byMethod }: OrderRecapProps): number {
  return order.price - (byMethod?.amount ?? 0)
}
