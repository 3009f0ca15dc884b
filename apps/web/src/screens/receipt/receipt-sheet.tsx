import type { Receipt } from '@kippu/contract/receipts'
import { isOfDays } from '@kippu/domain/receipt-parts'
import type { ReactElement } from 'react'

import { Price, useDates } from '../../i18n/formats.tsx'
import { useLanguage, useText } from '../../i18n/texts.tsx'
import { ReceiptLines, ReceiptPayments, ReceiptTaxes } from './receipt-tables.tsx'
import styles from './receipt-sheet.module.css'

/** The receipt itself as one sheet of paper, on the screen and printed: one A4 page. */
export function ReceiptSheet({ receipt }: { readonly receipt: Receipt }): ReactElement {
  const t = useText()
  return (
    <article className={styles.sheet} data-paper>
      <Head receipt={receipt} />
      <p className={styles.addressee}>{t('receipt_addressee', { name: receipt.addressee })}</p>
      <div className={styles.amount}>
        <p>{t('receipt_amount')}</p>
        <p className={styles.total}>
          <Price yen={receipt.price} /> <small>{t('common_tax_included')}</small>
        </p>
      </div>
      <p className={styles.statement}>
        {receipt.price > 0 ? (
          <>
            {t('receipt_for')}
            <br />
            {t('receipt_received')}
          </>
        ) : (
          t('receipt_all_returned')
        )}
      </p>
      <Facts receipt={receipt} />
      <ReceiptLines receipt={receipt} />
      <div className={styles.pair}>
        <ReceiptTaxes receipt={receipt} />
        <ReceiptPayments receipt={receipt} />
      </div>
      <Foot receipt={receipt} />
    </article>
  )
}

function Head({ receipt }: { readonly receipt: Receipt }): ReactElement {
  const t = useText()
  const lang = useLanguage()
  const { date } = useDates()
  return (
    <header className={styles.head}>
      <div>
        <h1 className="title" tabIndex={-1}>
          {t('receipt_title')}
        </h1>
        {lang !== 'ja' && (
          <p className={styles.japanese} lang="ja">
            {t('receipt_title_japanese')}
          </p>
        )}
      </div>
      {receipt.reissue && <p className={styles.reissue}>{t('receipt_reissue')}</p>}
      <dl className={styles.numbers}>
        <div>
          <dt>{t('receipt_number')}</dt>
          <dd translate="no">{receipt.receipt_number}</dd>
        </div>
        <div>
          <dt>{t('receipt_issued_at')}</dt>
          <dd>{date(receipt.issued_at)}</dd>
        </div>
      </dl>
    </header>
  )
}

function Facts({ receipt }: { readonly receipt: Receipt }): ReactElement {
  const t = useText()
  const { date } = useDates()
  const { visit_from: from, visit_to: to } = receipt
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('receipt_reservation')}</dt>
        <dd translate="no">{receipt.reservation_number}</dd>
      </div>
      <div>
        <dt>{t('receipt_visit')}</dt>
        <dd>
          {isOfDays({ from, to }) ? t('common_period', { from: date(from), to: date(to) }) : date(from)}
        </dd>
      </div>
    </dl>
  )
}

/** The issuer, and what other receipts this one stands with. */
function Foot({ receipt }: { readonly receipt: Receipt }): ReactElement {
  const t = useText()
  const { issuer, former_receipt_number: former, receipt_numbers: all, receipt_number: number } = receipt
  const newest = all.at(-1)
  return (
    <footer className={styles.foot}>
      <div className={styles.others}>
        {former !== null && <p>{t('receipt_former', { number: former })}</p>}
        {newest !== undefined && newest !== number && <p>{t('receipt_replaced', { number: newest })}</p>}
      </div>
      <address className={styles.issuer}>
        <span className={styles.label}>{t('receipt_issuer')}</span>
        <strong lang="ja">{issuer.name}</strong>
        <span lang="ja">{issuer.address}</span>
        <span>
          {t('receipt_registration')} <span translate="no">{issuer.registration_number}</span>
        </span>
      </address>
    </footer>
  )
}
