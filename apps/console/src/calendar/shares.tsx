import { readSharesCall, setShareCall, type SharesShown } from '@kippu/contract/console/shares'
import { isSalesChannel, type SalesChannel } from '@kippu/domain/states/ticket'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { callStaff, StaffError } from '../api'
import { ActForm, Ended } from '../desk/act-form'
import { seenAnew, useAct } from '../desk/use-act'
import { channelText } from '../fact-words'
import { momentText } from '../formats'
import { useLanguage } from '../language'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'
import { Loaded } from '../ui/said'
import { Table } from '../ui/table'
import type { Lang } from '../words'
import { type CalendarActProps, daysOf, type SeenTime } from './chosen'
import { placesText } from './days-text'

/** The shares that channels have of the chosen times; one of them is set, or taken away. */
export function SharesDialog({ site, products, times, onClose, onDone }: CalendarActProps): ReactNode {
  const { say } = useLanguage()
  const days = daysOf(times, products)
  const ids = times.map(({ id }) => id)
  const read = useQuery({
    queryKey: ['shares', site, ids],
    queryFn: () => callStaff(readSharesCall, { params: { site }, body: { ...days, ids } }),
  })
  return (
    <Dialog title={say('sharesTitle')} onClose={onClose}>
      <Loaded query={read}>
        {({ shares }) => (
          <>
            <ByChannel shares={shares} />
            <SetShare
              {...{ site, products, days, times, shares, onClose, onDone }}
              readAgain={() => void read.refetch()}
            />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

/** The sums of all chosen times. */
function ByChannel({ shares }: { readonly shares: SharesShown }) {
  const { say, lang } = useLanguage()
  return (
    <Table label={say('sharesTitle')}>
      <thead>
        <tr>
          {(['channel', 'kept', 'soldOrHeld', 'canSell', 'keptUntil'] as const).map(word => (
            <th key={word} scope="col">
              {say(word)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...Map.groupBy(shares, ({ channel }) => channel)].map(([channel, own]) => {
          const sum = (of: (one: SharesShown[number]) => number): number =>
            own.reduce((total, one) => total + of(one), 0)
          const kept = own.filter(({ share }) => share !== null)
          const until = kept.flatMap(({ common_from: at }) => at ?? []).toSorted()[0]
          return (
            <tr key={channel}>
              <th scope="row">{channelText(lang, channel)}</th>
              <td className="figure">{kept.length === 0 ? '–' : sum(({ share }) => share ?? 0)}</td>
              <td className="figure">{sum(({ used }) => used)}</td>
              <td className="figure">{sum(({ left }) => left)}</td>
              <td>
                {kept.some(({ only }) => only) ? `${say('onlyShare')} ` : ''}
                {until === undefined ? '' : momentText(lang, until)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}

interface SetShareProps extends Pick<CalendarActProps, 'site' | 'products' | 'times' | 'onClose' | 'onDone'> {
  readonly days: ReturnType<typeof daysOf>
  readonly shares: SharesShown
  readonly readAgain: () => void
}

function SetShare({ site, products, days, times, shares, readAgain, onClose, onDone }: SetShareProps) {
  const { say, lang } = useLanguage()
  const channels = [...new Set(shares.map(({ channel }) => channel))]
  const [channel, setChannel] = useState<SalesChannel>(channels[0] ?? 'web')
  const [isKept, setKept] = useState(true)
  const [places, setPlaces] = useState('')
  const [isOnly, setOnly] = useState(false)
  const [minutes, setMinutes] = useState('')
  const [wherePossible, setWherePossible] = useState(false)
  const now = new Map(shares.filter(one => one.channel === channel).map(({ id, share }) => [id, share]))
  const share = isKept
    ? { units: Number(places), only: isOnly, release_minutes: minutes === '' ? null : Number(minutes) }
    : null
  const body = {
    ...days,
    channel,
    times: times.map(({ id }) => ({ id, share: now.get(id) ?? null })),
    share,
    where_possible: wherePossible,
  }
  const acting = useAct(key => seenAnew(callStaff(setShareCall, { params: { site }, body }, key), readAgain))
  const { data: done, error } = acting.acting
  const [noRoom] = error instanceof StaffError && error.code === 'refused' ? error.times : []
  if (done !== undefined)
    return (
      <Ended onClose={onDone}>
        {lang === 'ja'
          ? `${done.times}枠で変更しました。${done.left_out === 0 ? '' : `そのまま：${done.left_out}件`}`
          : `Changed at ${timesText(done.times)}.${done.left_out === 0 ? '' : ` Left as they are: ${done.left_out}.`}`}
      </Ended>
    )
  return (
    <ActForm act={acting} label={say('doShare')} isReady={!isKept || places !== ''} onClose={onClose}>
      <label className="field">
        {say('channel')}
        <select
          value={channel}
          onChange={({ target: { value } }) => {
            if (isSalesChannel(value)) setChannel(value)
          }}
        >
          {channels.map(one => (
            <option key={one} value={one}>
              {channelText(lang, one)}
            </option>
          ))}
        </select>
      </label>
      <label className="check">
        <input type="checkbox" checked={isKept} onChange={event => setKept(event.target.checked)} />
        {say('keepPlaces')}
      </label>
      {isKept ? (
        <>
          <div className="fields">
            <Field
              label={say('keptPlaces')}
              type="number"
              inputMode="numeric"
              min={0}
              max={1_000_000}
              step={1}
              required
              value={places}
              fault={noRoom === undefined ? undefined : boundText(lang, noRoom)}
              onChange={event => setPlaces(event.target.value)}
            />
            <Field
              label={say('releaseMinutes')}
              hint={say('releaseHint')}
              type="number"
              inputMode="numeric"
              min={0}
              max={1_000_000}
              step={1}
              value={minutes}
              onChange={event => setMinutes(event.target.value)}
            />
          </div>
          <label className="check">
            <input type="checkbox" checked={isOnly} onChange={event => setOnly(event.target.checked)} />
            {say('onlyShareSays')}
          </label>
        </>
      ) : null}
      {noRoom === undefined || times.length === 1 ? null : (
        <label className="check">
          <input
            type="checkbox"
            checked={wherePossible}
            onChange={event => setWherePossible(event.target.checked)}
          />
          {say('leaveOutShares')}
        </label>
      )}
      {isKept && places === '' ? null : (
        <p>
          <strong>
            {sentenceOf(lang, {
              times,
              days: placesText(lang, times, products),
              to: channelText(lang, channel),
              share,
            })}
          </strong>
        </p>
      )}
    </ActForm>
  )
}

interface Said {
  readonly times: readonly SeenTime[]
  readonly days: string
  readonly to: string
  readonly share: { readonly units: number } | null
}

function sentenceOf(lang: Lang, { times, days, to, share }: Said): string {
  if (lang === 'ja')
    return share === null
      ? `${days}の${times.length}枠で、「${to}」のための確保をやめます。`
      : `${days}の${times.length}枠ごとに、「${to}」のために${share.units}枚分を確保します。`
  return share === null
    ? `Keeps nothing for “${to}” of ${timesText(times.length)} on ${days}.`
    : `Keeps ${share.units} places of each of ${timesText(times.length)} on ${days} for “${to}”.`
}

function boundText(
  lang: Lang,
  { at, least, most }: { readonly at: string | null; readonly least?: number; readonly most?: number },
): string {
  if (least !== undefined)
    return lang === 'ja' ? `${at ?? ''}：${least}以上にしてください。` : `${at ?? ''}: ${least} is the least.`
  return lang === 'ja' ? `${at ?? ''}：${most ?? 0}までです。` : `${at ?? ''}: ${most ?? 0} is the most.`
}

function timesText(count: number): string {
  return count === 1 ? '1 time' : `${count} times`
}
