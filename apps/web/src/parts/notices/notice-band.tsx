import type { ShownNotice } from '@kippu/contract/notices'
import { bcp47Of } from '@kippu/domain/language'
import type { ReactElement } from 'react'

import { useLanguage, useText } from '../../i18n/texts.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './notice-band.module.css'

interface NoticeBandProps {
  readonly notices: readonly ShownNotice[]
  /** Ids of those that the visitor has folded to one line. */
  readonly folded?: ReadonlySet<number>
  readonly onFold?: (id: number, isFolded: boolean) => void
}

/**
 * The notices of the house today, above every screen: a landmark of its own before the header. Each notice folds to one
 * line and never goes away by a tap: what closes early does so also for those who have read it. One that comes while
 * the page is open is read out.
 */
export function NoticeBand({ notices, folded, onFold }: NoticeBandProps): ReactElement {
  const t = useText()
  return (
    <div aria-live="polite" data-print="no">
      {notices.length > 0 && (
        <section className={styles.band} aria-label={t('notice_information')}>
          {notices.map(notice => (
            <Notice
              key={notice.id}
              notice={notice}
              isFolded={folded?.has(notice.id) === true}
              onFold={isFolded => onFold?.(notice.id, isFolded)}
            />
          ))}
        </section>
      )}
    </div>
  )
}

interface NoticeProps {
  readonly notice: ShownNotice
  readonly isFolded: boolean
  readonly onFold: (isFolded: boolean) => void
}

function Notice({ notice, isFolded, onFold }: NoticeProps): ReactElement {
  const t = useText()
  const isOwnLanguage = notice.lang === useLanguage()
  const lang = isOwnLanguage ? undefined : bcp47Of(notice.lang)
  return (
    <details
      className={styles.notice}
      data-severity={notice.severity}
      open={!isFolded}
      onToggle={event => onFold(!event.currentTarget.open)}
    >
      <summary>
        <Icon name={notice.severity === 'warning' ? 'warning' : 'info'} />
        <strong>{t(`notice_${notice.severity}`)}</strong>
        <span className={styles.brief} lang={lang}>
          {notice.text}
        </span>
        <Icon name="right" className={styles.turn} />
      </summary>
      <p lang={lang}>{notice.text}</p>
      {!isOwnLanguage && <p className={styles.english}>{t('notice_english')}</p>}
    </details>
  )
}
