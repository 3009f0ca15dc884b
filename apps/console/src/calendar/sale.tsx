import { resumeSaleCall, type SaleChanged, stopSaleCall } from '@kippu/contract/console/calendar'
import { type ReactNode, useState } from 'react'

import { callStaff } from '../api'
import { ActForm, Ended, ReasonField } from '../desk/act-form'
import { useAct } from '../desk/use-act'
import { useLanguage } from '../language'
import { Dialog } from '../ui/dialog'
import type { Lang } from '../words'
import { type CalendarActProps, daysOf, type Figures, figuresOf } from './chosen'
import { placesText } from './days-text'
import { OvertakenTimes, useSeenAgain } from './overtaken'

interface SaleProps extends CalendarActProps {
  readonly isStop: boolean
}

/** Stops or resumes the sale of times. */
export function SaleDialog({
  site,
  products,
  times,
  readAgain,
  isStop,
  onClose,
  onDone,
}: SaleProps): ReactNode {
  const { say, lang } = useLanguage()
  const [reason, setReason] = useState('')
  const [release, setRelease] = useState(false)
  const { seen, overtaken, seeAgain } = useSeenAgain(times, readAgain)
  const days = daysOf(seen, products)
  const body = { ...days, times: seen.map(({ id, is_stopped }) => ({ id, is_stopped })), reason }
  const acting = useAct(key =>
    seeAgain(
      isStop
        ? callStaff(stopSaleCall, { params: { site }, body: { ...body, release } }, key)
        : callStaff(resumeSaleCall, { params: { site }, body }, key),
    ),
  )
  const { data: done } = acting.acting
  return (
    <Dialog title={say(isStop ? 'stopTitle' : 'resumeTitle')} onClose={done === undefined ? onClose : onDone}>
      {done === undefined ? (
        <ActForm
          act={acting}
          label={say(isStop ? 'doStop' : 'doResume')}
          isDangerous={isStop}
          isReady={seen.length > 0}
          onClose={onClose}
        >
          <p>
            <strong>{sentenceOf(lang, isStop, figuresOf(seen), placesText(lang, seen, products))}</strong>
          </p>
          <OvertakenTimes overtaken={overtaken} seen={times} />
          {isStop ? (
            <label className="check">
              <input type="checkbox" checked={release} onChange={event => setRelease(event.target.checked)} />
              {say('releaseUnpaid')}
            </label>
          ) : null}
          <ReasonField value={reason} onChange={setReason} />
        </ActForm>
      ) : (
        <Ended onClose={onDone}>{endOf(lang, isStop, done)}</Ended>
      )}
    </Dialog>
  )
}

function sentenceOf(
  lang: Lang,
  isStop: boolean,
  { times, stopped, sold, held }: Figures,
  days: string,
): string {
  if (isStop)
    return lang === 'ja'
      ? `${days}の${times}枠の販売を止めます。販売済み${sold}枚分は有効なまま、手続き中${held}枚分は期限まで支払えます。`
      : `Stops the sale of ${times} ${timesWord(times)} on ${days}. ${sold} sold stay valid; ${held} held may be paid until their time is over.`
  return lang === 'ja'
    ? `${days}の停止中の${stopped}枠の販売を再開します。`
    : `Sells ${stopped} stopped ${timesWord(stopped)} on ${days} again.`
}

function endOf(lang: Lang, isStop: boolean, { times, changed, taken, released }: SaleChanged): string {
  if (!isStop)
    return lang === 'ja'
      ? `販売を再開しました：${changed}件（選択${times}件）`
      : `On sale again: ${changed} of ${times} chosen ${timesWord(times)}.`
  const ended =
    released === 0 ? '' : lang === 'ja' ? ` 終わらせた注文：${released}件` : ` Orders ended: ${released}.`
  return lang === 'ja'
    ? `販売を止めました：${changed}件（選択${times}件）。販売済み・手続き中 ${taken}枚分より増えません。${ended}`
    : `Stopped: ${changed} of ${times} chosen ${timesWord(times)}. ${taken} places are sold or held, and no more will be.${ended}`
}

function timesWord(count: number): string {
  return count === 1 ? 'time' : 'times'
}
