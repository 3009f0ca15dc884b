import type { ReactNode } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { Link } from '../../page/router.tsx'
import { spotInquiry } from '../../page/spot-redirects.ts'
import { keptSpotOrders } from '../../session/spot-orders.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './spot.module.css'

/** The way to what this browser bought; nothing where it has bought nothing. */
export function OwnTicketsLink(): ReactNode {
  const t = useText()
  if (keptSpotOrders().length === 0) return null
  return (
    <Link to={spotInquiry()} className={styles.own}>
      <Icon name="ticket" /> {t('spot_own_tickets')}
    </Link>
  )
}
