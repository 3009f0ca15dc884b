import {
  type Calendar,
  type CalendarEvent,
  type CalendarTime,
  watchCalendarCall,
} from '@kippu/contract/console/calendar'
import * as v from 'valibot'

import { listenTo } from '../api'

export interface AskedDays {
  readonly site: string
  /** Both included. */
  readonly from: string
  readonly to: string
}

/** A calendar that was read, as it has become since. */
export interface Watched {
  readonly base: Calendar
  readonly calendar: Calendar
  /** Whether each change comes by itself. */
  readonly isLive: boolean
  /** When it was last known to be so, in ms. */
  readonly toldAt: number
}

/** How long a browser that was refused waits before it asks again, in ms. */
const REFUSED_MS = 10_000

/** Tells what becomes of a calendar that was read. A page that nobody sees asks for nothing. @returns what ends it. */
export function watchCalendar(
  { site, from, to }: AskedDays,
  base: Calendar,
  tell: (watched: Watched) => void,
): () => void {
  let calendar = base
  let source: EventSource | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined
  let toldAt = 0
  const said = (isLive: boolean): void => {
    if (isLive) toldAt = Date.now()
    tell({ base, calendar, isLive, toldAt })
  }
  const close = (): void => {
    source?.close()
    clearTimeout(waiting)
  }
  const open = (): void => {
    close()
    if (document.hidden) return
    const query = { from, to, seen: calendar.version }
    const stream = listenTo(watchCalendarCall, { params: { site }, query })
    source = stream
    stream.addEventListener('open', () => said(true))
    stream.addEventListener('message', ({ data }) => {
      calendar = after(calendar, v.parse(watchCalendarCall.response, JSON.parse(String(data))))
      said(true)
    })
    stream.addEventListener('error', () => {
      said(false)
      if (stream.readyState === stream.CLOSED) waiting = setTimeout(open, REFUSED_MS)
    })
  }
  open()
  document.addEventListener('visibilitychange', open)
  return () => {
    document.removeEventListener('visibilitychange', open)
    close()
  }
}

/** A calendar after an event. */
function after(calendar: Calendar, event: CalendarEvent): Calendar {
  if (event.kind === 'calendar') return event.calendar
  const changed = new Map<number, CalendarTime>(event.times.map(time => [time.id, time]))
  return {
    ...calendar,
    version: event.version,
    days: calendar.days.map(day =>
      day.times.some(({ id }) => changed.has(id))
        ? { ...day, times: day.times.map(time => changed.get(time.id) ?? time) }
        : day,
    ),
  }
}
