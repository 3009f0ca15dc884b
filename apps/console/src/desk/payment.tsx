import { takeUpPayment } from '@kippu/contract/console/desk-acts'
import { type ReactNode, useState } from 'react'

import { callStaff } from '../api'
import { yenText } from '../formats'
import { useLanguage } from '../language'
import { Dialog } from '../ui/dialog'
import { ActForm, Ended, ReasonField } from './act-form'
import { paymentsForPerson } from './payments-for-person'
import type { DeskProps } from './refund'
import { useAct } from './use-act'

const FOUND = [
  ['checked', 'paymentChecked'],
  ['returned', 'paymentReturned'],
  ['paid otherwise', 'paymentOtherwise'],
] as const

/** A payment that needs a person, once somebody has looked it up at its provider. */
export function PaymentDialog({ site, order, story, onClose }: DeskProps): ReactNode {
  const { say, lang } = useLanguage()
  const [payments] = useState(() => paymentsForPerson(story))
  const [attempt, setAttempt] = useState(payments[0] ?? '')
  const [found, setFound] = useState<(typeof FOUND)[number][0]>('checked')
  const [reason, setReason] = useState('')
  const taking = useAct(key =>
    callStaff(takeUpPayment, { params: { site, attempt }, body: { found, reason } }, key),
  )
  const { data: taken } = taking.acting
  return (
    <Dialog title={say('payment')} onClose={onClose}>
      {taken === undefined ? (
        <ActForm act={taking} label={say('doTakeUp')} onClose={onClose}>
          <p>
            <strong>
              {lang === 'ja'
                ? `予約 ${order}（${story.name} 様）の支払いを「対応が必要」から外し、結果を経過に残します。`
                : `The payment of ${order} (${story.name}) leaves “Needs you”; what you found is kept in the story.`}
            </strong>
          </p>
          <p>{say('paymentLead')}</p>
          {payments.length > 1 ? (
            <label className="field">
              {say('paymentWhich')}
              <select value={attempt} onChange={event => setAttempt(event.target.value)}>
                {payments.map(id => (
                  <option key={id} value={id}>
                    {id}
                  </option>
                ))}
              </select>
            </label>
          ) : null}
          <fieldset>
            <legend>{say('paymentFound')}</legend>
            {FOUND.map(([one, word]) => (
              <label key={one} className="check">
                <input type="radio" name="found" checked={found === one} onChange={() => setFound(one)} />
                {say(word)}
              </label>
            ))}
          </fieldset>
          <ReasonField value={reason} onChange={setReason} />
        </ActForm>
      ) : (
        <Ended onClose={onClose}>
          {yenText(lang, taken.amount)}: {say('takenUp')}
        </Ended>
      )}
    </Dialog>
  )
}
