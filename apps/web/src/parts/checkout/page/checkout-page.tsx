import type { TemporaryOrder } from '@kippu/contract/orders'
import type { ReactElement, ReactNode } from 'react'
import { Link } from '../../../page/router.tsx'

import { Icon } from '../../../ui/icon.tsx'
import { HoldTimer } from '../hold/hold-timer.tsx'
import styles from './checkout-page.module.css'
import { OrderRecap } from './order-recap.tsx'

interface CheckoutPageProps {
  readonly title: ReactNode
  readonly lead?: ReactNode
  readonly order: TemporaryOrder
  /** The previous step, which keeps its answers. */
  readonly back?: { readonly to: string; readonly label: string }
  readonly children: ReactNode
}

/** A step of the purchase: its title and content, and beside them the order and the time left of its hold. */
export function CheckoutPage({ title, lead, order, back, children }: CheckoutPageProps): ReactElement {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        {back !== undefined && (
          <Link to={back.to} className={styles.back}>
            <Icon name="left" /> {back.label}
          </Link>
        )}
        <h1 tabIndex={-1}>{title}</h1>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </header>
      <aside className={styles.aside}>
        <HoldTimer order={order} />
        <OrderRecap order={order} />
      </aside>
      <div className={styles.content}>{children}</div>
    </div>
  )
}
