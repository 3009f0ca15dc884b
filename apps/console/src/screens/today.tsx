import type { Today } from '@kippu/contract/console/today'
import { useState, type ReactNode } from 'react'

import { methodText, moneyStateText, refusalText } from '../fact-words'
import { ageText, dayText, timeText, yenText } from '../formats'
import { useLanguage } from '../language'
import { useWaitingApprovals } from '../session/waiting-approvals'
import { WHY_WORDS } from '../shown-words'
import { DayField } from '../ui/day-field'
import { Link } from '../ui/link'
import { Loaded } from '../ui/said'
import { ScreenOf } from '../ui/screen'
import { Table } from '../ui/table'
import { useDay, WorkerStands } from '../ui/worker-stands'
import { useToday } from '../use-today'

/** How often the numbers of a day are read again while somebody looks at them, in ms. */
const AGAIN_MS = 15_000

export function TodayScreen({ site }: { readonly site: string }): ReactNode {
  const { say } = useLanguage()
  const own = useToday()
  const [chosen, setChosen] = useState<string | null>(null)
  const date = chosen ?? own
  const today = useDay(site, date, { refetchInterval: AGAIN_MS })
  return (
    <ScreenOf title={say('today')} lead={say('todayLead')}>
      <Loaded query={today}>
        {data => (
          <>
            <section aria-labelledby="needed">
              <h2 id="needed">{say('needsYou')}</h2>
              <Needed site={site} needs={data} />
            </section>
            <section aria-labelledby="slots">
              <h2 id="slots">{say('slots')}</h2>
              <div className="narrow-field">
                <DayField day={date} onDay={setChosen} />
              </div>
              <Slots slots={data.slots} />
            </section>
          </>
        )}
      </Loaded>
    </ScreenOf>
  )
}

interface NeededProps {
  readonly site: string
  readonly needs: Today
}

/** Each thing that somebody has to look at leads to what can be done; a standing worker comes first, because the rest waits for it. */
function Needed({ site, needs }: NeededProps) {
  const { say, pick, lang } = useLanguage()
  const { payments, cancelled_visits: visits, refused_addresses: addresses, webhooks } = needs
  const since = needs.work_waits_since
  const waiting = useWaitingApprovals(site)
  if (since === null && waiting + payments.length + visits.length + addresses.length + webhooks.length === 0)
    return <p className="quiet">{say('nothingNeeded')}</p>
  return (
    <>
      <WorkerStands since={since} />
      {waiting === 0 ? null : (
        <p>
          <Link href={`/sites/${site}/approvals`}>
            {say('approvalsWait')}: {waiting}
          </Link>
        </p>
      )}
      <ul className="rows">
        {payments.map(
          ({ kind, attempt_id: attempt, order_id: order, method, state, amount, why, age_seconds: age }) => (
            <li key={`${kind} ${attempt} ${state}`}>
              <Link href={`/sites/${site}/orders/${order}`}>
                {say(kind === 'payment' ? 'openPayment' : 'openRefund')}
              </Link>
              <span>{yenText(lang, amount)}</span>
              <span>{methodText(lang, method)}</span>
              <span className="quiet">{moneyStateText(lang, kind, state)}</span>
              <span className="quiet">{ageText(lang, age)}</span>
              <span className="mark mark-bad">{pick(WHY_WORDS[why] ?? { ja: why, en: why })}</span>
            </li>
          ),
        )}
        {visits.map(({ reservation_number: number, visit_date: day, code }) => (
          <li key={`cancelled ${number}`}>
            <Link href={`/sites/${site}/orders/${number}`}>{number}</Link>
            <span>{dayText(lang, day)}</span>
            <span className="quiet">{code === null ? null : refusalText(lang, code)}</span>
            <span className="mark mark-bad">{say('cancelledVisit')}</span>
          </li>
        ))}
        {addresses.map(({ reservation_number: number, name, visit_date: day }) => (
          <li key={`address ${number}`}>
            <Link href={`/sites/${site}/orders/${number}`}>{number}</Link>
            <span>{name}</span>
            <span>{dayText(lang, day)}</span>
            <span className="mark mark-bad">{say('refusedAddress')}</span>
          </li>
        ))}
        {webhooks.map(({ endpoint_id: endpoint, host, given_up: count }) => (
          <li key={endpoint}>
            <span>{host}</span>
            <span>{count}</span>
            <code translate="no">kippu webhooks redeliver {endpoint}</code>
            <span className="mark mark-bad">{say('webhooksGivenUp')}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Slots({ slots }: { readonly slots: Today['slots'] }) {
  const { say, lang } = useLanguage()
  if (slots.length === 0) return <p className="quiet">{say('noSlots')}</p>
  const sum = (of: (slot: Today['slots'][number]) => number): number =>
    slots.reduce((total, slot) => total + of(slot), 0)
  return (
    <Table label={say('slots')}>
      <thead>
        <tr>
          <th scope="col">{say('time')}</th>
          <th scope="col">{say('product')}</th>
          <th scope="col" className="figure">
            {say('sold')}
          </th>
          <th scope="col" className="figure">
            {say('held')}
          </th>
          <th scope="col" className="figure">
            {say('capacity')}
          </th>
          <th scope="col" className="figure">
            {say('arrived')}
          </th>
          <th scope="col" className="figure">
            {say('inside')}
          </th>
        </tr>
      </thead>
      <tbody>
        {slots.toSorted(isAllDayFirst).map(slot => (
          <tr key={slot.time_span_id}>
            <th scope="row">{slot.is_all_day ? say('allDay') : timeText(lang, slot.starts_at)}</th>
            <td>
              {slot.product}
              {slot.is_stopped ? <span className="mark mark-bad">{say('stopped')}</span> : null}
            </td>
            <td className="figure">{slot.sold}</td>
            <td className="figure">{heldOf(slot)}</td>
            <td className="figure">{slot.capacity}</td>
            <td className="figure">{slot.arrived}</td>
            <td className="figure">{slot.inside}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {say('total')}
          </th>
          <td className="figure">{sum(({ sold }) => sold)}</td>
          <td className="figure">{sum(heldOf)}</td>
          <td className="figure">{sum(({ capacity }) => capacity)}</td>
          <td className="figure">{sum(({ arrived }) => arrived)}</td>
          <td className="figure">{sum(({ inside }) => inside)}</td>
        </tr>
      </tfoot>
    </Table>
  )
}

function isAllDayFirst(one: Today['slots'][number], other: Today['slots'][number]): number {
  return Number(other.is_all_day) - Number(one.is_all_day)
}

/** Tickets of a set stand for units of several times, so a time may have sold more than is taken of it. */
function heldOf({ taken, sold }: Today['slots'][number]): number {
  return Math.max(0, taken - sold)
}
