import type { ReactElement } from 'react'

import { useText } from '../../../i18n/texts.tsx'
import { addressOf } from '../../../page/entry.ts'
import { ticketPage } from '../../../page/redirects.ts'
import { useSession } from '../../../session/session.ts'
import { buttonLook } from '../../../ui/button.tsx'
import { useIsTimeChange } from '../state/use-is-time-change.ts'

/** The tickets of a visit that is not moved yet. */
export function ToTickets({ reservationToken }: { readonly reservationToken: string }): ReactElement {
  const t = useText()
  return (
    <a href={addressOf(ticketPage(reservationToken))} className={buttonLook('quiet')}>
      {t('change_to_tickets')}
    </a>
  )
}

/** While a change of time is being paid the visit stays as it is, and its tickets are one tap away; nothing for the payment of an order. */
export function ToKeptTickets(): ReactElement | null {
  const isTimeChange = useIsTimeChange()
  const token = useSession(session => session.changeDateResult?.oldToken)
  return isTimeChange && token !== undefined ? <ToTickets reservationToken={token} /> : null
}
