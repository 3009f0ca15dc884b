import type { ReactElement } from 'react'

import { useText } from '../../../i18n/texts.tsx'
import { mainOrder } from '../../../page/redirects.ts'
import { Link } from '../../../page/router.tsx'
import { buttonLook } from '../../../ui/button.tsx'

/** The way back to the choice of tickets, from a page where nothing else is left to do. */
export function ToOrderLink(): ReactElement {
  const t = useText()
  return (
    <Link className={buttonLook('plain')} to={mainOrder()}>
      {t('common_to_order')}
    </Link>
  )
}
