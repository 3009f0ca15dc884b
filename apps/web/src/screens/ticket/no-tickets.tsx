import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { HousePage } from '../../parts/house/house-page.tsx'
import { InquiryLink } from '../../parts/ticket/inquiry-link.tsx'
import { Button } from '../../ui/button.tsx'

interface NoTicketsProps {
  /** The holder of a share has neither their number nor a mail of the store to find them by. */
  readonly isPart: boolean
  readonly retry: () => void
}

/** A link that opens no tickets, or none now. The page alone says so, without a dialog over it. */
export function NoTickets({ isPart, retry }: NoTicketsProps): ReactElement {
  const t = useText()
  return (
    <HousePage title={t('ticket_missing_title')} lead={t(isPart ? 'ticket_part_missing' : 'ticket_missing')}>
      <p>
        <Button look="plain" onClick={retry}>
          {t('common_retry')}
        </Button>{' '}
        {!isPart && <InquiryLink />}
      </p>
    </HousePage>
  )
}
