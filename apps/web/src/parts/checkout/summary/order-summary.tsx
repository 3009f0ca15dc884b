import { useId } from 'react'
import type { ReactElement, ReactNode } from 'react'

import { Price } from '../../../i18n/formats.tsx'
import { useCount, useText } from '../../../i18n/texts.tsx'
import styles from './order-summary.module.css'

/** Tickets of one kind, units of an extra, or units of a set product. */
export interface SummaryLine {
  readonly name: string
  /** Price of one, in yen. */
  readonly price: number
  readonly count: number
  /** Tickets are counted in words ("2 tickets"), other lines by the bare number. */
  readonly isTicket: boolean
}

/** One discount. */
export interface Deduction {
  readonly name: string
  /** Yen, not negative. */
  readonly amount: number
}

interface OrderSummaryProps {
  /** The contents of the order: the product, its day, its time. */
  readonly facts: readonly string[]
  readonly lines: readonly SummaryLine[]
  readonly deductions?: readonly Deduction[]
  /** Total in yen, tax included; null while there is nothing to add up. */
  readonly total: number | null
  /** Shown instead of lines while there are none. */
  readonly empty?: string
  /** The button to go on; on a phone it stays at the bottom of the screen with the total. */
  readonly action?: ReactNode
  /** A remark under the action. */
  readonly note?: ReactNode
}

/** The order as it stands: lines, total, and the way on. */
export function OrderSummary({
  facts,
  lines,
  deductions = [],
  total,
  empty,
  action,
  note,
}: OrderSummaryProps): ReactElement {
  const t = useText()
  const titleId = useId()
  return (
    <section className={styles.summary} aria-labelledby={titleId}>
      <h2 id={titleId} className="face">
        {t('order_summary_title')}
      </h2>
      {facts.length > 0 && (
        <ul className={styles.facts}>
          {facts.map(fact => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      {lines.length === 0 && empty !== undefined && <p className={styles.empty}>{empty}</p>}
      {lines.length > 0 && (
        <ul className={styles.lines}>
          {lines.map((line, index) => (
            <Line key={`${index} ${line.name}`} line={line} />
          ))}
          {deductions.map((deduction, index) => (
            <li key={`${index} ${deduction.name}`} className={styles.deduction}>
              <span>{deduction.name}</span>
              <Price yen={-deduction.amount} />
            </li>
          ))}
        </ul>
      )}
      <div className={action === undefined ? styles.end : `${styles.end} ${styles.bar}`}>
        <p className={styles.total} aria-live="polite" aria-atomic="true">
          <span>
            {t('common_total')} <small>{t('common_tax_included')}</small>
          </span>
          <strong>{total === null ? '–' : <Price yen={total} />}</strong>
        </p>
        {action}
      </div>
      {note && <div className={styles.note}>{note}</div>}
    </section>
  )
}

function Line({ line }: { readonly line: SummaryLine }): ReactElement {
  const count = useCount()
  return (
    <li>
      <span>
        <span>{line.name}</span>
        <small>
          <Price yen={line.price} />{' '}
          <span>{`× ${line.isTicket ? count('common_tickets', line.count) : line.count}`}</span>
        </small>
      </span>
      <Price yen={line.price * line.count} />
    </li>
  )
}
