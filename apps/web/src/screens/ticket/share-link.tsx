import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { addressOf } from '../../page/entry.ts'
import { sharePage } from '../../page/share-redirects.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** The way to hand tickets on, and to take them back. */
export function ShareLink({ reservationToken }: { readonly reservationToken: string }): ReactElement {
  const t = useText()
  return (
    <a href={addressOf(sharePage(reservationToken))} className={buttonLook('quiet')}>
      <Icon name="hand" /> {t('ticket_share')}
    </a>
  )
}
