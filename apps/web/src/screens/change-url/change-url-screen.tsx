import type { ReactElement } from 'react'

import { mainOrder } from '../../page/redirects.ts'
import { Link } from '../../page/router.tsx'
import { useText } from '../../i18n/texts.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'

/** `/change-url`: a link to tickets from before a date change (R-2.81, D-15). */
export function ChangeUrlScreen(): ReactElement {
  const t = useText()
  return (
    <Page title={t('change_url_title')} lead={t('change_url_message')}>
      <p>
        <Link className={buttonLook('plain')} to={mainOrder()}>
          {t('common_to_order')}
        </Link>
      </p>
    </Page>
  )
}
