import type { SharePermission } from '@kippu/contract/reservations'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { addressOf } from '../../page/entry.ts'
import { sharePage } from '../../page/share-redirects.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

interface ShareLinkProps {
  readonly reservationToken: string
  readonly permission: SharePermission
  /** Tickets are in other hands: they may be taken back. */
  readonly hasShares: boolean
}

/** The way to hand tickets on, and to take them back; nothing where there is nothing to do, as with a single ticket (R-1.09, S-8.08). */
export function ShareLink({ reservationToken, permission, hasShares }: ShareLinkProps): ReactElement | null {
  const t = useText()
  if (!permission.allowed && !hasShares) return null
  return (
    <div data-print="no">
      <a href={addressOf(sharePage(reservationToken))} className={buttonLook('plain')}>
        <Icon name="hand" /> {t('ticket_share')}
      </a>
    </div>
  )
}
