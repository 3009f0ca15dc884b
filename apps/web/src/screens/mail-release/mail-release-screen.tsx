import { readMailMagazines, releaseMailMagazine } from '@kippu/contract/mail-magazines'
import type { MailMagazine } from '@kippu/contract/mail-magazines'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { useNavigate, useParams } from '../../page/router.tsx'
import { useText } from '../../i18n/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './mail-release-screen.module.css'
import { RELEASED } from './released.ts'
import { ToOrder } from './to-order.tsx'

/** Ends mail magazines one by one, through the link of a mail. */
export function MailReleaseScreen(): ReactElement {
  const t = useText()
  const { mailToken = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['mailmagazines', mailToken],
    queryFn: () => request(readMailMagazines, { params: { token: mailToken } }),
    refetchOnWindowFocus: false,
    // A visitor who comes back from the completion page sees the magazines that are left.
    gcTime: 0,
  })
  const subscribed = data?.filter(row => row.is_subscribed).map(row => row.field_name)
  if (subscribed?.length === 0 || isUnknown(error))
    return (
      <Page title={t('mail_release_none_title')} lead={t('mail_release_none')}>
        <ToOrder />
      </Page>
    )
  if (subscribed === undefined)
    return (
      <Page title={t('mail_release_title')}>
        {error === null ? (
          <Skeleton lines={3} label={t('common_loading')} />
        ) : (
          <Button onClick={() => void refetch()}>{t('common_retry')}</Button>
        )}
      </Page>
    )
  return (
    <Page title={t('mail_release_title')} lead={t('mail_release_lead')}>
      <Magazines mailToken={mailToken} magazines={subscribed} lookAgain={() => void refetch()} />
    </Page>
  )
}

interface MagazinesProps {
  readonly mailToken: string
  readonly magazines: readonly MailMagazine[]
  readonly lookAgain: () => void
}

function Magazines({ mailToken, magazines, lookAgain }: MagazinesProps): ReactElement {
  const t = useText()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (magazine: MailMagazine) =>
      request(releaseMailMagazine, { params: { token: mailToken }, body: { field_name: magazine } }),
    onSuccess: () => {
      const others = magazines.length > 1 ? `?mail_token=${encodeURIComponent(mailToken)}` : ''
      queryClient.setQueryData(RELEASED, true)
      navigate(`/mail-release-completion${others}`)
    },
    // It may have ended in another window, so the list may be out of date.
    onError: lookAgain,
  })
  return (
    <ul className={styles.magazines}>
      {magazines.map(magazine => (
        <li key={magazine}>
          <h2 id={magazine}>{t(`mail_release_${magazine}`)}</h2>
          <Button
            look="plain"
            busy={isPending && variables === magazine}
            aria-describedby={magazine}
            onClick={() => mutate(magazine)}
          >
            {t('mail_release_submit')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** The token is unknown: the page says so, without a dialog. */
function isUnknown(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404
}
