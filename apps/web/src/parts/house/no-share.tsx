import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { Link } from '../../page/router.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { HousePage } from './house-page.tsx'

interface NoShareProps {
  /** Taken back or unknown, or accepted by another browser. */
  readonly words?: 'shared_missing' | 'shared_elsewhere'
}

/** A link that hands nothing on any more: its sender knows why, and the house has other tickets. */
export function NoShare({ words = 'shared_missing' }: NoShareProps): ReactElement {
  const t = useText()
  return (
    <HousePage title={t(`${words}_title`)} lead={t(words)}>
      <p>
        <Link className={buttonLook('plain')} to="/order">
          {t('common_to_order')}
        </Link>
      </p>
    </HousePage>
  )
}
