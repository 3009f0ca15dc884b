import type { Reservation } from '@kippu/contract/reservations'
import { visitTimeOf } from '@kippu/domain/visit-time'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { useVisitTimeTexts } from '../../parts/visit/visit-time-texts.ts'
import styles from './ticket-screen.module.css'

/**
 * The product and the time of the visit: a period, a day, or a day with its entry window. They stand in the first
 * screen of the smallest phone, above a whole code.
 */
export function VisitHead({ reservation }: { readonly reservation: Reservation }): ReactElement {
  const t = useText()
  const textsOf = useVisitTimeTexts()
  const { main_product: product, booking_type: bookingType } = reservation
  const visitTime = visitTimeOf(bookingType, { from: product.reservation_from, to: product.reservation_to })
  return (
    <header className={styles.head}>
      <h1 tabIndex={-1}>{product.product_name}</h1>
      <dl className={styles.when}>
        {textsOf(visitTime).facts.map(({ name: fact, text }) => (
          <div key={fact}>
            <dt>{t(`ticket_${fact}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </header>
  )
}
