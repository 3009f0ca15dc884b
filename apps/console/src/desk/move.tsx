import { type MoveDays, moveOrder, readMoveDays, resendTickets } from '@kippu/contract/console/desk-acts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { callStaff } from '../api'
import { dayText, momentText, timeText, todayInJapan, yenText } from '../formats'
import { useLanguage } from '../language'
import { Dialog } from '../ui/dialog'
import { WaitsForWorker } from '../ui/worker-stands'
import { ActForm, DeskFault, Ended, ReasonField } from './act-form'
import { MoveDayField } from './move-day-field'
import type { DeskProps } from './refund'
import { seenAnew, useAct } from './use-act'

/** Another day, in the calendar of the store: what each time has left, and what it costs more or less. */
export function MoveDialog({ site, order, story, onClose }: DeskProps): ReactNode {
  const { say, lang } = useLanguage()
  const [date, setDate] = useState(() =>
    story.visit_date > todayInJapan() ? story.visit_date : todayInJapan(),
  )
  const [startsAt, setStartsAt] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const found = useQuery({
    queryKey: ['move days', site, order, date],
    queryFn: () => callStaff(readMoveDays, { params: { site, order }, query: { from: date, to: date } }),
  })
  const day = found.data?.days.find(one => one.date === date)
  const difference = day?.difference ?? 0
  const refund = found.data?.gives_back === true ? Math.max(0, -difference) : 0
  const moving = useAct(async key => {
    const params = { site, order }
    if (difference > 0) {
      await callStaff(resendTickets, { params, body: { lang: null } }, key)
      return 'sent'
    }
    // 2026-12-24T10:00:00+09:00
    const time = startsAt?.slice(11, 16) ?? ''
    const body = { date, time, refund, reason }
    await seenAnew(callStaff(moveOrder, { params, body }, key), () => found.refetch())
    return 'moved'
  })
  const { data: end } = moving.acting
  if (end !== undefined)
    return (
      <Dialog title={say('move')} onClose={onClose}>
        <Ended onClose={onClose}>{say(end === 'sent' ? 'sent' : 'moved')}</Ended>
      </Dialog>
    )
  return (
    <Dialog title={say('move')} onClose={onClose}>
      <ActForm
        act={moving}
        label={say(difference > 0 ? 'sendPage' : 'doMove')}
        isReady={startsAt !== null}
        onClose={onClose}
      >
        <WaitsForWorker site={site} />
        {story.tickets.length > 1 ? <p className="quiet">{say('movesWhole')}</p> : null}
        <MoveDayField
          value={date}
          onChange={next => {
            setDate(next)
            setStartsAt(null)
          }}
        />
        {found.error === null ? null : <DeskFault error={found.error} />}
        {found.data === undefined ? null : (
          <Times day={day} tickets={found.data.tickets} chosen={startsAt} onChosen={setStartsAt} />
        )}
        {startsAt === null ? null : (
          <p>
            <strong>{sentenceOf(lang, { order, name: story.name, startsAt, difference, refund })}</strong>
          </p>
        )}
        {startsAt !== null && difference > 0 ? <p className="notice">{say('moveDearer')}</p> : null}
        {difference > 0 || found.error !== null ? null : <ReasonField value={reason} onChange={setReason} />}
      </ActForm>
    </Dialog>
  )
}

interface TimesProps {
  readonly day: MoveDays['days'][number] | undefined
  readonly tickets: number
  readonly chosen: string | null
  readonly onChosen: (startsAt: string) => void
}

function Times({ day, tickets, chosen, onChosen }: TimesProps) {
  const { say, lang } = useLanguage()
  if (day === undefined || day.times.length === 0) return <p className="quiet">{say('moveNone')}</p>
  const { date, difference, times } = day
  const money =
    difference === 0 ? say('sameAsNow') : `${difference > 0 ? '+' : ''}${yenText(lang, difference)}`
  return (
    <fieldset>
      <legend>
        {say('moveTime')}: {dayText(lang, date)}, {money}
      </legend>
      {times.map(({ starts_at: startsAt, places }) => (
        <label key={startsAt} className="check">
          <input
            type="radio"
            name="time"
            required
            disabled={places < tickets}
            checked={chosen === startsAt}
            onChange={() => onChosen(startsAt)}
          />
          {timeText(lang, startsAt)} ({say('placesLeft')} {places})
        </label>
      ))}
    </fieldset>
  )
}

interface Moving {
  readonly order: string
  readonly name: string
  readonly startsAt: string
  readonly difference: number
  readonly refund: number
}

function sentenceOf(lang: 'ja' | 'en', { order, name, startsAt, difference, refund }: Moving): string {
  const when = momentText(lang, startsAt)
  if (difference > 0)
    return lang === 'ja'
      ? `${when} は ${yenText(lang, difference)} 高くなります。${name} 様にページを送ります。`
      : `${when} costs ${yenText(lang, difference)} more; ${name} is sent the page.`
  const back =
    refund === 0
      ? ''
      : lang === 'ja'
        ? `${yenText(lang, refund)} を返金し、`
        : ` ${yenText(lang, refund)} go back.`
  return lang === 'ja'
    ? `予約 ${order} を ${when} に変更し、${back}${name} 様にメールでお知らせします。`
    : `${order} moves to ${when}; ${name} is told by email.${back}`
}
