import { receiptPdf } from '@kippu/contract/receipts'
import type { Receipt } from '@kippu/contract/receipts'
import type { ReactElement } from 'react'

import { urlOf } from '../../api/client.ts'
import { useLanguage, useText } from '../../i18n/texts.tsx'
import { receiptPage } from '../../page/redirects.ts'
import { Link } from '../../page/router.tsx'
import { Button, buttonLook } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './receipt-screen.module.css'
import { ReceiptSheet } from './receipt-sheet.tsx'

interface ReceiptViewProps {
  readonly receipt: Receipt
  readonly reservationToken: string
}

/** A receipt, with the ways to keep it, and all receipts of the reservation. */
export function ReceiptView({ receipt, reservationToken }: ReceiptViewProps): ReactElement {
  const t = useText()
  return (
    <div className={styles.view}>
      {!receipt.reissue && (
        <output data-print="no">
          <Notice>{t('receipt_issued')}</Notice>
        </output>
      )}
      <Keeping receipt={receipt} reservationToken={reservationToken} />
      <ReceiptSheet receipt={receipt} />
      {receipt.receipt_numbers.length > 1 && (
        <AllReceipts receipt={receipt} reservationToken={reservationToken} />
      )}
    </div>
  )
}

function Keeping({ receipt, reservationToken }: ReceiptViewProps): ReactElement {
  const t = useText()
  const lang = useLanguage()
  const { receipt_number: number, original_pass: pass } = receipt
  const pdf = urlOf(
    receiptPdf.path,
    {
      params: { reservation_token: reservationToken },
      query: { lang, receipt_number: number, ...(pass !== null && { original_pass: pass }) },
    },
    location.origin,
  )
  return (
    <div data-print="no">
      <div className={styles.actions}>
        {receipt.has_pdf && (
          <a className={buttonLook()} href={pdf} download>
            {t('receipt_pdf')}
          </a>
        )}
        <Button look="plain" onClick={() => window.print()}>
          {t('receipt_print')}
        </Button>
      </div>
      {!receipt.has_pdf && <p>{t('receipt_no_pdf')}</p>}
    </div>
  )
}

function AllReceipts({ receipt, reservationToken }: ReceiptViewProps): ReactElement {
  const t = useText()
  return (
    <nav className={styles.all} aria-labelledby="all-receipts" data-print="no">
      <h2 id="all-receipts">{t('receipt_all')}</h2>
      <ul>
        {receipt.receipt_numbers.map(number => (
          <li key={number}>
            <Link
              to={receiptPage(reservationToken, number)}
              aria-current={number === receipt.receipt_number ? 'page' : undefined}
            >
              {number}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
