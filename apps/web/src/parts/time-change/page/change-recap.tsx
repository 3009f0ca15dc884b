import type { TimeChange } from '@kippu/contract/time-changes'
import { visitTimeOf } from '@kippu/domain/visit-time'
import type { ReactElement } from 'react'

import { Price } from '../../../i18n/formats.tsx'
import { useText } from '../../../i18n/texts.tsx'
import { useVisitTimeTexts } from '../../visit/visit-time-texts.ts'
import styles from './change-recap.module.css'

/** The visit before, the visit after, and the difference. */
export function ChangeRecap({ change }: { readonly change: TimeChange }): ReactElement {
  const t = useText()
  const { old, new: next, booking_type: type, difference } = change
  return (
    <section className={styles.recap} aria-label={t('change_title')}>
      <div className={styles.visits}>
        <Visit label={t('change_before')} visit={old} type={type} />
        <span className={styles.arrow} aria-hidden="true">
          →
        </span>
        <Visit label={t('change_after')} visit={next} type={type} isNew />
      </div>
      <p className={styles.difference}>
        <span>
          {t('change_difference')} <small>{t('common_tax_included')}</small>
        </span>
        <strong>
          <span>{difference > 0 ? '+' : ''}</span>
          <Price yen={difference} />
        </strong>
      </p>
    </section>
  )
}

interface VisitProps {
  readonly label: string
  readonly visit: TimeChange['old']
  readonly type: TimeChange['booking_type']
  readonly isNew?: boolean
}

function Visit({ label, visit, type, isNew = false }: VisitProps): ReactElement {
  const textsOf = useVisitTimeTexts()
  const time = visitTimeOf(type, { from: visit.reservation_from, to: visit.reservation_to })
  return (
    <div className={isNew ? styles.new : styles.old}>
      <h2>{label}</h2>
      {textsOf(time).lines.map(line => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}
