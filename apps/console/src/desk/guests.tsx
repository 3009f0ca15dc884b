import { askGuestsCall, type GuestOffer, issueTickets, readGuestOffer } from '@kippu/contract/console/guests'
import type { ApprovalShown } from '@kippu/contract/console/refunds'
import { isLanguage, type Language, LANGUAGES } from '@kippu/domain/language'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { callStaff, StaffError } from '../api'
import { languageText } from '../fact-words'
import { momentText, timeText, todayInJapan } from '../formats'
import { useLanguage } from '../language'
import { DayField } from '../ui/day-field'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'
import { Link } from '../ui/link'
import { WaitsForWorker } from '../ui/worker-stands'
import { ActForm, DeskFault, Ended, ReasonField } from './act-form'
import { useAct } from './use-act'

interface GuestsProps {
  readonly site: string
  /** Somebody has agreed to this. */
  readonly agreed?: Pick<ApprovalShown, 'guests' | 'reason'>
  readonly onClose: () => void
}

type Product = GuestOffer['products'][number]

/** Tickets that nobody pays for: a time of a day, how many of each kind, and where they are mailed to. */
export function GuestsDialog({ site, agreed, onClose }: GuestsProps): ReactNode {
  const { say, pick, lang: own } = useLanguage()
  const { guests: first = null, reason: firstReason = null } = agreed ?? {}
  const [date, setDate] = useState(() => first?.date ?? todayInJapan())
  const [uuid, setUuid] = useState(first?.product ?? '')
  const [startsAt, setStartsAt] = useState(first === null ? '' : `${first.date}T${first.time}:00+09:00`)
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>(
    Object.fromEntries((first?.kinds ?? []).map(({ name, quantity }) => [name, quantity])),
  )
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [lang, setLang] = useState<Language>(first?.lang ?? 'ja')
  const [reason, setReason] = useState(firstReason ?? '')
  const [tooMuch, setTooMuch] = useState('')
  const offer = useQuery({
    queryKey: ['guest offer', site, date],
    queryFn: () => callStaff(readGuestOffer, { params: { site }, query: { date } }),
  })
  const product = offer.data?.products.find(one => one.uuid === uuid) ?? offer.data?.products[0]
  const time = product?.times.find(one => one.starts_at === startsAt)
  const kinds = (product?.kinds ?? []).flatMap(({ ja }) => {
    const quantity = counts[ja] ?? 0
    return quantity > 0 ? [{ name: ja, quantity }] : []
  })
  const tickets = kinds.reduce((sum, { quantity }) => sum + quantity, 0)
  const asked = {
    params: { site },
    // 2026-12-24T10:00:00+09:00
    body: {
      product: product?.uuid ?? '',
      date,
      time: startsAt.slice(11, 16),
      kinds,
      email,
      name,
      lang,
      reason,
    },
  }
  const now = JSON.stringify(asked)
  const issuing = useAct(async key => {
    try {
      return await callStaff(issueTickets, asked, key)
    } catch (failed) {
      if (failed instanceof StaffError && failed.code === 'second person needed') setTooMuch(now)
      throw failed
    }
  })
  const asking = useAct(key => callStaff(askGuestsCall, asked, key))
  // Fewer may be issued alone again.
  const needsOther = tooMuch === now
  const { data: done, error } = issuing.acting
  const { data: waiting } = asking.acting
  if (waiting !== undefined)
    return (
      <Dialog title={say('guestsTitle')} onClose={onClose}>
        <Ended onClose={onClose}>
          {waiting.waits_until === null
            ? say('asked')
            : `${say('askedAlone')} ${momentText(own, waiting.waits_until)}`}
        </Ended>
      </Dialog>
    )
  const isWrong = error instanceof StaffError && error.fields.some(({ field }) => field === 'email')
  if (done !== undefined)
    return (
      <Dialog title={say('guestsTitle')} onClose={onClose}>
        <Ended onClose={onClose}>
          {say('guestsDone')}{' '}
          <Link href={`/sites/${site}/orders/${done.reservation_number}`}>{done.reservation_number}</Link>
        </Ended>
      </Dialog>
    )
  return (
    <Dialog title={say('guestsTitle')} onClose={onClose}>
      <ActForm
        act={needsOther ? asking : issuing}
        label={say(needsOther ? 'askOther' : 'doIssue')}
        isReady={time !== undefined && tickets > 0}
        onClose={onClose}
      >
        <WaitsForWorker site={site} />
        <DayField
          day={date}
          onDay={day => {
            setDate(day)
            setStartsAt('')
          }}
        />
        {offer.error === null ? null : <DeskFault error={offer.error} />}
        {product === undefined ? (
          offer.data === undefined ? null : (
            <p className="quiet">{say('guestsNone')}</p>
          )
        ) : (
          <>
            <label className="field">
              {say('product')}
              <select
                value={product.uuid}
                onChange={({ target: { value } }) => {
                  setUuid(value)
                  setStartsAt('')
                  setCounts({})
                }}
              >
                {offer.data?.products.map(one => (
                  <option key={one.uuid} value={one.uuid}>
                    {pick(one.names)}
                  </option>
                ))}
              </select>
            </label>
            <label className="field">
              {say('time')}
              <select required value={startsAt} onChange={({ target: { value } }) => setStartsAt(value)}>
                <option value="">–</option>
                {product.times.map(({ starts_at: at, places }) => (
                  <option key={at} value={at} disabled={places === 0}>
                    {timeText(own, at)} ({say('placesLeft')} {places})
                  </option>
                ))}
              </select>
            </label>
            <Kinds product={product} counts={counts} onCounts={setCounts} />
          </>
        )}
        <Field
          label={say('guestsEmail')}
          type="email"
          required
          maxLength={254}
          autoComplete="off"
          value={email}
          onChange={event => setEmail(event.target.value)}
          fault={isWrong ? say('addressFault') : undefined}
        />
        <Field
          label={say('guestsName')}
          maxLength={100}
          autoComplete="off"
          value={name}
          onChange={event => setName(event.target.value)}
        />
        <label className="field">
          {say('resendLang')}
          <select
            value={lang}
            onChange={({ target: { value } }) => {
              if (isLanguage(value)) setLang(value)
            }}
          >
            {LANGUAGES.map(one => (
              <option key={one} value={one}>
                {languageText(own, one)}
              </option>
            ))}
          </select>
        </label>
        <ReasonField label={say('guestsReason')} value={reason} onChange={setReason} />
        {time === undefined || tickets === 0 || product === undefined ? null : (
          <p>
            <strong>
              {own === 'ja'
                ? `${momentText(own, startsAt)} の${pick(product.names)} ${tickets}枚を無料で発券し、${email} に送ります。`
                : `${tickets} × ${pick(product.names)}, ${momentText(own, startsAt)}: free of charge, mailed to ${email}.`}
            </strong>
          </p>
        )}
        {needsOther ? <p className="notice">{say('tooManyGuests')}</p> : null}
      </ActForm>
    </Dialog>
  )
}

interface KindsProps {
  readonly product: Product
  readonly counts: Readonly<Record<string, number>>
  readonly onCounts: (counts: Readonly<Record<string, number>>) => void
}

function Kinds({ product, counts, onCounts }: KindsProps) {
  const { say, pick } = useLanguage()
  return (
    <fieldset>
      <legend>{say('guestsKinds')}</legend>
      {product.kinds.map(kind => (
        <Field
          key={kind.ja}
          label={pick(kind)}
          type="number"
          min={0}
          max={999}
          value={String(counts[kind.ja] ?? 0)}
          onChange={({ target: { value } }) =>
            onCounts({ ...counts, [kind.ja]: Math.max(0, Math.trunc(Number(value))) })
          }
        />
      ))}
    </fieldset>
  )
}
