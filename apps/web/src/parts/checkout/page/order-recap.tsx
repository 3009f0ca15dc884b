import type { TemporaryOrder } from '@kippu/contract/orders'
import type { ReactElement } from 'react'

import { Price } from '../../../i18n/formats.tsx'
import { useText } from '../../../i18n/texts.tsx'
import { OrderSummary } from '../summary/order-summary.tsx'
import styles from './checkout-page.module.css'
import { deductionsOf, linesOf } from '../order/order-lines.ts'
import { useVisitTime } from './visit-time.ts'

/** The order, shown beside each step: on narrow screens folded into one line with the total. */
export function OrderRecap({ order }: { readonly order: TemporaryOrder }): ReactElement {
  const t = useText()
  const visitTime = useVisitTime()
  const { main_product: product, price } = order
  const summary = (
    <OrderSummary
      facts={[product.product_name, visitTime(product)]}
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
