import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'

import type { Calendar, CalendarEvent } from '@kippu/contract/console/calendar'

import type { Database } from '../../platform/db/database.ts'
import type { Drain } from '../../platform/http/drain.ts'
import { type AskedCalendar, readCalendars } from '../../stock/read-calendar.ts'
import type { Session, Sessions } from '../sign-in/sessions.ts'
import { shownOf } from './shown-calendar.ts'

/** A session that is over is noticed at one of so many turns, which come once a second. */
const TURNS_A_LOOK = 3
/** A proxy ends what is silent for a minute. */
const TURNS_A_SIGN = 15
/** A browser opens few streams of one host. */
const MOST_OF_PERSON = 20

interface LiveDeps {
  readonly db: Database
  readonly drain: Pick<Drain, 'hasBegun'>
  readonly sessions: Pick<Sessions, 'actorsOf'>
}

/** Everybody in this process who looks at a calendar as it changes. */
export interface LiveCalendar {
  /** @param seen the version that the browser has. @returns undefined where the person has as many open as they may. */
  watch(asked: AskedCalendar, session: Session, seen: string): Readable | undefined
  /** Reads once for everybody, and tells each what has changed since they were told last. */
  turn(): Promise<void>
  /** Ends all. */
  end(): void
}

interface Watcher {
  readonly stream: Readable
  readonly session: Session
  /** Nothing is written to it any more. */
  readonly leave: () => void
  /** The version that its browser has. */
  seen: string
  /** The last message has not left yet. */
  isBehind: boolean
}

/** The days that some look at. */
interface Watched {
  readonly asked: AskedCalendar
  readonly watchers: Set<Watcher>
  shown?: Calendar
}

export function createLiveCalendar({ db, drain, sessions }: LiveDeps): LiveCalendar {
  const all = new Map<string, Watched>()
  let turns = 0
  const watchers = (): readonly Watcher[] => [...all.values()].flatMap(one => [...one.watchers])
  const end = (ended: readonly Watcher[]): void => {
    for (const { stream, leave } of ended) {
      leave()
      stream.push(null)
    }
  }

  const read = async (): Promise<void> => {
    const watched = [...all.values()]
    const asked = watched.map(({ asked: days, shown }) => ({ ...days, known: shown?.version }))
    const found = await db.read(one => readCalendars(one, asked))
    for (const [place, one] of watched.entries()) {
      const before = one.shown
      const now = found[place]
      if (now !== undefined) one.shown = shownOf(now)
      if (one.shown !== undefined) tell(one.watchers, before, one.shown)
    }
  }
  const look = async (): Promise<void> => {
    const looking = watchers()
    const actors = await sessions.actorsOf([...new Set(looking.map(({ session }) => session.id))])
    // One who may see something else now comes again, and is asked again.
    end(looking.filter(({ session }) => !isDeepStrictEqual(actors.get(session.id), session.actor)))
  }
  return {
    watch(asked, session, seen) {
      const { name } = session.actor
      if (watchers().filter(one => one.session.actor.name === name).length >= MOST_OF_PERSON) return undefined
      const key = JSON.stringify([asked.siteKey, asked.from, asked.to])
      const watched: Watched = all.get(key) ?? { asked, watchers: new Set() }
      const watcher: Watcher = {
        session,
        seen,
        isBehind: false,
        stream: new Readable({
          read() {
            watcher.isBehind = false
          },
        }),
        leave: () => {
          watched.watchers.delete(watcher)
          if (watched.watchers.size === 0 && all.get(key) === watched) all.delete(key)
        },
      }
      watcher.stream.once('close', watcher.leave)
      // A browser that loses it comes again after this time.
      watcher.stream.push('retry: 1000\n\n')
      watched.watchers.add(watcher)
      all.set(key, watched)
      return watcher.stream
    },
    async turn() {
      if (drain.hasBegun()) end(watchers())
      if (all.size === 0) return
      turns += 1
      try {
        if (turns % TURNS_A_LOOK === 0) await look()
        await read()
        if (turns % TURNS_A_SIGN === 0) for (const { stream } of watchers()) stream.push(':\n\n')
      } catch (error) {
        // Nobody goes on looking at numbers that are not read any more.
        end(watchers())
        throw error
      }
    },
    end: () => end(watchers()),
  }
}

/** Tells those who have another version. One whose last piece has not left waits, and gets the whole then. */
function tell(watchers: ReadonlySet<Watcher>, before: Calendar | undefined, now: Calendar): void {
  const others = [...watchers].filter(({ seen, isBehind }) => seen !== now.version && !isBehind)
  if (others.length === 0) return
  const times = before === undefined ? undefined : changedTimes(before, now)
  const step = times && pieceOf({ kind: 'times', version: now.version, times }, now.version)
  let whole: string | undefined
  for (const watcher of others) {
    const piece =
      step !== undefined && watcher.seen === before?.version
        ? step
        : (whole ??= pieceOf({ kind: 'calendar', calendar: now }, now.version))
    watcher.seen = now.version
    watcher.isBehind = !watcher.stream.push(piece)
  }
}

function pieceOf(event: CalendarEvent, version: string): string {
  return `id: ${version}\ndata: ${JSON.stringify(event)}\n\n`
}

/** The times of a calendar that are not as before; undefined where something else is not. */
function changedTimes(before: Calendar, now: Calendar): Calendar['days'][number]['times'] | undefined {
  const frame = ({ products, days }: Calendar) => [
    products,
    days.map(({ times, ...day }) => [day, times.map(({ id }) => id)]),
  ]
  if (!isDeepStrictEqual(frame(before), frame(now))) return undefined
  return now.days.flatMap(({ times }, day) =>
    times.filter((time, place) => !isDeepStrictEqual(time, before.days[day]?.times[place])),
  )
}
