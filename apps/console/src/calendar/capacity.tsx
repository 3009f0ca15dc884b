import { setCapacityCall } from '@kippu/contract/console/calendar'
import { type ReactNode, useState } from 'react'

import { callStaff, StaffError } from '../api'
import { ActForm, Ended } from '../desk/act-form'
import { useAct } from '../desk/use-act'
import { useLanguage } from '../language'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'
import type { Lang } from '../words'
import { type CalendarActProps, daysOf, type SeenTime } from './chosen'
import { placesText } from './days-text'
import { OvertakenTimes, useSeenAgain } from './overtaken'

interface CapacityProps extends CalendarActProps {
  readonly onStop: () => void
}

export function CapacityDialog({
  site,
  products,
  times,
  readAgain,
  onStop,
  onClose,
  onDone,
}: CapacityProps): ReactNode {
  const { say, lang } = useLanguage()
  const [typed, setTyped] = useState(String(times[0]?.capacity ?? ''))
  const [wherePossible, setWherePossible] = useState(false)
  const { seen, overtaken, seeAgain } = useSeenAgain(times, readAgain)
  const days = daysOf(seen, products)
  const units = Number(typed)
  const acting = useAct(key =>
    seeAgain(
      callStaff(
        setCapacityCall,
        {
          params: { site },
          body: {
            ...days,
            times: seen.map(({ id, capacity }) => ({ id, capacity })),
            units,
            where_possible: wherePossible,
          },
        },
        key,
      ),
    ),
  )
  const { data: done, error } = acting.acting
  const tooFew = error instanceof StaffError && error.code === 'refused' ? error.times[0] : undefined
  return (
    <Dialog title={say('capacityTitle')} onClose={done === undefined ? onClose : onDone}>
      {done === undefined ? (
        <ActForm act={acting} label={say('doCapacity')} isReady={seen.length > 0} onClose={onClose}>
          <Field
            label={say('places')}
            type="number"
            inputMode="numeric"
            min={0}
            max={1_000_000}
            step={1}
            required
            value={typed}
            fault={tooFew === undefined ? undefined : leastText(lang, tooFew.at, tooFew.least)}
            onChange={event => setTyped(event.target.value)}
          />
          {tooFew === undefined ? null : (
            <>
              <p>
                <button type="button" onClick={onStop}>
                  {say('stopInstead')}
                </button>
              </p>
              {seen.length === 1 ? null : (
                <label className="check">
                  <input
                    type="checkbox"
                    checked={wherePossible}
                    onChange={event => setWherePossible(event.target.checked)}
                  />
                  {say('leaveOut')}
                </label>
              )}
            </>
          )}
          <p>
            <strong>{sentenceOf(lang, seen, units, placesText(lang, seen, products))}</strong>
          </p>
          <OvertakenTimes overtaken={overtaken} seen={times} />
        </ActForm>
      ) : (
        <Ended onClose={onDone}>{endOf(lang, done, units)}</Ended>
      )}
    </Dialog>
  )
}

function sentenceOf(lang: Lang, seen: readonly SeenTime[], units: number, days: string): string {
  const before = seen.map(({ capacity }) => capacity)
  const [least, most] = [Math.min(...before), Math.max(...before)]
  const was = least === most ? String(least) : `${least}–${most}`
  if (lang === 'ja') return `${days}の${seen.length}枠の定員を、${was}から${units}に変えます。`
  const times = seen.length === 1 ? '1 time' : `${seen.length} times`
  return `Gives ${times} on ${days} ${units} places each (${was} now).`
}

function leastText(lang: Lang, at: string | null, least: number | undefined): string {
  if (lang === 'ja')
    return `${at ?? ''}：販売済み・手続き中・確保分が${least ?? 0}のため、${least ?? 0}より少なくできません。`
  return `${at ?? ''}: ${least ?? 0} are held, sold or kept, so ${least ?? 0} is the least.`
}

function endOf(
  lang: Lang,
  { times, left_out: leftOut }: { readonly times: number; readonly left_out: number },
  units: number,
): string {
  if (lang === 'ja')
    return `${times}枠の定員を${units}にしました。${leftOut === 0 ? '' : `そのまま：${leftOut}件`}`
  const out = leftOut === 0 ? '' : ` Left as they are: ${leftOut}.`
  return `${times === 1 ? '1 time has' : `${times} times have`} ${units} places now.${out}`
}
