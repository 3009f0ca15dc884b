import type { SiteView } from '@kippu/contract/first-view'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './app-dialog.module.css'

interface AppDialogProps {
  readonly app: NonNullable<SiteView['ticketApp']>
  readonly onClose: () => void
}

/** The venue's app with its pages in both stores, that of the phone in the hand first. */
export function AppDialog({ app, onClose }: AppDialogProps): ReactElement {
  const t = useText()
  const links = [
    { words: t('ticket_app_store'), address: app.appStore },
    { words: t('ticket_app_google'), address: app.googlePlay },
  ]
  const inOrder = /Android/.test(navigator.userAgent) ? links.toReversed() : links
  return (
    <Dialog title={app.name} ok={t('common_close')} onOk={onClose}>
      <p>{t('ticket_app_message')}</p>
      <p className={styles.links}>
        {inOrder.map(({ words, address }) => (
          <a key={address} href={address} target="_blank" rel="noreferrer" className={buttonLook('plain')}>
            {words}
          </a>
        ))}
      </p>
    </Dialog>
  )
}
