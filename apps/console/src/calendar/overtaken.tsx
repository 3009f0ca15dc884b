import type { RefusedTime } from '@kippu/contract/console/staff-call'
import { type ReactNode, useState } from 'react'

import { seenAnew } from '../desk/use-act'
import { momentText } from '../formats'
import { useLanguage } from '../language'
import type { SeenTime } from './chosen'

interface SeenAgain {
  readonly seen: readonly SeenTime[]
  /** Times that somebody else changed since they were seen, of the last try. */
  readonly overtaken: readonly RefusedTime[]
  /** Does it; where somebody else was first, the times are read again, and the next press is for what is seen then. */
  readonly seeAgain: <T>(act: Promise<T>) => Promise<T>
}

export function useSeenAgain(
  times: readonly SeenTime[],
  readAgain: () => Promise<readonly SeenTime[]>,
): SeenAgain {
  const [seen, setSeen] = useState(times)
  const [overtaken, setOvertaken] = useState<readonly RefusedTime[]>([])
  return {
    seen,
    overtaken,
    seeAgain: act =>
      seenAnew(act, async refused => {
        setOvertaken(refused.times)
        setSeen(await readAgain())
      }),
  }
}

interface OvertakenProps extends Pick<SeenAgain, 'overtaken'> {
  /** As they were seen first. */
  readonly seen: readonly SeenTime[]
}

/** Both versions of each time that somebody else has changed, and who did. */
export function OvertakenTimes({ overtaken, seen }: OvertakenProps): ReactNode {
  const { say, lang } = useLanguage()
  if (overtaken.length === 0) return null
  const stateText = (state: { readonly capacity: number; readonly is_stopped: boolean }): string =>
    `${say(state.is_stopped ? 'cellStopped' : 'cellOpen')}, ${say('places')} ${state.capacity}`
  return (
    <div className="notice notice-bad" role="alert">
      <p>{say('overtaken')}</p>
      <ul>
        {overtaken.map(({ id, at, now, by }) => {
          const was = seen.find(time => time.id === id)
          return (
            <li key={id}>
              <strong>{at ?? (was && `${was.date} ${was.starts_at}`)}</strong> {say('youSaw')}:{' '}
              {was === undefined ? '–' : stateText(was)} → {say('itIs')}:{' '}
              {now === undefined ? say('timeGone') : stateText(now)}
              {by === undefined ? null : (
                <>
                  {' '}
                  ({say('changedBy')}: {by.staff}, {momentText(lang, by.at)})
                </>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
