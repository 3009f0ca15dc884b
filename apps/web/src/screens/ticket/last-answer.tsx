import { jstDateOf, jstIso, timeOf } from '@kippu/domain/jst-date'
import type { ReactElement } from 'react'

import { useDates } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './ticket-screen.module.css'

interface LastAnswerProps {
  /** In ms since 1970. */
  readonly keptAt: number
  /** Too old for a code to be shown. */
  readonly isOld: boolean
  readonly retry: () => void
}

/** The age of tickets that are shown without a connection; after a day they ask for one (decision 51). */
export function LastAnswer({ keptAt, isOld, retry }: LastAnswerProps): ReactElement {
  const t = useText()
  const { date } = useDates()
  const [day, time] = [jstDateOf(keptAt), timeOf(jstIso(keptAt))]
  if (!isOld)
    return (
      <output className={styles.asOf}>
        <Icon name="clock" />
        <span>{t('ticket_as_of', { when: time })}</span>
      </output>
    )
  return (
    <Notice kind="error" title={t('ticket_old_title')}>
      <p>{t('ticket_old', { when: `${date(day)} ${time}` })}</p>
      <p className={styles.onward}>
        <Button onClick={retry}>{t('common_retry')}</Button>
      </p>
    </Notice>
  )
}
