import { moveOrder, readMoveDays, resendTickets } from '@kippu/contract/console/desk-acts'
import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { callStaff, StaffError } from '../api'
import { momentText, timeText, todayInJapan, yenText } from '../formats'
import { useLanguage } from '../language'
import { Dialog } from '../ui/dialog'
import { WaitsForWorker } from '../ui/worker-stands'
import { ActForm, DeskFault, Ended, ReasonField } from './act-form'
import { MoveDayField } from './move-day-field'
import { seenAnew, useAct } from './use-act'

interface MoveSomeProps {
  readonly site: string
  /** The numbers of reservations. */
  readonly orders: readonly string[]
  readonly onClose: () => void
}

type End = { readonly kind: 'moved'; readonly refund: number } | { readonly kind: 'sent' } | StaffError

/** Several visits to one time, in the calendar of the store: each with its own difference, one after the other. */
export function MoveSomeDialog({ site, orders, onClose }: MoveSomeProps): ReactNode {
  const { say, lang } = useLanguage()
  const [date, setDate] = useState(todayInJapan)
  const [startsAt, setStartsAt] = useState('')
  const [reason, setReason] = useState('')
  const [ends, setEnds] = useState<ReadonlyMap<string, End>>(new Map())
  const found = useQueries({
    queries: orders.map(order => ({
      queryKey: ['move days', site, order, date],
      queryFn: () => callStaff(readMoveDays, { params: { site, order }, query: { from: date, to: date } }),
    })),
  })
  const visits = orders.map((order, index) => {
    const { data, error = null } = found[index] ?? {}
    const day = data?.days.find(one => one.date === date)
    const time = day?.times.find(one => one.starts_at === startsAt)
    const difference = day?.difference ?? 0
    const refund = data?.gives_back === true ? Math.max(0, -difference) : 0
    return { order, error, day, time, difference, refund, tickets: data?.tickets ?? 0 }
  })
  const times = [
    ...new Set(visits.flatMap(({ day }) => day?.times.map(one => one.starts_at) ?? [])),
  ].toSorted()
  const seeAgain = () => Promise.all(found.map(one => one.refetch()))
  const moving = useAct(async key => {
    for (const { order, time, difference, refund } of visits.filter(one => !ends.has(one.order))) {
      const params = { site, order }
      // A key of its own for each of them: asked again, none is moved twice.
      const own = `${key}-${order}`
      const end = await endOf(async () => {
        if (difference > 0) {
          await callStaff(resendTickets, { params, body: { lang: null } }, own)
          return { kind: 'sent' } as const
        }
        const body = { date, time: (time?.starts_at ?? startsAt).slice(11, 16), refund, reason }
        const moved = callStaff(moveOrder, { params, body }, own)
        return { kind: 'moved', ...(await seenAnew(moved, seeAgain)) } as const
      })
      setEnds(before => new Map(before).set(order, end))
    }
  })
  const isDone = orders.every(order => ends.has(order))
  const lines = (
    <ul>
      {visits.map(({ order, error, difference, tickets, time }) => (
        <li key={order}>
          {order}
          {startsAt === '' && error === null ? null : ': '}
          {ends.has(order) ? (
            <EndOf end={ends.get(order)} />
          ) : error === null ? (
            startsAt === '' ? null : time === undefined || time.places < tickets ? (
              say('moveSomeNone')
            ) : (
              `${tickets} × ${difference === 0 ? say('sameAsNow') : `${difference > 0 ? '+' : ''}${yenText(lang, difference)}`}`
            )
          ) : (
            <DeskFault error={error} />
          )}
        </li>
      ))}
    </ul>
  )
  if (isDone)
    return (
      <Dialog title={say('moveSome')} onClose={onClose}>
        <Ended onClose={onClose}>{lines}</Ended>
      </Dialog>
    )
  const able = visits.filter(({ time }) => time !== undefined)
  return (
    <Dialog title={say('moveSome')} onClose={onClose}>
      <ActForm
        act={moving}
        label={say('doMove')}
        isReady={startsAt !== '' && able.length === visits.length}
        onClose={onClose}
      >
        <WaitsForWorker site={site} />
        <MoveDayField
          value={date}
          onChange={next => {
            setDate(next)
            setStartsAt('')
          }}
        />
        <label className="field">
          {say('moveTime')}
          <select required value={startsAt} onChange={({ target: { value } }) => setStartsAt(value)}>
            <option value="">–</option>
            {times.map(at => (
              <option key={at} value={at}>
                {timeText(lang, at)}
              </option>
            ))}
          </select>
        </label>
        {lines}
        <ReasonField value={reason} onChange={setReason} />
        {startsAt === '' ? null : (
          <p>
            <strong>
              {lang === 'ja'
                ? `${orders.length}件の予約を ${momentText(lang, startsAt)} に変更し、それぞれの購入者にメールでお知らせします。`
                : `${orders.length} visits move to ${momentText(lang, startsAt)}; each buyer is told by email.`}
            </strong>
          </p>
        )}
      </ActForm>
    </Dialog>
  )
}

/** A refusal is the end of one visit, and the others go on; without an answer all of it stops, and is asked again. */
async function endOf(act: () => Promise<End>): Promise<End> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof StaffError && error.why !== undefined) return error
    throw error
  }
}

function EndOf({ end }: { readonly end: End | undefined }) {
  const { say, lang } = useLanguage()
  if (end === undefined || end instanceof StaffError) return <DeskFault error={end} />
  if (end.kind === 'sent') return say('moveSomeDearer')
  const back = end.refund > 0 ? `, ${yenText(lang, end.refund)} ${say('moveSomeBack')}` : ''
  return `${say('moveSomeMoved')}${back}`
}
