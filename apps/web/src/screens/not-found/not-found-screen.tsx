import type { ReactElement } from 'react'
import { Link } from '../../page/router.tsx'

import { useText } from '../../i18n/texts.tsx'
import { HousePage } from '../../parts/house/house-page.tsx'
import { InquiryLink } from '../../parts/ticket/inquiry-link.tsx'
import { buttonLook } from '../../ui/button.tsx'

/** An address that leads nowhere. */
export function NotFoundScreen(): ReactElement {
  const t = useText()
  return (
    <HousePage title={t('not_found_title')} lead={t('not_found_message')}>
      <p>
        <Link className={buttonLook()} to="/order">
          {t('common_to_order')}
        </Link>{' '}
        <InquiryLink />
      </p>
    </HousePage>
  )
}
