import { readReservation } from '@kippu/contract/reservations'
import type { Reservation } from '@kippu/contract/reservations'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'

import { request } from '../../../api/client.ts'
import { useLanguage, useText } from '../../../i18n/texts.tsx'
import { useSite } from '../../../page/first-view-context.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { boughtOf } from '../../ticket/bought-lines.ts'
import { useVisitTimeTexts, visitTimeOfProduct } from '../../visit/visit-time-texts.ts'
import styles from './visit-stub.module.css'

interface VisitStubProps {
  /** Undefined while it is read, null where it can't be: then there is the lower half alone. */
  readonly reservation: Reservation | null | undefined
  /** The number of the reservation; on the part that is torn off. */
  readonly number?: string | undefined
  /** The way to the tickets, below it. */
  readonly children: ReactNode
}

/** A visit as a ticket of paper: the house's picture, the day and the time in large letters, and a lower half that unfolds. */
export function VisitStub({ reservation, number, children }: VisitStubProps): ReactElement {
  const t = useText()
  const { heroImage, copies } = useSite()
  return (
    <section className={styles.stub}>
      <img className={styles.picture} src={heroImage} srcSet={copies[heroImage]} alt="" />
      {reservation === undefined && (
        <div className={styles.visit}>
          <Skeleton lines={3} label={t('common_loading')} />
        </div>
      )}
      {reservation !== undefined && reservation !== null && <Visit reservation={reservation} />}
      <div className={styles.lower}>
        {number !== undefined && (
          <>
            <p className={styles.label}>{t('complete_number')}</p>
            <p className={styles.code} translate="no">
              {number}
            </p>
          </>
        )}
        {children}
      </div>
    </section>
  )
}

function Visit({ reservation }: { readonly reservation: Reservation }): ReactElement {
  const textsOf = useVisitTimeTexts()
  const { main_product: product } = reservation
  return (
    <div className={styles.visit}>
      <p className={styles.product}>{product.product_name}</p>
      <p className={styles.when}>
        {textsOf(visitTimeOfProduct(product)).lines.map(line => (
          <span key={line}>{line}</span>
        ))}
      </p>
      <p className={styles.bought}>{boughtOf(reservation).join(' / ')}</p>
    </div>
  )
}

/**
 * The visit that was just bought: undefined while it is read, null where it can't be. The purchase is done, so no failure here is
 * shown to the visitor: the page does without it.
 */
export function useBoughtVisit(reservationToken: string): Reservation | null | undefined {
  const lang = useLanguage()
  const { data } = useQuery({
    queryKey: ['bought-visit', reservationToken, lang],
    queryFn: () =>
      request(readReservation, { params: { reservation_token: reservationToken }, query: { lang } }).catch(
        () => null,
      ),
  })
  return data
}
