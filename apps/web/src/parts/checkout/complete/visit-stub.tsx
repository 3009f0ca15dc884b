import type { Reservation } from '@kippu/contract/reservations'
import type { ReactElement, ReactNode } from 'react'

import { useText } from '../../../i18n/texts.tsx'
import { useSite } from '../../../page/first-view-context.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { boughtOf } from '../../ticket/bought-lines.ts'
import { useVisitTimeTexts, visitTimeOfProduct } from '../../visit/visit-time-texts.ts'
import styles from './visit-stub.module.css'

interface VisitStubProps {
  /** Undefined while it is read, null where it can't be: then there is the lower half alone. */
  readonly reservation: Reservation | null | undefined
  /** The part that is torn off: the number, and the way to the tickets. */
  readonly children: ReactNode
}

/** A visit as a ticket of paper: the house's picture, the day and the time in large letters, and a lower half that unfolds. */
export function VisitStub({ reservation, children }: VisitStubProps): ReactElement {
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
      <div className={styles.lower}>{children}</div>
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
