import type { Reservation } from '@kippu/contract/reservations'
import type { ReactElement } from 'react'

import { useText } from '../../../i18n/texts.tsx'
import { addressOf } from '../../../page/entry.ts'
import { receiptPage } from '../../../page/redirects.ts'
import { sharePage } from '../../../page/share-redirects.ts'
import { buttonLook } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { CalendarButton } from '../../ticket/calendar-button.tsx'
import styles from './keep-visit.module.css'

/** The buyer's next steps with a visit that is theirs: an entry in the calendar, tickets for friends, the receipt. */
export function KeepVisit({ reservation }: { readonly reservation: Reservation }): ReactElement {
  const t = useText()
  const { reservation_token: token, permissions } = reservation
  return (
    <ul className={styles.keep}>
      <li>
        <CalendarButton reservation={reservation} />
      </li>
      {permissions.share.allowed && (
        <li>
          <a href={addressOf(sharePage(token))} className={buttonLook('quiet')}>
            <Icon name="hand" /> {t('ticket_share')}
          </a>
        </li>
      )}
      {permissions.receipt.allowed && (
        <li>
          <a href={addressOf(receiptPage(token))} className={buttonLook('quiet')}>
            <Icon name="receipt" /> {t('ticket_receipt')}
          </a>
        </li>
      )}
    </ul>
  )
}
