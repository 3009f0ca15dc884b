import { mailReservation } from '@kippu/contract/reservations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'

import { request } from '../../api/client.ts'
import { isMoved } from '../../api/is-moved.ts'
import { minutesUntilRetry } from '../../api/minutes-until-retry.ts'
import { useLanguage, useText } from '../../i18n/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './mail-again.module.css'

/** Has the tickets mailed once more to the address on file, which is shown nowhere. */
export function MailAgain({ reservationToken }: { readonly reservationToken: string }): ReactElement {
  const t = useText()
  const lang = useLanguage()
  const queryClient = useQueryClient()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () =>
      request(mailReservation, { params: { reservation_token: reservationToken }, body: { lang } }),
    onError: failure => {
      // The visit was moved while this page was open: the page itself finds out, and says so.
      if (isMoved(failure))
        void queryClient.invalidateQueries({ queryKey: ['reservation', reservationToken] })
    },
  })
  const wait = minutesUntilRetry(error)
  return (
    <div className={styles.again} data-print="no">
      <Button look="quiet" busy={isPending} onClick={() => mutate()}>
        <Icon name="mail" /> {t('ticket_mail_again')}
      </Button>
      <output>
        {isSuccess && <span>{t('ticket_mail_sent')}</span>}
        {wait !== null && <span>{t('ticket_mail_wait', { minutes: wait })}</span>}
      </output>
    </div>
  )
}
