import {
  askSheetApproval,
  importSheet,
  type PlannedImport,
  type SheetFaults,
} from '@kippu/contract/console/sheets'
import { type ReactNode, useState } from 'react'

import { callStaff, StaffError } from '../api'
import { ActForm, ReasonField } from '../desk/act-form'
import { useAct } from '../desk/use-act'
import { momentText, yenText } from '../formats'
import { useLanguage } from '../language'
import { Field } from '../ui/field'
import { Table } from '../ui/table'
import { PlanView, More } from './plan-view'
import { isTyped, type Kinds, rowText } from './sheet-names'

/** A file as it is sent, and how it is meant. */
export interface Meant {
  readonly file: string
  readonly body: Blob
  readonly whole: 'yes' | 'no'
}

export interface SaidChange {
  readonly label: string
  readonly lead?: ReactNode
}

interface ImportStepProps {
  readonly site: string
  readonly kinds: Kinds
  readonly meant: Meant
  readonly plan: PlannedImport
  readonly former: PlannedImport | undefined
  readonly ordersAt: string | null
  /** The word on its button, and the change in words of its own, where it was made for one thing: then its rows are folded away. */
  readonly said?: SaidChange | undefined
  readonly onFaults: (faults: SheetFaults) => void
  /** It is another matter by now: it is looked at anew. */
  readonly onOther: () => void
  readonly onDone: (rows: number) => void
  readonly onClose: () => void
}

/** The changes, the prices that have to be said twice, and the way to do it. */
export function ImportStep(props: ImportStepProps): ReactNode {
  const { kinds, plan, former, ordersAt, said, onClose } = props
  const { say } = useLanguage()
  const { kind, encodings, odd_prices: odd, needs_second_person: needsSecond, approval } = plan
  const mayDo = !needsSecond || (approval !== null && (approval.decided_by ?? approval.waits_until) !== null)
  return (
    <section aria-label={say('planTitle')} className={said && 'stack'}>
      {said === undefined ? <h2>{say('planTitle')}</h2> : null}
      {encodings
        .filter(({ file }) => !isTyped(file))
        .map(({ file, encoding }) => (
          <p key={file} className="quiet">
            {file} · {say('readAs')}: {encoding}
          </p>
        ))}
      {former === undefined ? null : (
        <p role="alert" className="notice notice-bad">
          {say('seenOther')}
        </p>
      )}
      {kind === 'unchanged' ? (
        <p>
          <output>{say('planNothing')}</output>
        </p>
      ) : (
        <>
          {said?.lead}
          <p>{say('planNotYet')}</p>
          {said?.lead === undefined ? (
            <PlanView {...{ kinds, plan, former, ordersAt }} />
          ) : (
            <details open={former !== undefined}>
              <summary>{say('planRows')}</summary>
              <PlanView {...{ kinds, plan, former, ordersAt }} />
            </details>
          )}
          {odd.total === 0 ? null : <OddPrices {...{ kinds, odd }} />}
          {needsSecond ? <SecondPerson {...props} /> : null}
          {mayDo ? <Do {...props} /> : null}
        </>
      )}
      {kind === 'unchanged' || !mayDo ? (
        <p className="row">
          <button type="button" onClick={onClose}>
            {say('close')}
          </button>
        </p>
      ) : null}
    </section>
  )
}

interface OddPricesProps extends Pick<ImportStepProps, 'kinds'> {
  readonly odd: PlannedImport['odd_prices']
}

function OddPrices({ kinds, odd }: OddPricesProps) {
  const { say, lang } = useLanguage()
  return (
    <section aria-labelledby="odd" className="notice notice-bad">
      <h3 id="odd">{say('oddTitle')}</h3>
      <p>{say('oddLead')}</p>
      <Table label={say('oddAfter')}>
        <thead>
          <tr>
            <th scope="col">{say('row')}</th>
            <th scope="col" className="figure">
              {say('oddBefore')}
            </th>
            <th scope="col" className="figure">
              {say('oddAfter')}
            </th>
          </tr>
        </thead>
        <tbody>
          {odd.first.map(({ row, before, after }) => (
            <tr key={row}>
              <th scope="row">{rowText(kinds, lang, row)}</th>
              <td className="figure">{before === null ? '–' : yenText(lang, before)}</td>
              <td className="figure">
                <strong>{yenText(lang, after)}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <More count={odd.total - odd.first.length} />
    </section>
  )
}

/** So many different prices are typed again; of more, how many they are. */
const MOST_TYPED_AGAIN = 5

function Do({ site, meant, plan, said, onFaults, onOther, onDone, onClose }: ImportStepProps) {
  const { say, lang } = useLanguage()
  const { total, prices } = plan.odd_prices
  const asked = prices.length > MOST_TYPED_AGAIN ? [total] : prices
  const [typed, setTyped] = useState<readonly string[]>([])
  const isTyped = asked.every((price, index) => numberOf(typed[index] ?? '') === price)
  const { file, body, whole } = meant
  const act = useAct(async () => {
    try {
      const answer = await callStaff(importSheet, {
        params: { site },
        query: {
          file,
          lang,
          whole,
          seen: plan.seen,
          odd_prices: String(total),
          ...(plan.approval !== null && { approval: plan.approval.id }),
        },
        body,
      })
      if (answer.kind === 'faults') onFaults(answer)
      else if (answer.kind === 'asks') onOther()
      else onDone(answer.rows)
    } catch (error) {
      if (!(error instanceof StaffError) || error.code !== 'changed meanwhile') throw error
      onOther()
    }
  })
  return (
    <ActForm act={act} label={said?.label ?? say('doImport')} isReady={isTyped} onClose={onClose}>
      {asked.map((price, index) => (
        <Field
          key={price}
          label={
            prices.length > MOST_TYPED_AGAIN ? say('oddCount') : `${say('oddAgain')}: ${yenText(lang, price)}`
          }
          inputMode="numeric"
          autoComplete="off"
          required
          value={typed[index] ?? ''}
          onChange={({ target: { value } }) =>
            setTyped(asked.map((_, turn) => (turn === index ? value : (typed[turn] ?? ''))))
          }
        />
      ))}
    </ActForm>
  )
}

function numberOf(typed: string): number | null {
  const digits = typed.normalize('NFKC').replaceAll(/[,¥円\s]/g, '')
  return /^\d{1,8}$/.test(digits) ? Number(digits) : null
}

/** Prices of days that are sold are too much for one person: another one is asked, and agrees in Approvals. */
function SecondPerson({ site, meant, plan, onOther }: ImportStepProps) {
  const { say, lang } = useLanguage()
  const [reason, setReason] = useState('')
  const { file, body, whole } = meant
  const { approval } = plan
  const act = useAct(async () => {
    await callStaff(askSheetApproval, {
      params: { site },
      query: { file, lang, whole, seen: plan.seen, reason: reason.trim() },
      body,
    })
    onOther()
  })
  if (approval !== null)
    return (
      <p className="notice">
        {approval.decided_by === null
          ? `${say('secondWaits')} ${
              approval.waits_until === null
                ? ''
                : `${say('approvalAlone')} ${momentText(lang, approval.waits_until)}`
            }`
          : `${approval.decided_by}: ${say('secondAgreed')}`}
      </p>
    )
  return (
    <ActForm act={act} label={say('askOther')} isReady={reason.trim() !== ''} onClose={() => setReason('')}>
      <p>{say('secondLead')}</p>
      <ReasonField value={reason} onChange={setReason} />
    </ActForm>
  )
}
