import type { ReactElement } from 'react'
import { Link } from '../../page/router.tsx'

import { useText } from '../../i18n/texts.tsx'
import { HousePage } from '../../parts/house/house-page.tsx'
import { InquiryLink } from '../../parts/ticket/inquiry-link.tsx'
import { buttonLook } from '../../ui/button.tsx'

interface NotFoundScreenProps {
  /** A mail program has cut the route off the link. */
  readonly isCut?: boolean
}

/** An address that leads nowhere. */
export function NotFoundScreen({ isCut = false }: NotFoundScreenProps): ReactElement {
  const t = useText()
  const words = isCut ? 'link_cut' : 'not_found'
  return (
    <HousePage title={t(`${words}_title`)} lead={t(`${words}_message`)}>
      <p>
        {isCut && <InquiryLink look="primary" />}{' '}
        <Link className={buttonLook(isCut ? 'quiet' : 'primary')} to="/order">
          {t('common_to_order')}
        </Link>{' '}
        {!isCut && <InquiryLink />}
      </p>
    </HousePage>
  )
}
