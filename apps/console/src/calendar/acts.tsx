import { MOST_TIMES } from '@kippu/contract/console/calendar'
import type { Me } from '@kippu/contract/console/sign-in'
import type { Permission } from '@kippu/domain/staff/permission'
import { lazy, type ReactNode, Suspense, useState } from 'react'

import { useLanguage } from '../language'
import { mayDo } from '../session/me'
import { CapacityDialog } from './capacity'
import { type CalendarActProps, figuresOf, figuresText, type SeenTime } from './chosen'
import { SaleDialog } from './sale'

const SharesDialog = lazy(async () => ({ default: (await import('./shares')).SharesDialog }))
const CancelDialog = lazy(async () => ({ default: (await import('./cancel')).CancelDialog }))

type Act = 'actCapacity' | 'actStop' | 'actResume' | 'actShares' | 'actCancelVisits'

const ACTS: ReadonlyArray<readonly [Act, Permission]> = [
  ['actCapacity', 'sales:write'],
  ['actStop', 'sales:write'],
  ['actResume', 'sales:write'],
  ['actShares', 'sales:write'],
  ['actCancelVisits', 'visits:cancel'],
]

interface ActsProps extends Omit<CalendarActProps, 'onClose' | 'onDone'> {
  readonly me: Me
  readonly onClear: () => void
}

/** The chosen times in figures, and what can be done to them. */
export function CalendarActs({ me, times, onClear, ...rest }: ActsProps): ReactNode {
  const { say, lang } = useLanguage()
  const [open, setOpen] = useState<{ readonly act: Act; readonly times: readonly SeenTime[] } | null>(null)
  const figures = figuresOf(times)
  const isFor: Readonly<Record<Act, boolean>> = {
    actCapacity: true,
    actStop: figures.stopped < figures.times,
    actResume: figures.stopped > 0,
    actShares: true,
    actCancelVisits: true,
  }
  const close = (): void => setOpen(null)
  const shared = {
    ...rest,
    onClose: close,
    onDone: () => {
      close()
      onClear()
    },
  }
  const act = (word: Act) => setOpen({ act: word, times })
  return (
    <section className="chosen" aria-label={say('acts')}>
      <output>
        {figures.times === 0 ? (
          <span className="quiet">{say('chosenNone')}</span>
        ) : (
          <strong>{chosenText(lang, figures.times, figuresText(figures))}</strong>
        )}
      </output>
      {figures.times > MOST_TIMES ? (
        <p className="fault">{say('tooManyTimes')}</p>
      ) : figures.times === 0 ? null : (
        <p className="row">
          {ACTS.filter(([word, permission]) => isFor[word] && mayDo(me, permission)).map(([word]) => (
            <button
              key={word}
              type="button"
              className={word === 'actCancelVisits' ? 'danger' : undefined}
              onClick={() => act(word)}
            >
              {say(word)}
            </button>
          ))}
          <button type="button" className="plain" onClick={onClear}>
            {say('clear')}
          </button>
        </p>
      )}
      <Suspense fallback={<output className="quiet">{say('loading')}</output>}>
        {open?.act === 'actCapacity' ? (
          <CapacityDialog {...shared} times={open.times} onStop={() => act('actStop')} />
        ) : open?.act === 'actShares' ? (
          <SharesDialog {...shared} times={open.times} />
        ) : open?.act === 'actCancelVisits' ? (
          <CancelDialog {...shared} times={open.times} />
        ) : open === null ? null : (
          <SaleDialog {...shared} times={open.times} isStop={open.act === 'actStop'} />
        )}
      </Suspense>
    </section>
  )
}

function chosenText(lang: 'ja' | 'en', times: number, figures: string): string {
  if (lang === 'ja') return `${times}枠を選択中（${figures}）`
  return `${times} ${times === 1 ? 'time' : 'times'} chosen (${figures})`
}
