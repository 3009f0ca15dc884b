import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { receiptPage } from '../../page/redirects.ts'
import { Link } from '../../page/router.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** The way to the receipt. */
export function ReceiptLink({ reservationToken }: { readonly reservationToken: string }): ReactElement {
  const t = useText()
  return (
    <Link className={buttonLook('quiet')} to={receiptPage(reservationToken)}>
      <Icon name="receipt" /> {t('ticket_receipt')}
    </Link>
  )
}
