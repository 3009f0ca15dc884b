import { timeOf } from '@kippu/domain/jst-date'
import { lowStockThresholdOf } from '@kippu/domain/stock/availability'
import { choosesTime, visitKindOf, visitTimeOf } from '@kippu/domain/visit-time'
import type { VisitKind } from '@kippu/domain/visit-time'
import type { TextKey } from '@kippu/texts/texts'
import { Fragment, useMemo, useState } from 'react'
import type { ReactElement } from 'react'

import { useDates } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { addressOf } from '../../page/entry.ts'
import { useFirstView, useSetting } from '../../page/first-view-context.ts'
import { ticketPage } from '../../page/redirects.ts'
import { Calendar } from '../../parts/choosing/calendar/calendar.tsx'
import { TimeSlots } from '../../parts/choosing/slots/time-slots.tsx'
import { useTimeSpanText, useVisitTimeTexts } from '../../parts/visit/visit-time-texts.ts'
import { useSession } from '../../session/session.ts'
import type { ChangeDateData } from '../../session/pieces.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { chosenTimeOf, monthsOf } from './change-days.ts'
import type { ChosenTime } from './change-days.ts'
import styles from './choose-change.module.css'
import type { ChangeChoice } from './use-change-choice.ts'
import { useCreateChange } from './use-create-change.ts'
import { useDifferenceWords } from './use-difference-words.ts'

interface ChooseChangeProps {
  readonly reservationToken: string
  readonly choice: ChangeChoice
}

/** The calendar that knows the party, and the times of the chosen day. It opens at the day of the visit as it is now. */
export function ChooseChange({ reservationToken, choice }: ChooseChangeProps): ReactElement {
  const t = useText()
  const draft = useDraft(reservationToken, choice)
  const chosen = chosenTimeOf(choice, draft)
  const [isMissing, setMissing] = useState(false)
  const { create, isCreating } = useCreateChange(reservationToken)
  const change = (part: Partial<ChangeDateData>): void => {
    setMissing(false)
    useSession.setState({ changeDateData: { ...draft, ...part } })
  }
  const goOn = (): void => {
    const { span, sets } = chosen
    if (span !== undefined) return create({ timeSpanId: span.time_span_id, sets })
    setMissing(true)
    document.getElementById('choose-change-time')?.focus()
  }
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <BackLink href={addressOf(ticketPage(reservationToken))}>{t('change_to_tickets')}</BackLink>
        <h1 className="title" tabIndex={-1}>
          {t('change_title')}
        </h1>
        <Now choice={choice} />
      </header>
      <section className={styles.section}>
        <h2>{t('change_day')}</h2>
        <Days
          choice={choice}
          date={draft.date}
          onSelect={date => change({ date, timeSpanId: null, sets: {} })}
        />
      </section>
      <Times choice={choice} chosen={chosen} isMissing={isMissing} onChange={change} sets={draft.sets} />
      <Result choice={choice} chosen={chosen} isCreating={isCreating} onNext={goOn} />
    </div>
  )
}

/** The choice made in this tab for this reservation, else the day of the visit as it is now. */
function useDraft(reservationToken: string, { current }: ChangeChoice): ChangeDateData {
  const saved = useSession(session => session.changeDateData)
  if (saved?.reservationToken === reservationToken) return saved
  return { reservationToken, date: current.date, timeSpanId: null, sets: {} }
}

/** The visit as it is, and until when it can be moved. */
function Now({ choice }: Pick<ChooseChangeProps, 'choice'>): ReactElement {
  const t = useText()
  const textsOf = useVisitTimeTexts()
  const dates = useDates()
  const { current, change_until: until, booking_type: type, product_name: name } = choice
  const time = visitTimeOf(type, { from: current.reservation_from, to: current.reservation_to })
  return (
    <dl className={styles.now}>
      <dt>{t('change_now')}</dt>
      <dd>
        <strong>
          {textsOf(time).lines.map(line => (
            <Fragment key={line}>
              <span>{line}</span>{' '}
            </Fragment>
          ))}
        </strong>
        <span>{name}</span>
      </dd>
      <dd className={styles.soft}>{t('change_until', { date: dates.date(until), time: timeOf(until) })}</dd>
    </dl>
  )
}

interface DaysProps extends Pick<ChooseChangeProps, 'choice'> {
  readonly date: string | null
  readonly onSelect: (date: string) => void
}

function Days({ choice, date, onSelect }: DaysProps): ReactElement {
  const t = useText()
  const { today, site } = useFirstView()
  const amount = useDifferenceWords()
  const disableMessage = t('calendar_disable_message')
  const { weekOffset } = site
  const months = useMemo(
    () => monthsOf(choice, { today, weekOffset, disableMessage }),
    [choice, today, weekOffset, disableMessage],
  )
  const isLimited = choice.days.some(({ refusal }) => refusal !== null)
  return (
    <>
      {isLimited && <Notice>{t('change_not_covered')}</Notice>}
      <Calendar
        months={months}
        today={today}
        weekOffset={weekOffset}
        selected={date}
        onSelect={onSelect}
        current={{ date: choice.current.date, label: t('change_current_day') }}
        amount={amount}
        note={[t('change_calendar_note'), choice.refund ? '' : t('change_nothing_back')].join(' ').trim()}
      />
    </>
  )
}

interface TimesProps extends Pick<ChooseChangeProps, 'choice'> {
  readonly chosen: ChosenTime
  readonly isMissing: boolean
  readonly sets: ChangeDateData['sets']
  readonly onChange: (part: Partial<ChangeDateData>) => void
}

/** The times of the chosen day, and those of set products that can be had at several. A day with one time needs no choice. */
function Times({ choice, chosen, isMissing, sets, onChange }: TimesProps): ReactElement {
  const t = useText()
  const textOf = useTimeSpanText()
  const lowStock = lowStockThresholdOf(useSetting('Low_Stock_Threshold'))
  const { booking_type: type, current, required_tickets: party } = choice
  const { day, span } = chosen
  const spans = day?.time_spans ?? []
  const title = t(TITLES[visitKindOf(type)])
  const hasTimes = spans.length > 1 || choosesTime(type)
  return (
    <section className={styles.section}>
      {(hasTimes || isMissing) && (
        <h2 id="choose-change-time" tabIndex={-1}>
          {title}
        </h2>
      )}
      {isMissing && <Notice kind="error">{t('change_missing')}</Notice>}
      {hasTimes && (
        <TimeSlots
          spans={spans}
          party={party}
          lowStock={lowStock}
          selected={span?.time_span_id ?? null}
          label={title}
          words={one => textOf(type, one)}
          current={{ timeSpanId: current.time_span_id, label: t('change_current_time') }}
          onSelect={timeSpanId => onChange({ timeSpanId, sets: {} })}
        />
      )}
      {chosen.sets.map(set => (
        <div key={set.uuid} className={styles.section}>
          <h2>{t('change_set_time', { name: set.name })}</h2>
          <TimeSlots
            spans={set.spans}
            party={choice.needs_set_product_stock ? set.num : 0}
            lowStock={lowStock}
            selected={set.timeSpanId ?? null}
            label={t('change_set_time', { name: set.name })}
            onSelect={timeSpanId => onChange({ sets: { ...sets, [set.uuid]: timeSpanId } })}
          />
        </div>
      ))}
    </section>
  )
}

const TITLES = {
  period: 'change_period',
  day: 'change_time',
  slot: 'change_time',
} as const satisfies Record<VisitKind, TextKey>

interface ResultProps extends Pick<ChooseChangeProps, 'choice'> {
  readonly chosen: ChosenTime
  readonly isCreating: boolean
  readonly onNext: () => void
}

/** The new time with its difference, and the way on; on a phone it stays at the bottom of the screen. */
function Result({ choice, chosen: { day, span }, isCreating, onNext }: ResultProps): ReactElement {
  const t = useText()
  const textsOf = useVisitTimeTexts()
  const words = useDifferenceWords()
  const isChosen = day !== undefined && span !== undefined
  return (
    <div className={styles.result}>
      <output className={styles.chosen}>
        {isChosen && (
          <>
            <span>{textsOf(visitTimeOf(choice.booking_type, span)).lines.join(' ')}</span>
            <strong>{words.whole(day.difference)}</strong>
          </>
        )}
      </output>
      <Button wide busy={isCreating} onClick={onNext}>
        {t('change_next')}
      </Button>
    </div>
  )
}
