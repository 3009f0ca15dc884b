import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { reservationInquiry } from '../../page/redirects.ts'
import { Link } from '../../page/router.tsx'
import { buttonLook } from '../../ui/button.tsx'

/** The way to the tickets for a buyer who has no link that works. */
export function InquiryLink({
  look = 'quiet',
}: {
  readonly look?: 'primary' | 'plain' | 'quiet'
}): ReactElement {
  const t = useText()
  return (
    <Link className={buttonLook(look)} to={reservationInquiry()}>
      {t('common_inquiry')}
    </Link>
  )
}
