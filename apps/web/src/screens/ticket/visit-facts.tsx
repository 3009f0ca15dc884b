import type { Reservation } from '@kippu/contract/reservations'
import type { ReactElement } from 'react'

import { useFirstView } from '../../page/first-view-context.ts'
import { useText } from '../../i18n/texts.tsx'
import { boughtOf } from '../../parts/ticket/bought-lines.ts'
import { useEntryWords } from '../../parts/visit/entry-words.ts'
import styles from './ticket-screen.module.css'

/** The facts of the tickets beside the time: the house, what was bought, the number of the reservation. */
export function VisitFacts({ reservation }: { readonly reservation: Reservation }): ReactElement {
  const t = useText()
  const view = useFirstView()
  const { name, heroImage, copies } = view.site
  const address = t('site_address')
  const { main_product: product } = reservation
  const entryWords = useEntryWords()(product)
  const picture = product.image_path ?? heroImage
  return (
    <section className={styles.visit}>
      <img className={styles.picture} src={picture} srcSet={copies[picture]} alt="" />
      <div className={styles.facts}>
        <p>{name}</p>
        {product.naming_right !== null && <p className={styles.soft}>{product.naming_right}</p>}
        {entryWords.map(words => (
          <p key={words}>{words}</p>
        ))}
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
          {address !== '' && (
            <div>
              <dt>{t('ticket_place')}</dt>
              <dd>
                <span>{address}</span>{' '}
                {view.kind === 'ticket' && (
                  <a
                    className={styles.map}
                    href={view.mapUrl}
                    target="_blank"
                    rel="noreferrer"
                    data-print="no"
                  >
                    {t('ticket_map')}
                  </a>
                )}
              </dd>
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
