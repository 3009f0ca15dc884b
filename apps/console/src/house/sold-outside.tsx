import { readCalendarCall } from '@kippu/contract/console/calendar'
import { isWithinHours, type OpenHours } from '@kippu/domain/calendar/opening-hours'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { callStaff } from '../api'
import { timesOf } from '../calendar/chosen'
import { timeText } from '../formats'
import { useLanguage } from '../language'
import { Link } from '../ui/link'
import { HOUSE_WORDS } from './house-words'

interface SoldOutsideProps {
  readonly site: string
  readonly day: string
  /** Empty: closed. */
  readonly hours: readonly OpenHours[]
}

/** Times of today, not over yet, for which tickets are sold and that other hours leave out. They stay as they are. */
export function SoldOutside({ site, day, hours }: SoldOutsideProps): ReactNode {
  const { pick, lang } = useLanguage()
  const [now] = useState(() => timeText('ja', new Date().toISOString()))
  const { data } = useQuery({
    queryKey: ['calendar', site, day, day],
    queryFn: () => callStaff(readCalendarCall, { params: { site }, query: { from: day, to: day } }),
  })
  if (data === undefined) return null
  const outside = timesOf(data).filter(
    ({ taken, product, starts_at: from, ends_at: to }) =>
      taken > 0 &&
      (to === '00:00' || to > now) &&
      // A ticket that is sold by days is for all hours of them.
      !(data.products[product]?.sale_type === 'time' ? isWithinHours(hours, { from, to }) : hours.length > 0),
  )
  if (outside.length === 0) return null
  return (
    <div className="notice notice-bad">
      <p>{pick(HOUSE_WORDS.soldOutside)}</p>
      <ul>
        {outside.map(({ id, product, starts_at: from, ends_at: to, taken }) => {
          const { name_ja: ja = '', name_en: en = '' } = data.products[product] ?? {}
          return (
            <li key={id}>
              {from}–{to} {pick({ ja, en })}: {lang === 'ja' ? `${taken}枚` : taken}
            </li>
          )
        })}
      </ul>
      <p>
        <Link href={`/sites/${site}/calendar/${day}`}>{pick(HOUSE_WORDS.calendarOfDay)}</Link>
      </p>
    </div>
  )
}
