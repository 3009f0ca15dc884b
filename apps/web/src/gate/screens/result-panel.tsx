import type { ReactElement, ReactNode } from 'react'

import type { GateResult, ShownTicket } from '../device/scan-ticket.ts'
import { OutcomeMark } from '../parts/outcome-mark.tsx'
import { Press } from '../parts/press.tsx'
import { useNow } from '../parts/use-now.ts'
import { useMoment, useWords } from '../words/words.tsx'
import { markOf, markOfReason } from './outcome.ts'
import styles from './result-panel.module.css'

interface ResultPanelProps {
  readonly result: GateResult
  readonly onNext: () => void
  readonly onAgain: () => void
  readonly children?: ReactNode
}

/** The result of a scan: understood by its colour, its shape or its sound alone; then the words. */
export function ResultPanel({ result, onNext, onAgain, children }: ResultPanelProps): ReactElement {
  const { t } = useWords()
  const mark = markOf(result)
  return (
    <section className={`${styles.panel} ${styles[mark]}`} role="alert" data-outcome={mark}>
      <div className={styles.head}>
        <span className={styles.mark}>
          <OutcomeMark mark={mark} />
        </span>
        <div>
          <Title result={result} />
          {result.isOffline && result.outcome.kind !== 'needs_store' && (
            <p className={styles.small}>{t('gate_offline_decided')}</p>
          )}
        </div>
      </div>
      <div className={styles.body}>
        {result.outcome.kind === 'needs_store' ? (
          <p className={styles.advice}>{t(`gate_store_${result.outcome.because}`)}</p>
        ) : (
          <Tickets result={result} />
        )}
      </div>
      <div className={styles.actions}>
        {children}
        {result.outcome.kind === 'needs_store' && (
          <Press look="on-colour" onClick={onAgain}>
            {t('gate_again')}
          </Press>
        )}
        <Press look="on-colour" onClick={onNext}>
          {t('gate_next')}
        </Press>
      </div>
    </section>
  )
}

function Title({ result }: { readonly result: GateResult }): ReactElement {
  const { t } = useWords()
  const { outcome, tickets, question } = result
  const isIn = question.direction === 'in'
  switch (outcome.kind) {
    case 'success': {
      const count = tickets.filter(({ status }) => status === 'success').length
      if (tickets.length <= 1)
        return <h2 className={styles.title}>{t(isIn ? 'gate_ok_in' : 'gate_ok_out')}</h2>
      return (
        <>
          <h2 className={styles.title}>{t(isIn ? 'gate_ok_some' : 'gate_ok_some_out', { count })}</h2>
          {count < tickets.length && (
            <p className={styles.small}>{t('gate_others_not', { count: tickets.length - count })}</p>
          )}
        </>
      )
    }
    case 'refused':
      return (
        <>
          <h2 className={styles.title}>{t(isIn ? 'gate_not_in' : 'gate_not_out')}</h2>
          <p className={styles.why}>{t(`gate_reason_${outcome.reason}`)}</p>
        </>
      )
    case 'needs_store':
      return <h2 className={styles.title}>{t('gate_store_title')}</h2>
  }
}

/** One ticket fills the panel; a party is a list of people. */
function Tickets({ result }: { readonly result: GateResult }): ReactElement {
  const { t } = useWords()
  const { outcome, tickets } = result
  const [first] = tickets
  const needsProof = tickets.some(ticket => ticket.needsProof && ticket.status === 'success')
  return (
    <>
      {needsProof && (
        <p className={styles.proof}>
          <strong>{t('gate_proof')}</strong>
          <span>{t('gate_proof_hint')}</span>
        </p>
      )}
      {tickets.length === 1 && first !== undefined && <OneTicket ticket={first} />}
      {tickets.length > 1 && (
        <ul className={styles.people}>
          {tickets.map((ticket, index) => (
            <Person key={index} ticket={ticket} />
          ))}
        </ul>
      )}
      {outcome.kind === 'refused' && <p className={styles.advice}>{t(`gate_advice_${outcome.reason}`)}</p>}
    </>
  )
}

function OneTicket({ ticket }: { readonly ticket: ShownTicket }): ReactElement {
  return (
    <div>
      <KindName ticket={ticket} className={styles.kind ?? ''} />
      <p className={styles.product}>{ticket.productName}</p>
      <Fact ticket={ticket} className={styles.fact ?? ''} />
    </div>
  )
}

function KindName({
  ticket,
  className,
}: {
  readonly ticket: ShownTicket
  readonly className: string
}): ReactElement {
  const { t } = useWords()
  const name = ticket.isSet ? t('gate_set') : ticket.kindName
  return <p className={className}>{name}</p>
}

function Person({ ticket }: { readonly ticket: ShownTicket }): ReactElement {
  const { t } = useWords()
  const isIn = ticket.status === 'success'
  return (
    <li className={styles.person} data-outcome={isIn ? 'go' : 'stop'}>
      <span className={styles.personMark}>
        <OutcomeMark mark={isIn ? 'go' : ticket.reason === null ? 'stop' : markOfReason(ticket.reason)} />
      </span>
      <div>
        <KindName ticket={ticket} className={styles.personKind ?? ''} />
        {isIn ? (
          ticket.needsProof && <p className={styles.small}>{t('gate_proof')}</p>
        ) : (
          <>
            {ticket.reason !== null && <p>{t(`gate_reason_${ticket.reason}`)}</p>}
            <Fact ticket={ticket} className={styles.small ?? ''} />
          </>
        )}
      </div>
    </li>
  )
}

/** Since when, from when, until when: what explains a refusal. */
function Fact({
  ticket,
  className,
}: {
  readonly ticket: ShownTicket
  readonly className: string
}): ReactNode {
  const { t } = useWords()
  const moment = useMoment()
  const now = useNow()
  const { reason, lastInAt, lastOutAt, admitsFrom, admitsUntil } = ticket
  switch (reason) {
    case 'already_in':
      return lastInAt === null ? null : (
        <p className={className}>{t('gate_fact_in', { time: moment(lastInAt, now) })}</p>
      )
    case 'not_inside':
      return lastOutAt === null ? null : (
        <p className={className}>{t('gate_fact_out', { time: moment(lastOutAt, now) })}</p>
      )
    case 'too_early':
      return <p className={className}>{t('gate_fact_from', { time: moment(admitsFrom, now) })}</p>
    case 'too_late':
      return <p className={className}>{t('gate_fact_until', { time: moment(admitsUntil, now) })}</p>
    case 'older_code':
    case 'revoked':
    case 'unknown':
    case 'forged':
    case 'expired_code':
    case null:
      return null
  }
}
