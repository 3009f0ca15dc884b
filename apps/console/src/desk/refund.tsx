import type { OrderStoryAnswer } from '@kippu/contract/console/orders'
import {
  askApprovalCall,
  type GoesBack,
  previewRefundCall,
  refundOrder,
  type RefundPreviewed,
} from '@kippu/contract/console/refunds'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'

import { callStaff } from '../api'
import { methodText } from '../fact-words'
import { momentText, yenText } from '../formats'
import { useLanguage } from '../language'
import { ActRow } from '../ui/act-row'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'
import { WaitsForWorker } from '../ui/worker-stands'
import { ActForm, DeskFault, Ended, ReasonField } from './act-form'
import { seenAnew, useAct } from './use-act'

export interface DeskProps {
  readonly site: string
  /** The number of the reservation; the id of an order that has none. */
  readonly order: string
  readonly story: OrderStoryAnswer
  readonly onClose: () => void
}

/** Money back: what, then what that means, then done. */
export function RefundDialog({ site, order, story, onClose }: DeskProps): ReactNode {
  const { say } = useLanguage()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [seen, setSeen] = useState<Seen | null>(null)
  const preview = useMutation({
    mutationFn: ({ what }: Chosen) =>
      callStaff(previewRefundCall, { params: { site, order }, body: { what } }),
    onSuccess: now => setSeen(before => ({ now, former: before?.now ?? null })),
  })
  const see = (next: Chosen): void => {
    setChosen(next)
    preview.mutate(next)
  }
  return (
    <Dialog title={say('refund')} onClose={onClose}>
      {chosen === null || seen === null ? (
        <Choose
          story={story}
          isPending={preview.isPending}
          error={preview.error}
          onChosen={see}
          onClose={onClose}
        />
      ) : (
        <Confirm
          {...{ site, order, chosen, onClose }}
          seen={seen}
          fault={preview.error}
          name={story.name}
          onSeeAgain={() => preview.mutate(chosen)}
        />
      )}
    </Dialog>
  )
}

interface Chosen {
  readonly what: GoesBack
  readonly reason: string
}

interface Seen {
  readonly now: RefundPreviewed
  /** As it was before somebody else changed it; null where nobody did. */
  readonly former: RefundPreviewed | null
}

interface ChooseProps {
  readonly story: OrderStoryAnswer
  readonly isPending: boolean
  readonly error: unknown
  readonly onChosen: (chosen: Chosen) => void
  readonly onClose: () => void
}

function Choose({ story, isPending, error, onChosen, onClose }: ChooseProps) {
  const { say, lang } = useLanguage()
  const open = story.tickets.filter(({ state }) => state === 'valid' || state === 'handed on')
  const [numbers, setNumbers] = useState<readonly number[]>(
    open.filter(({ state }) => state === 'valid').map(({ number }) => number),
  )
  const [isPart, setPart] = useState(false)
  const [yen, setYen] = useState('')
  const [reason, setReason] = useState('')
  const isHandedOn = open.some(({ number, state }) => state === 'handed on' && numbers.includes(number))
  const send = (event: FormEvent): void => {
    event.preventDefault()
    const what: GoesBack = isPart
      ? { difference: Number(yen) }
      : { tickets: [...numbers], even_accepted: isHandedOn }
    onChosen({ what, reason: reason.trim() })
  }
  if (open.length === 0) return <Ended onClose={onClose}>{say('nothingValid')}</Ended>
  return (
    <form className="stack" onSubmit={send}>
      <p>{say('refundLead')}</p>
      <fieldset>
        <legend>{say('goesBack')}</legend>
        <label className="check">
          <input type="radio" name="what" checked={!isPart} onChange={() => setPart(false)} />
          {say('wholeTickets')}
        </label>
        <label className="check">
          <input type="radio" name="what" checked={isPart} onChange={() => setPart(true)} />
          {say('partOfPrice')}
        </label>
      </fieldset>
      {isPart ? (
        <Field
          label={say('yenBack')}
          type="number"
          inputMode="numeric"
          min={1}
          max={99_999_999}
          step={1}
          required
          value={yen}
          onChange={event => setYen(event.target.value)}
        />
      ) : (
        <fieldset>
          <legend>{say('whichTickets')}</legend>
          {open.map(({ number, name, price, state }) => (
            <label key={number} className="check">
              <input
                type="checkbox"
                checked={numbers.includes(number)}
                onChange={event =>
                  setNumbers(
                    event.target.checked ? [...numbers, number] : numbers.filter(one => one !== number),
                  )
                }
              />
              {number}. {name} {yenText(lang, price)}
              {state === 'handed on' ? <span className="mark mark-bad">{say('handedOn')}</span> : null}
            </label>
          ))}
        </fieldset>
      )}
      <ReasonField value={reason} onChange={setReason} />
      {error === null ? null : <DeskFault error={error} />}
      <ActRow
        act={say('goOn')}
        isDisabled={isPending || (!isPart && numbers.length === 0)}
        onClose={onClose}
      />
    </form>
  )
}

interface ConfirmProps extends Pick<DeskProps, 'site' | 'order' | 'onClose'> {
  readonly chosen: Chosen
  readonly seen: Seen
  /** Why it can't be given back any longer as it was chosen. */
  readonly fault: unknown
  readonly name: string
  readonly onSeeAgain: () => void
}

function Confirm({
  site,
  order,
  chosen: { what, reason },
  seen: { now: preview, former },
  fault,
  name,
  onClose,
  onSeeAgain,
}: ConfirmProps) {
  const { say, lang } = useLanguage()
  const [isDisputeKnown, setDisputeKnown] = useState(false)
  const body = { what, even_disputed: isDisputeKnown, reason, seen: preview.seen }
  const refunding = useAct(key =>
    seenAnew(callStaff(refundOrder, { params: { site, order }, body }, key), onSeeAgain),
  )
  const asking = useAct(key =>
    seenAnew(callStaff(askApprovalCall, { params: { site, order }, body }, key), onSeeAgain),
  )
  const { data: done } = refunding.acting
  const { data: asked } = asking.acting
  if (done !== undefined)
    return (
      <Ended onClose={onClose}>
        {yenText(lang, done.amount)}: {say(STATE_WORDS[done.state])}
      </Ended>
    )
  if (asked !== undefined)
    return (
      <Ended onClose={onClose}>
        {asked.waits_until === null
          ? say('asked')
          : `${say('askedAlone')} ${momentText(lang, asked.waits_until)}`}
      </Ended>
    )
  const needsOther = preview.needs_second_person
  return (
    <ActForm
      act={needsOther ? asking : refunding}
      label={needsOther ? say('askOther') : `${say('doRefund')} ${yenText(lang, preview.amount)}`}
      isDangerous={!needsOther}
      onClose={onClose}
    >
      <WaitsForWorker site={site} />
      <p>
        <strong>{sentenceOf(lang, preview, { order, name })}</strong>
      </p>
      {fault === null ? null : <DeskFault error={fault} />}
      {former === null ? null : (
        <p>
          {say('sawThen')}: {partsText(lang, former)} → {say('isNow')}: {partsText(lang, preview)}
        </p>
      )}
      <dl className="facts">
        {preview.payments.map(({ method, amount, elsewhere, is_known: isKnown }, index) => (
          // Two payments may be by the same method.
          <div key={index}>
            <dt>
              {say('toMethod')}: {methodText(lang, method)}
            </dt>
            <dd>
              {yenText(lang, amount)}
              {elsewhere === 0 ? null : (
                <span className="mark mark-bad">
                  {elsewhere === 'some'
                    ? say('elsewhereSome')
                    : `${say('elsewhere')} ${yenText(lang, elsewhere)}`}
                </span>
              )}
              {isKnown ? null : <span className="quiet">{say('unknownLeft')}</span>}
            </dd>
          </div>
        ))}
        <div>
          <dt>{say('stays')}</dt>
          <dd>
            {yenText(lang, preview.stays.yen)} ({say('left')}: {preview.stays.tickets})
          </dd>
        </div>
      </dl>
      {preview.dispute === null ? null : (
        <>
          <p className="notice notice-bad">
            {say('disputed')}: {preview.dispute}
          </p>
          <label className="check">
            <input
              type="checkbox"
              required
              checked={isDisputeKnown}
              onChange={event => setDisputeKnown(event.target.checked)}
            />
            {say('evenDisputed')}
          </label>
        </>
      )}
      {needsOther ? <p className="notice">{say('tooMuch')}</p> : null}
    </ActForm>
  )
}

/** The yen that go back, and those that stay. */
function partsText(lang: 'ja' | 'en', { amount, stays }: RefundPreviewed): string {
  return lang === 'ja'
    ? `返金 ${yenText(lang, amount)}、残り ${yenText(lang, stays.yen)}`
    : `${yenText(lang, amount)} back, ${yenText(lang, stays.yen)} stays`
}

const STATE_WORDS = { done: 'refundDone', open: 'refundOpen', failed: 'refundFailed' } as const

interface Whose {
  readonly order: string
  readonly name: string
}

/** Tickets, yen, mail, to whom. */
function sentenceOf(lang: 'ja' | 'en', { tickets, amount }: RefundPreviewed, { order, name }: Whose): string {
  const yen = yenText(lang, amount)
  const numbers = tickets.map(({ number }) => number).join(', ')
  if (lang === 'ja') {
    const what = tickets.length === 0 ? 'チケットは有効なまま、' : `チケット ${numbers} を無効にして、`
    return `予約 ${order} の${what}${name} 様に ${yen} を返金し、メールでお知らせします。`
  }
  const what =
    tickets.length === 0
      ? 'All tickets stay valid.'
      : tickets.length === 1
        ? `Ticket ${numbers} stops working.`
        : `Tickets ${numbers} stop working.`
  return `${yen} of ${order} go back to ${name}, who is told by email. ${what}`
}
