import type { ChangeDay, ChangeSpan } from '@kippu/contract/time-changes'
import { dayStateFromStock, isSelectable, setProductsOn } from '@kippu/domain/calendar/day-state'
import type { DayState, SetProductStock } from '@kippu/domain/calendar/day-state'
import { buildMonths } from '@kippu/domain/calendar/month'
import type { CalendarMonth } from '@kippu/domain/calendar/month'
import { epochMsOf } from '@kippu/domain/jst-date'
import type { IsoDate } from '@kippu/domain/jst-date'
import { placeOfSet } from '@kippu/domain/set-place'

import type { ChangeDateData } from '../../session/pieces.ts'
import type { ChangeChoice } from './use-change-choice.ts'

interface MonthsOfChange {
  readonly today: IsoDate
  readonly weekOffset: number
  readonly disableMessage: string
}

/** The months of the calendar; each day with the difference as its price. */
export function monthsOf(choice: ChangeChoice, { today, ...site }: MonthsOfChange): CalendarMonth[] {
  const states = choice.days.map(day => ({ day, state: stateOf(day, choice) }))
  const open = states.filter(({ state }) => isSelectable(state)).map(({ day }) => day.date)
  return buildMonths({
    ...site,
    today,
    firstVisitDate: today,
    lastBookableDate: [...open, choice.current.date].toSorted((a, b) => a.localeCompare(b)).at(-1),
    days: new Map(
      states.map(({ day, state }) => [
        day.date,
        { state, price: day.difference, isSoldOutDisplayProduct: false },
      ]),
    ),
  })
}

/** Whether the whole party with its set products may come on a day, at another time than now. */
function stateOf(day: ChangeDay, choice: ChangeChoice): DayState {
  const { current, required_tickets: tickets, required_set_products: sets } = choice
  if (day.refusal !== null) return 'close'
  return dayStateFromStock({
    day: {
      ...day,
      time_spans: day.time_spans.filter(({ time_span_id: id }) => id !== current.time_span_id),
    },
    totalTickets: tickets,
    requiredSetProducts: sets,
    setProducts: setProductsOn(day.date, ownSetsAdded(choice)),
    timeChangeSetProductStock: choice.needs_set_product_stock ? 'false' : 'true',
  })
}

/** Units that the reservation has already may be kept where a set product stays at its time. */
function ownSetsAdded({
  current,
  set_products: sets,
  required_set_products: required,
}: ChangeChoice): SetProductStock[] {
  const own = new Set(current.set_products.map(({ time_span_id: id }) => id))
  return sets.map(({ uuid, time_spans: spans }) => ({
    uuid,
    time_spans: spans.map(span =>
      own.has(span.time_span_id)
        ? { ...span, stock_count: Math.max(span.stock_count, numOf(uuid, required)) }
        : span,
    ),
  }))
}

function numOf(uuid: string, required: ChangeChoice['required_set_products']): number {
  return required.find(set => set.uuid === uuid)?.num ?? 0
}

/** The visitor's choice so far. */
export interface ChosenTime {
  readonly day: ChangeDay | undefined
  /** The chosen time, or the only one there is. */
  readonly span: ChangeSpan | undefined
  /** Set products with more than one time on that day, and the time in use. */
  readonly sets: readonly ChosenSet[]
}

export interface ChosenSet {
  readonly uuid: string
  readonly name: string
  readonly num: number
  readonly spans: readonly ChangeSpan[]
  readonly timeSpanId: number | undefined
}

export function chosenTimeOf(choice: ChangeChoice, { date, timeSpanId, sets }: ChangeDateData): ChosenTime {
  const day = choice.days.find(candidate => candidate.date === date)
  const others = (day?.time_spans ?? []).filter(({ time_span_id: id }) => id !== choice.current.time_span_id)
  const roomy = others.filter(({ stock_count: left }) => left >= choice.required_tickets)
  const only = day?.time_spans.length === 1 ? roomy[0] : undefined
  const span = roomy.find(({ time_span_id: id }) => id === timeSpanId) ?? only
  return {
    day,
    span,
    sets: day === undefined || span === undefined ? [] : setsOf(choice, { day, span, sets }),
  }
}

interface SetsQuestion {
  readonly day: ChangeDay
  readonly span: ChangeSpan
  readonly sets: ChangeDateData['sets']
}

/** A set product whose units are at several times goes along as it is: the server places each of them. */
function setsOf(choice: ChangeChoice, { day, span, sets }: SetsQuestion): ChosenSet[] {
  const { current, required_set_products: required, set_products: offered } = choice
  const laterMs = epochMsOf(span.from) - epochMsOf(current.reservation_from)
  return required.flatMap(({ uuid, name, num }) => {
    const spans = (offered.find(set => set.uuid === uuid)?.time_spans ?? []).filter(({ from }) =>
      from.startsWith(`${day.date}T`),
    )
    const own = current.set_products.filter(set => set.uuid === uuid)
    if (spans.length < 2 || own.length !== 1) return []
    const ownId = own[0]?.time_span_id ?? 0
    const startsAtMs = startOf(choice, ownId) ?? epochMsOf(current.reservation_from)
    const chosen = spans.find(({ time_span_id: id }) => id === sets[uuid])?.time_span_id
    const timeSpanId =
      chosen ??
      placeOfSet({ uuid, timeSpanId: ownId, quantity: num, startsAtMs }, [{ uuid, time_spans: spans }], {
        laterMs,
        needsStock: choice.needs_set_product_stock,
        own: new Map(),
      })
    return [{ uuid, name, num, spans, timeSpanId }]
  })
}

/** When the set product begins now, if that day is among those that were read. */
function startOf({ set_products: sets }: ChangeChoice, timeSpanId: number): number | undefined {
  const span = sets.flatMap(({ time_spans: spans }) => spans).find(one => one.time_span_id === timeSpanId)
  return span && epochMsOf(span.from)
}
