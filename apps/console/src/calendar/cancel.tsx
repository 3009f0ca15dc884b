import {
  askCancellationCall,
  type CancellationPlanned,
  previewCancellationCall,
} from '@kippu/contract/console/cancellations'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { callStaff } from '../api'
import { ActForm, Ended, ReasonField } from '../desk/act-form'
import { seenAnew, useAct } from '../desk/use-act'
import { languageText, methodText } from '../fact-words'
import { momentText, yenText } from '../formats'
import { useLanguage } from '../language'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'
import { Loaded } from '../ui/said'
import { WaitsForWorker } from '../ui/worker-stands'
import { Table } from '../ui/table'
import type { Lang } from '../words'
import { type CalendarActProps, daysOf } from './chosen'
import { placesText } from './days-text'

/** Cancels the visits of times: whom it touches, what they get, and a second person. */
export function CancelDialog({ site, products, times, onClose, onDone }: CalendarActProps): ReactNode {
  const { say, lang } = useLanguage()
  const chosen = { ...daysOf(times, products), ids: times.map(({ id }) => id) }
  const preview = useQuery({
    queryKey: ['cancellation-preview', site, chosen],
    queryFn: () => callStaff(previewCancellationCall, { params: { site }, body: chosen }),
    // Only the list that was read when it was asked for is agreed to.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Dialog title={say('cancelTitle')} onClose={onClose}>
      <Loaded query={preview}>
        {plan => (
          <Ask
            {...{ site, chosen, plan, onClose, onDone }}
            places={placesText(lang, times, products)}
            onSeeAgain={async () => (await preview.refetch()).data}
          />
        )}
      </Loaded>
    </Dialog>
  )
}

interface AskProps {
  readonly site: string
  readonly chosen: {
    readonly from: string
    readonly to: string
    readonly product: string | null
    readonly ids: number[]
  }
  readonly plan: CancellationPlanned
  readonly onSeeAgain: () => Promise<CancellationPlanned | undefined>
  /** The days and products that it is for. */
  readonly places: string
  readonly onClose: () => void
  readonly onDone: () => void
}

function Ask({ site, chosen, plan, places, onSeeAgain, onClose, onDone }: AskProps) {
  const { say, lang } = useLanguage()
  const [isMove, setMove] = useState(false)
  const [through, setThrough] = useState('')
  const [reason, setReason] = useState('')
  const [former, setFormer] = useState<ReadonlySet<string> | null>(null)
  const movesThrough = isMove ? through : null
  const body = { ...chosen, moves_through: movesThrough, digest: plan.digest, reason }
  const seeAgain = async (): Promise<void> => {
    setFormer(new Set(plan.visits.map(visit => visit.reservation_number)))
    await onSeeAgain()
  }
  const acting = useAct(key =>
    seenAnew(callStaff(askCancellationCall, { params: { site }, body }, key), seeAgain),
  )
  const { data: asked } = acting.acting
  if (asked !== undefined)
    return (
      <Ended onClose={onDone}>
        {asked.waits_until === null
          ? say('asked')
          : `${say('askedAlone')} ${momentText(lang, asked.waits_until)}`}
      </Ended>
    )
  return (
    <ActForm act={acting} label={say('askCancel')} isDangerous isReady={plan.times > 0} onClose={onClose}>
      <WaitsForWorker site={site} />
      <p>
        <strong>{sentenceOf(lang, plan, { places, isMove })}</strong>
      </p>
      {former === null ? null : <p className="notice notice-bad">{say('listChanged')}</p>}
      <Numbers plan={plan} former={former} />
      <fieldset>
        <legend>{say('cancelOffer')}</legend>
        <label className="check">
          <input type="radio" name="offer" checked={!isMove} onChange={() => setMove(false)} />
          {say('offerRefund')}
        </label>
        <label className="check">
          <input type="radio" name="offer" checked={isMove} onChange={() => setMove(true)} />
          {say('offerMove')}
        </label>
      </fieldset>
      {isMove ? (
        <Field
          label={say('movesThrough')}
          type="date"
          required
          value={through}
          onChange={event => setThrough(event.target.value)}
        />
      ) : null}
      <ReasonField value={reason} onChange={setReason} />
      <p className="notice">{say('tooMuchVisits')}</p>
    </ActForm>
  )
}

interface NumbersProps {
  readonly plan: CancellationPlanned
  /** The list that was seen before, where this is a newer one. */
  readonly former: ReadonlySet<string> | null
}

function Numbers({ plan, former }: NumbersProps) {
  const { say, lang } = useLanguage()
  if (plan.visits.length === 0) return <p>{say('noVisits')}</p>
  const total = (of: 'tickets' | 'yen'): number => plan.by_language.reduce((sum, line) => sum + line[of], 0)
  const lines = (
    named: ReadonlyArray<{
      readonly name: string
      readonly buyers: number
      readonly tickets: number
      readonly yen: number
    }>,
  ) =>
    named.map(({ name, buyers, tickets, yen }) => (
      <tr key={name}>
        <th scope="row">{name}</th>
        <td className="figure">{buyers}</td>
        <td className="figure">{tickets}</td>
        <td className="figure">{yenText(lang, yen)}</td>
      </tr>
    ))
  const head = (title: string) => (
    <thead>
      <tr>
        <th scope="col">{title}</th>
        <th scope="col" className="figure">
          {say('buyers')}
        </th>
        <th scope="col" className="figure">
          {say('tickets')}
        </th>
        <th scope="col" className="figure">
          {say('price')}
        </th>
      </tr>
    </thead>
  )
  const others = (
    [
      ['usedUp', plan.used_up],
      ['beingPaid', plan.being_paid],
      ['unpaidOrders', plan.unpaid],
    ] as const
  ).filter(([, count]) => count > 0)
  const nameOf = (method: string | null): string =>
    method === null ? say('nothingPaid') : methodText(lang, method)
  return (
    <>
      <Table label={say('byLanguage')}>
        {head(say('byLanguage'))}
        <tbody>
          {lines(
            plan.by_language.map(({ lang: language, ...line }) => ({
              ...line,
              name: languageText(lang, language),
            })),
          )}
        </tbody>
        <tfoot>
          {lines([
            { name: say('total'), buyers: plan.visits.length, tickets: total('tickets'), yen: total('yen') },
          ])}
        </tfoot>
      </Table>
      <Table label={say('byMethod')}>
        {head(say('byMethod'))}
        <tbody>
          {lines(plan.by_method.map(({ method, ...line }) => ({ ...line, name: nameOf(method) })))}
        </tbody>
      </Table>
      {others.length === 0 ? null : (
        <dl className="facts">
          {others.map(([word, count]) => (
            <div key={word}>
              <dt>{say(word)}</dt>
              <dd>{count}</dd>
            </div>
          ))}
        </dl>
      )}
      <details open={former !== null}>
        <summary>
          {say('visitList')} ({plan.visits.length})
        </summary>
        <p className="quiet">
          {say('digest')} <span translate="no">{plan.digest}</span>
        </p>
        <Table label={say('visitList')}>
          <tbody>
            {plan.visits.map(visit => (
              <tr key={visit.reservation_number}>
                <th scope="row" translate="no">
                  {visit.reservation_number}
                </th>
                <td>{languageText(lang, visit.lang)}</td>
                <td>{nameOf(visit.method)}</td>
                <td className="figure">{visit.tickets}</td>
                <td className="figure">{yenText(lang, visit.yen)}</td>
                <td>
                  {visit.used > 0 ? <span className="mark mark-bad">{say('partlyUsed')}</span> : null}
                  {visit.is_visit ? null : <span className="mark">{say('setOnly')}</span>}
                  {former === null || former.has(visit.reservation_number) ? null : (
                    <span className="mark mark-bad">{say('isNew')}</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    </>
  )
}

function sentenceOf(
  lang: Lang,
  { times, visits }: CancellationPlanned,
  { places: days, isMove }: { readonly places: string; readonly isMove: boolean },
): string {
  const yen = yenText(
    lang,
    visits.reduce((sum, visit) => sum + visit.yen, 0),
  )
  const count = visits.length
  if (lang === 'ja') {
    if (count === 0) return `${days}の${times}枠の販売を止めます。`
    const end = isMove ? '日時の変更を案内します' : `${yen}を返金します`
    return `${days}の${times}枠の販売を止め、予約${count}件を中止し、各購入者に1通のメールで知らせて、${end}。`
  }
  if (count === 0) return `Stops the sale of ${times} ${times === 1 ? 'time' : 'times'} on ${days}.`
  const end = isMove ? 'may choose another day' : `get ${yen} back in all`
  return `Stops the sale of ${times} ${times === 1 ? 'time' : 'times'} on ${days} and cancels ${count} ${count === 1 ? 'reservation' : 'reservations'}. Buyers ${end}, and each gets one letter.`
}
