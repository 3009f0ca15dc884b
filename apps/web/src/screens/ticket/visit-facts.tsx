import type { Reservation } from '@kippu/contract/reservations'
import type { ReactElement } from 'react'

import { useSite } from '../../page/first-view-context.ts'
import { useText } from '../../i18n/texts.tsx'
import { boughtOf } from '../../parts/ticket/bought-lines.ts'
import styles from './ticket-screen.module.css'

/** What the tickets are for beside the time: the house, what was bought, the number of the reservation. */
export function VisitFacts({ reservation }: { readonly reservation: Reservation }): ReactElement {
  const t = useText()
  const { name } = useSite()
  const { main_product: product } = reservation
  return (
    <section className={styles.visit} aria-label={t('ticket_bought')}>
      {product.image_path !== null && <img className={styles.picture} src={product.image_path} alt="" />}
      <div className={styles.facts}>
        <p>{name}</p>
        {product.naming_right !== null && <p className={styles.soft}>{product.naming_right}</p>}
        <dl>
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
