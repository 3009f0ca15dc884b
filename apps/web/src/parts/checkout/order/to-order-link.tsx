import type { ReactElement } from 'react'

import { useText } from '../../../i18n/texts.tsx'
import { mainOrder } from '../../../page/redirects.ts'
import { Link } from '../../../page/router.tsx'
import { spotOrder } from '../../../page/spot-redirects.ts'
import { useSession } from '../../../session/session.ts'
import { buttonLook } from '../../../ui/button.tsx'
import type { Paid } from '../../payable/payable.ts'

interface ToOrderLinkProps {
  /** The thing that was being bought; a change of time begins with a visit, so it counts as an order. */
  readonly paid?: Paid
  readonly look?: 'primary' | 'plain' | 'quiet'
}

/** The way back to the choice of tickets, from a page where nothing else is left to do. */
export function ToOrderLink({ paid = 'order', look = 'plain' }: ToOrderLinkProps): ReactElement {
  const t = useText()
  return (
    <Link className={buttonLook(look)} to={useStart(paid)}>
      {t('common_to_order')}
    </Link>
  )
}

/** Where tickets are chosen: at the door with the saved code of the sign. */
export function useStart(paid: Paid): string {
  const qrToken = useSession(session => session.spotQrToken)
  return paid === 'spot' ? spotOrder({ qrToken }) : mainOrder()
}
