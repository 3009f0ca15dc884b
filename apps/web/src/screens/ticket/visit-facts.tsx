import type { Reservation } from '@kippu/contract/reservations'
import type { ReactElement } from 'react'

import { useSite } from '../../page/first-view-context.ts'
import { useDates } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import styles from './ticket-screen.module.css'

/** The product and the time of the visit: a period, a day, or a day with its entry window. */
export function VisitFacts({ reservation }: { readonly reservation: Reservation }): ReactElement {
  const t = useText()
  const dates = useDates()
  const { name } = useSite()
  const { main_product: product, booking_type: bookingType } = reservation
  const { reservation_from: from, reservation_to: to } = product
  return (
    <section className={styles.visit}>
      {product.image_path !== null && <img className={styles.picture} src={product.image_path} alt="" />}
      <div className={styles.facts}>
        <p className={styles.place}>{name}</p>
        <h1 tabIndex={-1}>{product.product_name}</h1>
        {product.naming_right !== null && <p className={styles.soft}>{product.naming_right}</p>}
        <dl>
          <div>
            <dt>{t(bookingType === 'period' ? 'ticket_period' : 'ticket_date')}</dt>
            <dd className={styles.when}>
              {dates.date(from)}
              {bookingType === 'period' && ` – ${dates.date(to)}`}
            </dd>
          </div>
          {bookingType === 'time' && (
            <div>
              <dt>{t('ticket_entry')}</dt>
              <dd className={styles.when}>{dates.timeRange(from, to)}</dd>
            </div>
          )}
          <div>
            <dt>{t('ticket_bought')}</dt>
            <dd>
              {boughtOf(reservation).map(line => (
                <span key={line} className={styles.line}>
                  {line}
                </span>
              ))}
            </dd>
          </div>
          <div>
            <dt>{t('ticket_number')}</dt>
            <dd translate="no">{reservation.reservation_number}</dd>
          </div>
        </dl>
      </div>
    </section>
  )
}

/** Tickets, extras, and set products: `Adult × 2`. */
function boughtOf({ main_product: product, set_products: sets }: Reservation): string[] {
  return [
    ...product.order_options.map(line => `${line.name} × ${line.quantity}`),
    ...sets.map(set => `${set.product_name} × ${set.quantity}`),
  ]
}
