import type { Share } from '@kippu/contract/shares'
import { takeBackShare } from '@kippu/contract/shares'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ReactElement, ReactNode } from 'react'

import { request } from '../../api/client.ts'
import { useText } from '../../i18n/texts.tsx'
import { kindsOf } from '../../parts/ticket/ticket-state.ts'
import { Link } from '../../page/router.tsx'
import { sendPage } from '../../page/share-redirects.ts'
import { useSession } from '../../session/session.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from './share-screen.module.css'

interface GivenShareProps {
  readonly share: Share
  /** The store mails the link where it is asked to. */
  readonly canMail: boolean
  readonly reservationToken: string
  readonly reread: () => Promise<void>
}

/** Tickets in other hands: what became of them, the link while nobody has followed it, and the way back. */
export function GivenShare({ share, canMail, reservationToken, reread }: GivenShareProps): ReactElement {
  const t = useText()
  const { status, tickets, share_url: url } = share
  const canTakeBack = status === 'offered' || status === 'accepted'
  return (
    <li className={styles.share}>
      <div className={styles.head}>
        <p>{kindsOf(tickets).join(' / ')}</p>
        <span className={styles.status}>
          <Icon name={status === 'offered' ? 'clock' : status === 'refunded' ? 'minus' : 'check'} />
          <span>{t(`share_status_${status}`)}</span>
        </span>
      </div>
      {status === 'offered' && (
        <ShareLink url={url}>
          {canMail && (
            <Link
              className={buttonLook('plain')}
              to={sendPage(reservationToken)}
              onClick={() => useSession.setState({ shareToken: share.share_token })}
            >
              <Icon name="mail" /> {t('share_by_mail')}
            </Link>
          )}
        </ShareLink>
      )}
      {canTakeBack && <TakeBack share={share} reservationToken={reservationToken} reread={reread} />}
    </li>
  )
}

interface ShareLinkProps {
  readonly url: string
  /** Other ways to hand it on. */
  readonly children: ReactNode
}

function ShareLink({ url, children }: ShareLinkProps): ReactElement {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const copy = async (): Promise<void> => {
    field.current?.select()
    // An old browser, or one that forbids it, leaves the link selected.
    await navigator.clipboard?.writeText(url).then(
      () => showToast(t('share_copied')),
      () => undefined,
    )
  }
  return (
    <>
      <TextField
        ref={field}
        readOnly
        value={url}
        label={t('share_link_label')}
        help={t('share_link_note')}
        onFocus={event => event.currentTarget.select()}
        translate="no"
      />
      <div className={styles.actions}>
        <Button look="plain" onClick={() => void copy()}>
          {t('share_copy')}
        </Button>
        {'share' in navigator && (
          <Button
            look="plain"
            onClick={() => void navigator.share({ url, title: t('shared_title') }).catch(() => undefined)}
          >
            {t('share_send_link')}
          </Button>
        )}
        {children}
      </div>
    </>
  )
}

/** Asks once more: the holder of the tickets loses them. */
function TakeBack({ share, reservationToken, reread }: Omit<GivenShareProps, 'canMail'>): ReactElement {
  const t = useText()
  const [isAsking, setAsking] = useState(false)
  const sure = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (isAsking) sure.current?.focus()
  }, [isAsking])
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      request(takeBackShare, {
        params: { share_token: share.share_token },
        query: { reservation_token: reservationToken },
      }),
    onSuccess: () => showToast(t('share_taken_back')),
    onSettled: () => {
      setAsking(false)
      return reread()
    },
  })
  if (!isAsking)
    return (
      <div className={styles.actions}>
        <Button look="quiet" onClick={() => setAsking(true)}>
          {t('share_take_back')}
        </Button>
      </div>
    )
  return (
    <fieldset ref={sure} className={styles.sure} tabIndex={-1} aria-label={t('share_take_back_title')}>
      <p>
        <strong>{t('share_take_back_title')}</strong> {t('share_take_back_message')}
      </p>
      <div className={styles.actions}>
        <Button busy={isPending} onClick={() => mutate()}>
          {t('share_take_back')}
        </Button>
        <Button look="quiet" onClick={() => setAsking(false)}>
          {t('common_cancel')}
        </Button>
      </div>
    </fieldset>
  )
}
