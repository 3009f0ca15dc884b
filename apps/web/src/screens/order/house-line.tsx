import type { Today as OpenToday } from '@kippu/domain/calendar/opening-hours'
import type { ReactNode } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { useFirstView } from '../../page/first-view-context.ts'
import { Link } from '../../page/router.tsx'
import { useDayWords } from '../../parts/choosing/choice/use-day-words.ts'
import { useHoursWords } from '../../parts/house/use-hours-words.ts'
import styles from './first-day.module.css'

/** Whether the house is open today, how far it is, and the way to all the rest: one short line in the opening. */
export function HouseLine(): ReactNode {
  const t = useText()
  const view = useFirstView()
  if (view.kind !== 'order') return null
  const { openToday, nearest } = view
  return (
    <ul className={styles.house}>
      {openToday !== null && (
        <li>
          <Today today={openToday} />
        </li>
      )}
      {nearest !== null && <li>{nearest}</li>}
      <li>
        <Link to="/visiting">{t('common_visiting')}</Link>
      </li>
    </ul>
  )
}

/** As the server wrote it: the page is loaded anew when a new day has begun. */
function Today({ today }: { readonly today: OpenToday }): ReactNode {
  const t = useText()
  const dayWords = useDayWords()
  const wordsOf = useHoursWords()
  if (today.kind === 'open') return <strong>{t('hours_today', { hours: wordsOf(today.hours) })}</strong>
  const { next } = today
  return (
    <>
      <strong>{t(`hours_${today.kind}_today`)}</strong>
      {next !== null && (
        <span>{t('hours_next', { date: dayWords(next.day), hours: wordsOf(next.hours) })}</span>
      )}
    </>
  )
}
