import type { TemporaryOrder } from '@kippu/contract/orders'
import type { ReactElement } from 'react'

import { Price } from '../../../i18n/formats.tsx'
import { useText } from '../../../i18n/texts.tsx'
import { OrderSummary } from '../summary/order-summary.tsx'
import styles from './checkout-page.module.css'
import { deductionsOf, linesOf } from '../order/order-lines.ts'
import { useVisitTimeTexts, visitTimeOfProduct } from '../../visit/visit-time-texts.ts'

/** The order, shown beside each step: on narrow screens folded into one line with the total. */
export function OrderRecap({ order }: { readonly order: TemporaryOrder }): ReactElement {
  const t = useText()
  const textsOf = useVisitTimeTexts()
  const { main_product: product, price } = order
  const summary = (
    <OrderSummary
      facts={[product.product_name, textsOf(visitTimeOfProduct(product)).lines.join(' ')]}
      lines={linesOf(order)}
      deductions={deductionsOf(order)}
      total={price}
    />
  )
  return (
    <>
      <details className={styles.folded}>
        <summary>
          {t('order_summary_title')}
          <strong>
            <Price yen={price} />
          </strong>
        </summary>
        {summary}
      </details>
      <div className={styles.unfolded}>{summary}</div>
    </>
  )
}
