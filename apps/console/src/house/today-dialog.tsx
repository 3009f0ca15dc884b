import type { HouseRowShown } from '@kippu/contract/console/house'
import type { Me } from '@kippu/contract/console/sign-in'
import { parseOpenHours } from '@kippu/domain/calendar/opening-hours'
import { type ReactNode, useState } from 'react'

import { todayInJapan } from '../formats'
import { useLanguage } from '../language'
import { mayDo } from '../session/me'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'
import { HOUSE_WORDS, PART_WORDS, ruleText } from './house-words'
import { PutForm } from './put-form'
import { SoldOutside } from './sold-outside'
import { isFields, listIn } from './value'

const EXCEPTIONS = 'visiting.exceptions'
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

interface TodayProps {
  readonly me: Me
  readonly site: string
  readonly rows: readonly HouseRowShown[]
  readonly onClose: () => void
}

/** Today alone has other hours: a day of its own, before all others. */
export function TodayDialog({ me, site, rows, onClose }: TodayProps): ReactNode {
  const { pick, lang } = useLanguage()
  const [today] = useState(todayInJapan)
  const row = rows.find(({ field }) => field === EXCEPTIONS)
  const isOfToday = (one: unknown): boolean => isFields(one) && one['from'] === today && one['to'] === today
  const others = listIn(row?.value).filter(one => !isOfToday(one))
  // Hours that were changed today already are where the next change begins.
  const [former] = useState(() => listIn(row?.value).find(isOfToday))
  const [hours, setHours] = useState(() =>
    isFields(former) && typeof former['hours'] === 'string' ? former['hours'] : hoursOf(rows, today),
  )
  const [isClosed, setClosed] = useState(isFields(former) && former['hours'] === null)
  const said = isClosed || hours.trim() === '' ? null : hours.trim()
  const meant = said === null ? [] : parseOpenHours(said)
  return (
    <Dialog title={pick(HOUSE_WORDS.today)} onClose={onClose}>
      <PutForm
        site={site}
        field={EXCEPTIONS}
        before={row?.saying ?? null}
        after={() => ({ value: [{ from: today, to: today, hours: said }, ...others] })}
        onClose={onClose}
      >
        {faults => (
          <>
            <p>{pick(HOUSE_WORDS.todayLead)}</p>
            <label className="check">
              <input
                type="checkbox"
                checked={isClosed}
                onChange={({ target: { checked } }) => setClosed(checked)}
              />
              {pick(HOUSE_WORDS.isClosed)}
            </label>
            {isClosed ? null : (
              <Field
                label={pick(PART_WORDS['hours'] ?? HOUSE_WORDS.today)}
                hint={pick(HOUSE_WORDS.hoursHint)}
                value={hours}
                onChange={event => setHours(event.target.value)}
                fault={faults.size === 0 ? undefined : ruleText(lang, [...faults.values()][0] ?? '')}
              />
            )}
            {meant !== undefined && mayDo(me, 'stock:read') ? (
              <SoldOutside site={site} day={today} hours={meant} />
            ) : null}
          </>
        )}
      </PutForm>
    </Dialog>
  )
}

/** The hours of its weekday. */
function hoursOf(rows: readonly HouseRowShown[], day: string): string {
  const week = rows.find(({ field }) => field === 'visiting.hours')?.value
  const name = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 'sun'
  const hours = isFields(week) ? week[name] : undefined
  return typeof hours === 'string' ? hours : ''
}
