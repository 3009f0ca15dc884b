import type { Reservation } from '@kippu/contract/reservations'
import { visitTimeOf } from '@kippu/domain/visit-time'
import type { ReactElement } from 'react'

import { useSite } from '../../page/first-view-context.ts'
import { useText } from '../../i18n/texts.tsx'
import { useVisitTimeTexts } from '../../parts/visit/visit-time-texts.ts'
import styles from './ticket-screen.module.css'

/** The product and the time of the visit: a period, a day, or a day with its entry window. */
export function VisitFacts({ reservation }: { readonly reservation: Reservation }): ReactElement {
  const t = useText()
  const textsOf = useVisitTimeTexts()
  const { name } = useSite()
  const { main_product: product, booking_type: bookingType } = reservation
  const visitTime = visitTimeOf(bookingType, { from: product.reservation_from, to: product.reservation_to })
  return (
    <section className={styles.visit}>
      {product.image_path !== null && <img className={styles.picture} src={product.image_path} alt="" />}
      <div className={styles.facts}>
        <p className={styles.place}>{name}</p>
        <h1 tabIndex={-1}>{product.product_name}</h1>
        {product.naming_right !== null && <p className={styles.soft}>{product.naming_right}</p>}
        <dl>
          {textsOf(visitTime).facts.map(({ name: fact, text }) => (
            <div key={fact}>
              <dt>{t(`ticket_${fact}`)}</dt>
              <dd className={styles.visitTime}>{text}</dd>
            </div>
          ))}
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
          {reservation.reservation_number !== null && (
            <div>
              <dt>{t('ticket_number')}</dt>
              <dd translate="no">{reservation.reservation_number}</dd>
            </div>
          )}
          {reservation.shared !== null && reservation.shared.giver_name !== '' && (
            <div>
              <dt>{t('ticket_giver')}</dt>
              <dd>{reservation.shared.giver_name}</dd>
            </div>
          )}
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
