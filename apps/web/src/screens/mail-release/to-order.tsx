import type { ReactElement } from 'react'

import { mainOrder } from '../../page/redirects.ts'
import { Link } from '../../page/router.tsx'
import { useText } from '../../i18n/texts.tsx'
import { buttonLook } from '../../ui/button.tsx'

/** The link to the order page, for pages that have nothing left to do. */
export function ToOrder(): ReactElement {
  const t = useText()
  return (
    <Link to={mainOrder()} className={buttonLook('quiet')}>
      {t('common_to_order')}
    </Link>
  )
}
