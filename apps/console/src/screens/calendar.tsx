import type { Calendar } from '@kippu/contract/console/calendar'
import type { Me } from '@kippu/contract/console/sign-in'
import { addDays } from '@kippu/domain/jst-date'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, lazy, type ReactNode, Suspense, useMemo, useState } from 'react'

import { CalendarActs } from '../calendar/acts'
import { CALENDAR_WORDS } from '../calendar/calendar-words'
import { ChooseBy } from '../calendar/choose-by'
import { figuresOf, figuresText, type SeenTime, timesOf } from '../calendar/chosen'
import { type DrawnCell, Grid, type GridCell, type GridRow } from '../calendar/grid'
import { useCalendar } from '../calendar/use-calendar'
import type { AskedDays } from '../calendar/watch-calendar'
import { dayInMonthText, dayText, monthText, timeText, todayInJapan, wholeDayText, yenText } from '../formats'
import { learnWords, useLanguage, type Word } from '../language'
import type { Lang } from '../words'
import { navigate } from '../router'
import { mayDo } from '../session/me'
import { DayField } from '../ui/day-field'
import { Field } from '../ui/field'
import { Link } from '../ui/link'
import { Loaded } from '../ui/said'
import { ScreenOf } from '../ui/screen'
import { NotFoundScreen } from './not-found'

learnWords(CALENDAR_WORDS)

const AddTimeDialog = lazy(async () => ({ default: (await import('../calendar/add-time')).AddTimeDialog }))

interface CalendarProps {
  readonly me: Me
  readonly site: string
  /** A month or a day, as the address has it; this month without one. */
  readonly shown: string | undefined
}

export function CalendarScreen({ me, site, shown = todayInJapan().slice(0, 7) }: CalendarProps): ReactNode {
  if (isMonth(shown)) return <MonthScreen me={me} site={site} month={shown} />
  return isDay(shown) ? <DayScreen me={me} site={site} date={shown} /> : <NotFoundScreen />
}

const isMonth = (text: string): boolean => /^20\d{2}-(0[1-9]|1[0-2])$/.test(text)
const isDay = (text: string): boolean =>
  /^20\d{2}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  addDays(text, 0) === text

interface MonthProps {
  readonly me: Me
  readonly site: string
  /** `yyyy-MM`. */
  readonly month: string
}

/** A month: each day of each product with its state, figures and price. */
function MonthScreen({ me, site, month }: MonthProps) {
  const { say, lang } = useLanguage()
  const [from, to] = [`${month}-01`, addDays(`${monthAfter(month, 1)}-01`, -1)]
  const go = (other: string): void => navigate(`/sites/${site}/calendar/${other}`)
  const days = daysFrom(from, to)
  const today = todayInJapan()
  const [turns, setTurns] = useState(0)
  return (
    <ScreenOf title={`${say('calendar')}: ${monthText(lang, month)}`} lead={say('calendarLead')}>
      <div className="row turn">
        <button type="button" onClick={() => go(monthAfter(month, -1))}>
          {say('monthBefore')}
        </button>
        <div className="narrow-field">
          <Field
            label={say('month')}
            type="month"
            value={month}
            onChange={({ target: { value } }) => {
              if (isMonth(value)) go(value)
            }}
          />
        </div>
        <button type="button" onClick={() => go(monthAfter(month, 1))}>
          {say('monthAfter')}
        </button>
        <button
          type="button"
          onClick={() => {
            if (days.includes(today)) setTurns(turns + 1)
            else go(today.slice(0, 7))
          }}
        >
          {say('today')}
        </button>
        {mayDo(me, 'visits:read') ? (
          <Link href={`/sites/${site}/cancellations`}>{say('cancellations')}</Link>
        ) : null}
      </div>
      <Chooser
        {...{ me, site, from, to }}
        key={turns}
        label={monthText(lang, month)}
        first={days.indexOf(today)}
        onOpen={row => go(days[row] ?? from)}
        rowsOf={(calendar, cellOf) =>
          days.map(date => ({
            key: date,
            isNow: date === today,
            header: (
              // Enter on a cell opens it too: the cells alone are in the order of the keys.
              <Link href={`/sites/${site}/calendar/${date}`} tabIndex={-1} aria-label={dayText(lang, date)}>
                {dayInMonthText(lang, date)}
              </Link>
            ),
            cells: calendar.products.map((_, product) => {
              const day = calendar.days.find(one => one.date === date && one.product === product)
              return day === undefined
                ? null
                : cellOf(
                    day.times.map(time => ({ ...time, date, product })),
                    {
                      when: dayText(lang, date),
                      product,
                      price: day.price,
                      isClosed: day.is_closed,
                      isEdited: day.is_edited,
                    },
                  )
            }),
          }))
        }
      />
    </ScreenOf>
  )
}

interface DayProps {
  readonly me: Me
  readonly site: string
  readonly date: string
}

/** A day: each time of each product. */
function DayScreen({ me, site, date }: DayProps) {
  const { say, lang } = useLanguage()
  const [isAdding, setAdding] = useState(false)
  const go = (other: string): void => navigate(`/sites/${site}/calendar/${other}`)
  return (
    <ScreenOf title={`${say('calendar')}: ${wholeDayText(lang, date)}`} lead={say('calendarLead')}>
      <div className="row turn">
        <Link href={`/sites/${site}/calendar/${date.slice(0, 7)}`}>{say('wholeMonth')}</Link>
        <button type="button" onClick={() => go(addDays(date, -1))}>
          {say('dayBefore')}
        </button>
        <div className="narrow-field">
          <DayField day={date} onDay={go} />
        </div>
        <button type="button" onClick={() => go(addDays(date, 1))}>
          {say('dayAfter')}
        </button>
        <button type="button" onClick={() => go(todayInJapan())}>
          {say('today')}
        </button>
      </div>
      <Chooser
        {...{ me, site }}
        from={date}
        to={date}
        label={dayText(lang, date)}
        rowsOf={(calendar, cellOf) => dayRows(calendar, date, say('allDay'), cellOf)}
      >
        {calendar =>
          mayDo(me, 'catalogue:write') && calendar.products.some(({ sale_type: type }) => type === 'time') ? (
            <p>
              <button type="button" onClick={() => setAdding(true)}>
                {say('actAddTime')}
              </button>
              <Suspense fallback={null}>
                {isAdding ? (
                  <AddTimeDialog
                    {...{ site, date }}
                    products={calendar.products}
                    onClose={() => setAdding(false)}
                  />
                ) : null}
              </Suspense>
            </p>
          ) : null
        }
      </Chooser>
    </ScreenOf>
  )
}

interface About {
  /** The day, and the time where it is one. */
  readonly when: string
  readonly product: number
  readonly price: number
  readonly isClosed: boolean
  /** Its price was set by hand. */
  readonly isEdited: boolean
}

type CellOf = (times: readonly SeenTime[], about: About) => GridCell

interface ChooserProps extends AskedDays {
  readonly me: Me
  readonly label: string
  /** The row that it opens at; −1 for the first. */
  readonly first?: number
  readonly rowsOf: (calendar: Calendar, cellOf: CellOf) => readonly GridRow[]
  readonly onOpen?: (row: number) => void
  readonly children?: (calendar: Calendar) => ReactNode
}

/** The grid of a calendar, and what is done with the choice in it. */
function Chooser({ me, site, from, to, label, first = -1, rowsOf, onOpen, children }: ChooserProps) {
  const { say, pick, lang } = useLanguage()
  const { calendar, isLive, readAt } = useCalendar({ site, from, to })
  return (
    <Loaded query={calendar}>
      {data => {
        const names = data.products.map(({ name_ja: ja, name_en: en }) => pick({ ja, en }))
        const rows = rowsOf(data, (ofCell, { when, product, price, isClosed, isEdited: isPriceEdited }) => ({
          ids: ofCell.map(({ id }) => id),
          draw: () => {
            const figures = figuresOf(ofCell)
            const state = stateOf(figures, isClosed)
            const text =
              figures.times === 0
                ? ''
                : `${figuresText(figures)}${figures.kept === 0 ? '' : ` [${figures.kept}]`}`
            const isEdited = isPriceEdited || ofCell.some(time => time.is_edited)
            const spoken = `${figures.sold} ${say('cellSold')}, ${figures.held} ${say('cellHeld')}, ${say('cellOf')} ${figures.capacity}`
            return {
              look: state === 'cellOpen' ? undefined : LOOKS[state],
              label: [
                when,
                names[product],
                say(state),
                ...(figures.times === 0 ? [] : [spoken]),
                `${say('cellFrom')} ${yenText(lang, price)}`,
                ...(isEdited ? [say('cellEdited')] : []),
              ].join(', '),
              shown: (
                <>
                  <span className="cell-figures">
                    {text}
                    {isEdited ? <span title={say('cellEdited')}> ✎</span> : null}
                  </span>
                  <span className="cell-more">
                    {state === 'cellOpen' ? yenText(lang, price) : say(state)}
                  </span>
                </>
              ),
            }
          },
        }))
        return (
          <>
            {children?.(data)}
            {data.days.every(({ times }) => times.length === 0) ? (
              <p className="quiet">
                {say('noTimes')}{' '}
                {mayDo(me, 'sheets:write') ? (
                  <Link href={`/sites/${site}/sheets`}>{say('copyMonth')}</Link>
                ) : null}
              </p>
            ) : (
              <Choice
                {...{ me, site, label, first, rows, onOpen, data }}
                isOneDay={from === to}
                columns={data.products.map(({ uuid }, place) => ({ key: uuid, header: names[place] }))}
                readAgain={async () => (await calendar.refetch()).data}
              >
                <p className={isLive ? 'quiet' : 'fault'}>
                  {isLive ? say('isLive') : asOfText(lang, readAt)}
                </p>
              </Choice>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

interface ChoiceProps extends Pick<
  ComponentProps<typeof Grid>,
  'label' | 'first' | 'rows' | 'columns' | 'onOpen'
> {
  readonly me: Me
  readonly site: string
  readonly data: Calendar
  readonly isOneDay: boolean
  readonly readAgain: () => Promise<Calendar | undefined>
  readonly children: ReactNode
}

/** Below the calendar: what is chosen changes with each press, and the rows do not. */
function Choice({ me, site, data, isOneDay, readAgain, children, ...grid }: ChoiceProps) {
  const { say } = useLanguage()
  const client = useQueryClient()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const times = useMemo(() => timesOf(data), [data])
  return (
    <>
      <ChooseBy products={data.products} {...{ times, isOneDay }} onChosen={setChosen} />
      {children}
      <Legend />
      <Grid
        {...grid}
        hint={say('calendarKeys')}
        corner={say(isOneDay ? 'time' : 'date')}
        chosen={chosen}
        onChosen={ids => {
          setChosen(ids)
          // A list that was read under another choice is nobody's.
          client.removeQueries({ queryKey: ['cancellation-preview'] })
        }}
      />
      <CalendarActs
        {...{ me, site }}
        products={data.products}
        times={times.filter(({ id }) => chosen.has(id))}
        readAgain={async () => {
          const again = await readAgain()
          return again === undefined ? [] : timesOf(again).filter(({ id }) => chosen.has(id))
        }}
        onClear={() => setChosen(new Set())}
      />
    </>
  )
}

/** An example of the figures in a cell, for those who see the calendar for the first time. */
function Legend() {
  const { say, lang } = useLanguage()
  return (
    <details className="legend">
      <summary>{say('legend')}</summary>
      <p>
        <strong>84+6/120</strong>{' '}
        {lang === 'ja'
          ? '販売済み84枚、手続き中6枚、定員120。手続き中がなければ84/120です。'
          : '84 sold, 6 held by orders under way, 120 places. 84/120 where nothing is held.'}
      </p>
      <p>
        <strong>[20]</strong>{' '}
        {lang === 'ja'
          ? '定員のうち、販路のために確保され、まだ販売していない20枚分。'
          : '20 of the places are kept for channels, and not sold yet.'}
      </p>
    </details>
  )
}

/** The numbers are no newer than this. */
function asOfText(lang: Lang, readAt: number): string {
  const time = timeText(lang, new Date(readAt).toISOString())
  if (lang === 'ja') return `${time}時点の数字です。接続し直しています。`
  return `As of ${time}. Connecting again.`
}

type CellState = 'cellOpen' | 'cellStopped' | 'cellPartStopped' | 'cellClosed' | 'cellNone' | 'cellFull'

const LOOKS = {
  cellStopped: 'stopped',
  cellPartStopped: 'part',
  cellClosed: 'closed',
  cellNone: 'closed',
  cellFull: 'full',
} as const satisfies Partial<Record<CellState & Word, DrawnCell['look']>>

function stateOf(
  { times, stopped, taken, capacity }: ReturnType<typeof figuresOf>,
  isClosed: boolean,
): CellState {
  if (isClosed || times === 0) return 'cellClosed'
  if (stopped === times) return 'cellStopped'
  if (stopped > 0) return 'cellPartStopped'
  if (capacity === 0 && taken === 0) return 'cellNone'
  return taken >= capacity ? 'cellFull' : 'cellOpen'
}

/** The times of a day from the first to the last; what is not sold by times comes before them. */
function dayRows(calendar: Calendar, date: string, allDay: string, cellOf: CellOf): readonly GridRow[] {
  const isTimed = calendar.products.map(({ sale_type: type }) => type === 'time')
  const rowOf = ({ product, starts_at: at }: SeenTime): string => (isTimed[product] === true ? at : '')
  const byRow = Map.groupBy(timesOf(calendar), rowOf)
  const days = new Map(calendar.days.map(day => [day.product, day]))
  return [...byRow]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([at, times]) => ({
      key: at === '' ? date : at,
      header: at === '' ? allDay : at,
      cells: calendar.products.map((_, product) => {
        const own = times.filter(time => time.product === product)
        const day = days.get(product)
        if (own.length === 0 || day === undefined) return null
        const when = at === '' ? `${date} ${allDay}` : `${date} ${at}`
        return cellOf(own, {
          when,
          product,
          price: day.price,
          isClosed: day.is_closed,
          isEdited: day.is_edited,
        })
      }),
    }))
}

function daysFrom(from: string, to: string): readonly string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** So many months after one, `yyyy-MM`. */
function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}
