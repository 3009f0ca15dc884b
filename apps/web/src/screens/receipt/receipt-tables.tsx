import type { Receipt } from '@kippu/contract/receipts'
import { isReducedRate, paymentPurposes } from '@kippu/domain/receipt-parts'
import type { ReactElement } from 'react'

import { Price, useDates } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import styles from './receipt-sheet.module.css'

interface OfReceipt {
  readonly receipt: Receipt
}

/** The bought lines, the differences of the total from them, and the total. */
export function ReceiptLines({ receipt }: OfReceipt): ReactElement {
  const t = useText()
  const { lines, adjustments, price } = receipt
  const hasReduced = lines.some(line => isReducedRate(line.tax_rate))
  return (
    <section>
      <table className={styles.lines}>
        <caption>{t('receipt_lines')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('receipt_item')}</th>
            <th scope="col" className={styles.wide}>
              {t('receipt_quantity')}
            </th>
            <th scope="col" className={styles.wide}>
              {t('receipt_unit_price')}
            </th>
            <th scope="col">{t('receipt_price')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={`${index} ${line.name}`}>
              <th scope="row">
                <span>
                  {[
                    line.name,
                    line.option_name,
                    isReducedRate(line.tax_rate) ? t('receipt_reduced_mark') : '',
                  ]
                    .filter(part => part !== '')
                    .join(' ')}
                </span>
                {/* A phone has no room for the two columns. */}
                <small className={styles.narrow}>
                  <span>
                    <Price yen={line.unit_price} /> <span>{`× ${line.quantity}`}</span>
                  </span>
                </small>
              </th>
              <td className={styles.wide}>{line.quantity}</td>
              <td className={styles.wide}>
                <Price yen={line.unit_price} />
              </td>
              <td>
                <Price yen={line.price} />
              </td>
            </tr>
          ))}
          {adjustments.map(({ kind, price: difference }) => (
            <TwoPartRow key={kind} name={t(`receipt_adjustment_${kind}`)} yen={difference} />
          ))}
        </tbody>
        <tfoot>
          <TwoPartRow name={t('common_total')} yen={price} />
        </tfoot>
      </table>
      {hasReduced && <p className={styles.note}>{t('receipt_reduced')}</p>}
    </section>
  )
}

/** A cell with nothing in it. */
const BLANK = '\u00a0'

function TwoPartRow({ name, yen }: { readonly name: string; readonly yen: number }): ReactElement {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className={styles.wide}>{BLANK}</td>
      <td className={styles.wide}>{BLANK}</td>
      <td>
        <Price yen={yen} />
      </td>
    </tr>
  )
}

/** The tax of each rate, rounded once. */
export function ReceiptTaxes({ receipt: { taxes } }: OfReceipt): ReactElement {
  const t = useText()
  return (
    <section>
      <table>
        <caption>{t('receipt_taxes')}</caption>
        <thead>
          <tr>
            <td>{BLANK}</td>
            <th scope="col">{t('receipt_tax_price')}</th>
            <th scope="col">{t('receipt_tax')}</th>
          </tr>
        </thead>
        <tbody>
          {taxes.map(({ tax_rate: rate, price, tax }) => (
            <tr key={rate}>
              <th scope="row">{t('receipt_tax_rate', { rate })}</th>
              <td>
                <Price yen={price} />
              </td>
              <td>
                <Price yen={tax} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The money that makes the total: the purchase, differences of changes, and what went back. */
export function ReceiptPayments({ receipt: { payments } }: OfReceipt): ReactElement {
  const t = useText()
  const { date } = useDates()
  const purposes = paymentPurposes(payments)
  return (
    <section>
      <table>
        <caption>{t('receipt_payments')}</caption>
        <tbody>
          {payments.map(({ paid_at: at, payment_method_type: method, price }, index) => (
            <tr key={`${index} ${at}`}>
              <th scope="row">
                <span>{t(`receipt_payment_${purposes[index] ?? 'first'}`)}</span>
                <small>
                  <span className={styles.date}>{date(at)}</span>{' '}
                  {method !== null && method !== 'free' && <span>{t(`payment_method_${method}`)}</span>}
                </small>
              </th>
              <td>
                <Price yen={price} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
