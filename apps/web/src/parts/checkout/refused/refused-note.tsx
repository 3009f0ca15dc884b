import type { TemporaryOrder } from '@kippu/contract/orders'
import { timeOf } from '@kippu/domain/jst-date'
import { useEffect, useRef } from 'react'
import type { ReactElement, ReactNode } from 'react'

import { usePrice } from '../../../i18n/formats.tsx'
import { useCount, useText } from '../../../i18n/texts.tsx'
import { Link } from '../../../page/router.tsx'
import { spotPayment } from '../../../page/spot-redirects.ts'
import { buttonLook } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { PaidOrder } from '../../payable/payable.ts'
import { useVisitTimeTexts, visitTimeOfProduct } from '../../visit/visit-time-texts.ts'
import { useTimeLeft } from '../hold/use-hold.ts'
import { ticketsOf } from '../order/current-order.ts'
import { useHeldOrder } from '../order/use-held-order.ts'
import styles from './refused-note.module.css'
import { useRefusal } from '../../paying/data/use-refusal.ts'

/** Where the order is paid by another card or another way. */
const PAYMENT: Readonly<Record<PaidOrder, string>> = { order: '/payment', spot: spotPayment() }

/**
 * The first thing on the page that a visitor is led back to when their payment was refused: what happened, what is kept
 * and until when, and the way straight to another card. Nothing once the hold has ended.
 */
export function RefusedNote({ paid = 'order' }: { readonly paid?: PaidOrder }): ReactNode {
  const refused = useRefusal(paid)
  const order = useHeldOrder(paid)
  if (refused === null || order === undefined) return null
  return <Kept order={order} paid={paid} reason={refused.reason} />
}

interface KeptProps {
  readonly order: TemporaryOrder
  readonly paid: PaidOrder
  readonly reason: 'payment' | 'coupon'
}

function Kept({ order, paid, reason }: KeptProps): ReactNode {
  const t = useText()
  const price = usePrice()
  const isHeld = useTimeLeft(order) > 0
  const time = timeOf(order.expires_at)
  const names = order.coupons.map(coupon => coupon.coupon_name).join(', ')
  const title = useRef<HTMLHeadingElement>(null)
  // After the arrival on the page, which gives its own title the focus.
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  if (!isHeld) return null
  return (
    <section className={styles.note} aria-labelledby="refused-payment">
      <div className={styles.text}>
        <Icon name="warning" />
        <h2 id="refused-payment" ref={title} tabIndex={-1}>
          {t(reason === 'coupon' ? 'refused_coupon_title' : 'refused_title')}
        </h2>
        <Visit order={order} />
        <p>{names === '' ? t('refused_kept', { time }) : t('refused_kept_coupons', { time, names })}</p>
      </div>
      <Link className={buttonLook('primary', true)} to={PAYMENT[paid]}>
        {t(reason === 'coupon' ? 'refused_coupon_pay' : 'refused_pay', { price: price(order.price) })}
      </Link>
    </section>
  )
}

/** The visit that is kept, in one line. */
function Visit({ order }: { readonly order: TemporaryOrder }): ReactElement {
  const count = useCount()
  const textsOf = useVisitTimeTexts()
  const { main_product: product } = order
  return (
    <p>
      <strong>{product.product_name}</strong>
      <span>
        {` · ${textsOf(visitTimeOfProduct(product)).lines.join(' ')} · ${count('common_tickets', ticketsOf(order))}`}
      </span>
    </p>
  )
}
