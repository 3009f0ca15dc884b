import { cancelAgreedCall } from '@kippu/contract/console/cancellations'
import {
  type ApprovalShown,
  decideApprovalCall,
  listApprovalsCall,
  refundOrder,
} from '@kippu/contract/console/refunds'
import type { Me } from '@kippu/contract/console/sign-in'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { callStaff } from '../api'
import { ActForm, Ended } from '../desk/act-form'
import { GuestsDialog } from '../desk/guests'
import { useAct } from '../desk/use-act'
import { REFUSED_WORDS } from '../desk-words'
import { dayText, momentText, yenText } from '../formats'
import { FIELD_WORDS } from '../house/house-words'
import { settingNamed } from '../house/setting-words'
import { ValueText } from '../house/value-text'
import { type Lang } from '../words'
import { useLanguage } from '../language'
import { mayDo } from '../session/me'
import { Dialog } from '../ui/dialog'
import { Link } from '../ui/link'
import { Loaded } from '../ui/said'
import { ScreenOf } from '../ui/screen'
import { WaitsForWorker } from '../ui/worker-stands'

interface ApprovalsProps {
  readonly me: Me
  readonly site: string
}

type Way = 'agree' | 'refuse' | 'do'

/** Matters that wait for a second person, and those that somebody agreed to and that are not done yet. */
export function ApprovalsScreen({ me, site }: ApprovalsProps): ReactNode {
  const { say } = useLanguage()
  const approvals = useQuery({
    queryKey: ['approvals', site],
    queryFn: () => callStaff(listApprovalsCall, { params: { site } }),
  })
  const [open, setOpen] = useState<{ readonly approval: ApprovalShown; readonly way: Way } | null>(null)
  return (
    <ScreenOf title={say('approvals')} lead={say('approvalsLead')}>
      <Loaded query={approvals}>
        {({ approvals: all }) =>
          all.length === 0 ? (
            <p className="quiet">{say('approvalsNone')}</p>
          ) : (
            <ul className="rows">
              {all.map(approval => (
                <Row
                  key={approval.id}
                  {...{ me, site, approval }}
                  onOpen={way => setOpen({ approval, way })}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {open === null ? null : open.way === 'do' && open.approval.guests !== null ? (
        <GuestsDialog site={site} agreed={open.approval} onClose={() => setOpen(null)} />
      ) : (
        <Decide {...{ site }} {...open} onClose={() => setOpen(null)} />
      )}
    </ScreenOf>
  )
}

interface RowProps extends ApprovalsProps {
  readonly approval: ApprovalShown
  readonly onOpen: (way: Way) => void
}

function Row({ me, site, approval, onOpen }: RowProps) {
  const { say, pick, lang } = useLanguage()
  const {
    may_be_one: mayBeOne,
    asked_by: askedBy,
    decided_by: decidedBy,
    waits_until: waitsUntil,
    expires_at: expiresAt,
  } = approval
  const isOwn = askedBy === me.name
  return (
    <li>
      <span>{sentenceOf(lang, approval)}</span>
      <What {...{ site, approval }} />
      <span className="quiet">
        {decidedBy === null
          ? `${say('approvalUntil')} ${momentText(lang, expiresAt)}`
          : `${decidedBy}: ${say('approvalGiven')}`}
      </span>
      {isOwn && decidedBy === null ? (
        <span className="mark">
          {waitsUntil === null
            ? say('approvalsWait')
            : `${say('approvalAlone')} ${momentText(lang, waitsUntil)}`}
        </span>
      ) : null}
      {isOwn && (decidedBy !== null || waitsUntil !== null) && DONE_HERE.has(approval.verb) ? (
        <button type="button" className="primary" onClick={() => onOpen('do')}>
          {say('approvalDo')}
        </button>
      ) : null}
      {!isOwn && decidedBy === null && mayDo(me, 'refunds:approve') ? (
        <span className="row">
          {mayBeOne ? (
            <span className="mark">{pick(REFUSED_WORDS['it may be one person under two names'])}</span>
          ) : (
            <button type="button" className="primary" onClick={() => onOpen('agree')}>
              {say('agree')}
            </button>
          )}
          <button type="button" onClick={() => onOpen('refuse')}>
            {say('refuse')}
          </button>
        </span>
      ) : null}
    </li>
  )
}

interface DecideProps {
  readonly site: string
  readonly approval: ApprovalShown
  readonly way: Way
  readonly onClose: () => void
}

function Decide({ site, approval, way, onClose }: DecideProps) {
  const { say, lang } = useLanguage()
  const { id, subject: order, refund, reason } = approval
  const deciding = useAct(async key => {
    if (way !== 'do') {
      const body = { agrees: way === 'agree' }
      await callStaff(decideApprovalCall, { params: { site, approval: id }, body })
      return way
    }
    if (refund === null) {
      const begun = await callStaff(cancelAgreedCall, { params: { site, approval: id } }, key)
      return { cancellation: begun.id }
    }
    const body = { ...refund, reason: reason ?? id, approval: id }
    return (await callStaff(refundOrder, { params: { site, order }, body }, key)).state
  })
  const { data: end } = deciding.acting
  return (
    <Dialog title={say(WAY_WORDS[way].title)} onClose={onClose}>
      {end === undefined ? (
        <ActForm
          act={deciding}
          label={say(refund === null && way === 'do' ? 'doCancel' : WAY_WORDS[way].act)}
          isDangerous={way === 'do'}
          onClose={onClose}
        >
          {way === 'do' ? <WaitsForWorker site={site} /> : null}
          <p>
            <strong>{sentenceOf(lang, approval)}</strong>
          </p>
          <What {...{ site, approval }} />
          {approval.house?.map(({ field, after }) => (
            <div key={field}>
              <strong>{fieldText(lang, field)}</strong>: <ValueText value={after?.value} />
            </div>
          ))}
          {way === 'refuse' ? null : <p>{say(whatFollows(approval))}</p>}
          {way === 'do' ? null : <p>{say(WAY_WORDS[way].lead)}</p>}
        </ActForm>
      ) : (
        <Ended onClose={onClose}>
          {typeof end === 'string' ? (
            say(END_WORDS[end])
          ) : (
            <>
              {say('cancelBegun')}{' '}
              <Link href={`/sites/${site}/cancellations/${end.cancellation}`}>{say('cancelFollow')}</Link>
            </>
          )}
        </Ended>
      )}
    </Dialog>
  )
}

const WAY_WORDS = {
  agree: { title: 'agree', act: 'agree', lead: 'agreeLead' },
  refuse: { title: 'refuse', act: 'refuse', lead: 'refuseLead' },
  do: { title: 'approvalDo', act: 'doRefund' },
} as const

/** The words for what becomes of it once it is done. */
function whatFollows({ verb, refund }: ApprovalShown) {
  if (verb === 'visits cancel') return 'cancelLead'
  if (verb === 'issue') return 'followsGuests'
  if (refund === null) return 'followsChange'
  return 'difference' in refund.what ? 'followsPart' : 'followsTickets'
}

/** Its product, its reservation and the reason of the one who asks. */
function What({ site, approval: { verb, subject, product, reason } }: WhatProps) {
  const { say } = useLanguage()
  return (
    <>
      {product === null ? null : (
        <span>
          {product}{' '}
          {verb === 'refund' ? <Link href={`/sites/${site}/orders/${subject}`}>{subject}</Link> : null}
        </span>
      )}
      {reason === null ? null : (
        <span className="quiet">
          {say('reason')}: {reason}
        </span>
      )}
    </>
  )
}

interface WhatProps {
  readonly site: string
  readonly approval: ApprovalShown
}

const END_WORDS = {
  agree: 'agreed',
  refuse: 'refusedIt',
  done: 'refundDone',
  open: 'refundOpen',
  failed: 'refundFailed',
} as const

/** The matters that are done on this screen; all others are done where they were asked for. */
const DONE_HERE: ReadonlySet<string> = new Set(['refund', 'issue', 'visits cancel'])

function numberIn(shown: ApprovalShown['shown'], name: string): number {
  const value = shown[name]
  return typeof value === 'number' ? value : 0
}

function fieldText(lang: Lang, field: string): string {
  return FIELD_WORDS[field]?.[lang] ?? field
}

/** The matter in one sentence: its person, tickets, yen, and what stays. */
function sentenceOf(lang: Lang, { verb, subject, shown, asked_by: by }: ApprovalShown): string {
  const yen = yenText(lang, numberIn(shown, 'yen'))
  if (verb === 'catalogue import') {
    const first = Array.isArray(shown['first']) ? shown['first'].join(', ') : ''
    const [prices, tickets] = [numberIn(shown, 'prices'), numberIn(shown, 'tickets')]
    return lang === 'ja'
      ? `${by}：価格 ${prices}件を変える（${first}）。販売済みチケット ${tickets}枚に関わる`
      : `${by} wants to change ${prices} ${prices === 1 ? 'price' : 'prices'} (${first}) where ${tickets} ${tickets === 1 ? 'ticket is' : 'tickets are'} sold`
  }
  if (verb === 'issue') {
    const tickets = numberIn(shown, 'tickets')
    const day =
      `${dayText(lang, String(shown['date']))} ${typeof shown['time'] === 'string' ? shown['time'] : ''}`.trim()
    return lang === 'ja'
      ? `${by}：${day} の招待券 ${tickets}枚を発行する`
      : `${by} wants to issue ${tickets} tickets for guests, ${day}`
  }
  if (verb === 'visits cancel') {
    const visits = numberIn(shown, 'visits')
    const [from, to] = [String(shown['from']), String(shown['to'])]
    const days = from === to ? dayText(lang, from) : `${dayText(lang, from)}–${dayText(lang, to)}`
    const isMove = shown['way'] === 'move'
    return lang === 'ja'
      ? `${by}：${days}の予約 ${visits}件（${yen}）を中止し、${isMove ? '日時の変更を案内する' : '返金する'}`
      : `${by} wants to cancel ${visits} ${visits === 1 ? 'visit' : 'visits'} on ${days} (${yen}); ${isMove ? 'buyers may choose another day' : 'the money goes back'}`
  }
  if (verb === 'settings set') {
    const [before, after] = [numberIn(shown, 'before'), numberIn(shown, 'after')].map(bound =>
      bound.toLocaleString(lang),
    )
    const name = settingNamed(subject).name[lang]
    return lang === 'ja'
      ? `${by}：1人でできる範囲「${name}」を ${before} から ${after} に広げる`
      : `${by} wants to raise what one person may do alone (${name}) from ${before} to ${after}`
  }
  if (verb === 'house put') {
    const names = subject.split(' ').map(field => fieldText(lang, field))
    return lang === 'ja'
      ? `${by}：施設の${names.join('、')}を変更する`
      : `${by} wants to change: ${names.join(', ')}`
  }
  const { tickets } = shown
  const numbers = Array.isArray(tickets) ? tickets.join(', ') : ''
  const stays = yenText(lang, numberIn(shown, 'stays'))
  if (lang === 'ja')
    return numbers === ''
      ? `${by}：${yen} を返金する（チケットは有効なまま、残り ${stays}）`
      : `${by}：チケット ${numbers} の ${yen} を返金する（残り ${stays}）`
  return numbers === ''
    ? `${by} wants to give ${yen} back; tickets stay valid, ${stays} stays`
    : `${by} wants to give ${yen} back for ticket ${numbers}; ${stays} stays`
}
