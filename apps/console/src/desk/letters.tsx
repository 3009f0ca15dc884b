import { correctAddress, resendTickets } from '@kippu/contract/console/desk-acts'
import { isLanguage, type Language, LANGUAGES } from '@kippu/domain/language'
import { type ReactNode, useState } from 'react'

import { callStaff, StaffError } from '../api'
import { languageText } from '../fact-words'
import { useLanguage } from '../language'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'
import { WaitsForWorker } from '../ui/worker-stands'
import { ActForm, Ended, ReasonField } from './act-form'
import type { DeskProps } from './refund'
import { useAct } from './use-act'

export function ResendDialog({ site, order, story, onClose }: DeskProps): ReactNode {
  const { say, lang: own } = useLanguage()
  const [lang, setLang] = useState<Language | null>(null)
  const sending = useAct(key => callStaff(resendTickets, { params: { site, order }, body: { lang } }, key))
  const to = story.email ?? say('none')
  return (
    <Dialog title={say('resend')} onClose={onClose}>
      {sending.acting.data === undefined ? (
        <ActForm act={sending} label={say('doSend')} onClose={onClose}>
          <WaitsForWorker site={site} />
          <p>
            <strong>
              {own === 'ja'
                ? `予約 ${order} のチケットを、${story.name} 様（${to}）にもう一度メールで送ります。`
                : `The tickets of ${order} are mailed once more to ${story.name} (${to}).`}
            </strong>
          </p>
          <label className="field">
            {say('resendLang')}
            <select
              value={lang ?? ''}
              onChange={({ target: { value } }) => setLang(isLanguage(value) ? value : null)}
            >
              <option value="">{say('resendSame')}</option>
              {LANGUAGES.map(one => (
                <option key={one} value={one}>
                  {languageText(own, one)}
                </option>
              ))}
            </select>
          </label>
        </ActForm>
      ) : (
        <Ended onClose={onClose}>{say('sent')}</Ended>
      )}
    </Dialog>
  )
}

export function AddressDialog({ site, order, story, onClose }: DeskProps): ReactNode {
  const { say, lang } = useLanguage()
  const [email, setEmail] = useState('')
  const [reason, setReason] = useState('')
  const correcting = useAct(key =>
    callStaff(correctAddress, { params: { site, order }, body: { email, reason } }, key),
  )
  const { error, data } = correcting.acting
  const isWrong = error instanceof StaffError && error.fields.some(({ field }) => field === 'email')
  return (
    <Dialog title={say('address')} onClose={onClose}>
      {data === undefined ? (
        <ActForm act={correcting} label={say('doSend')} onClose={onClose}>
          <WaitsForWorker site={site} />
          <p>
            <strong>
              {lang === 'ja'
                ? `予約 ${order}（${story.name} 様）のアドレスを置き換え、新しいアドレスにチケットをメールで送ります。`
                : `The address of ${order} (${story.name}) is replaced, and the tickets are mailed to the new one.`}
            </strong>
          </p>
          <Field
            label={say('newAddress')}
            type="email"
            required
            maxLength={254}
            autoComplete="off"
            value={email}
            onChange={event => setEmail(event.target.value)}
            fault={isWrong ? say('addressFault') : undefined}
          />
          <ReasonField label={say('addressReason')} value={reason} onChange={setReason} />
        </ActForm>
      ) : (
        <Ended onClose={onClose}>{say('sent')}</Ended>
      )}
    </Dialog>
  )
}
