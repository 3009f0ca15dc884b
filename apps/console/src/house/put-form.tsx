import { askHouseCall, type HouseSaying, putHouseCall } from '@kippu/contract/console/house'
import { type ReactNode, useState } from 'react'

import { callStaff, StaffError } from '../api'
import { ActForm, Ended, ReasonField } from '../desk/act-form'
import { useAct } from '../desk/use-act'
import { momentText } from '../formats'
import { useLanguage } from '../language'
import { HOUSE_WORDS } from './house-words'
import { isFields } from './value'
import { ValueText } from './value-text'

interface PutFormProps {
  readonly site: string
  readonly field: string
  readonly before: HouseSaying
  readonly after: () => HouseSaying
  readonly wantsSecondPerson?: boolean
  readonly label?: string
  readonly onClose: () => void
  /** @param faults of the store, by their places. */
  readonly children: (faults: ReadonlyMap<string, string>) => ReactNode
}

/** Changes one thing of the house: faults stand at their fields, and what another person has changed meanwhile is shown beside it. */
export function PutForm({
  site,
  field,
  before,
  after,
  wantsSecondPerson = false,
  label,
  onClose,
  children,
}: PutFormProps): ReactNode {
  const { pick, lang } = useLanguage()
  const [reason, setReason] = useState('')
  const [read, setRead] = useState(before)
  const putting = useAct(async key => {
    const body = { changes: [{ field, before: read, after: after() }], reason }
    await callStaff(wantsSecondPerson ? askHouseCall : putHouseCall, { params: { site }, body }, key)
    return true
  })
  const { error, data } = putting.acting
  if (data !== undefined)
    return <Ended onClose={onClose}>{pick(wantsSecondPerson ? HOUSE_WORDS.asked : HOUSE_WORDS.saved)}</Ended>
  const [conflict] = error instanceof StaffError ? error.conflicts : []
  if (conflict !== undefined && conflict.theirs !== undefined) {
    const theirs = isFields(conflict.theirs) ? { value: conflict.theirs['value'] } : null
    return (
      <div className="stack">
        <p role="alert" className="notice notice-bad">
          {pick(HOUSE_WORDS.conflict)}
        </p>
        <dl className="facts">
          <div>
            <dt>
              {pick(HOUSE_WORDS.theirs)}: {conflict.by}, {momentText(lang, conflict.at)}
            </dt>
            <dd>
              <ValueText value={theirs?.value} />
            </dd>
          </div>
          <div>
            <dt>{pick(HOUSE_WORDS.yours)}</dt>
            <dd>
              <ValueText value={after()?.value} />
            </dd>
          </div>
        </dl>
        <p className="row">
          <button type="button" onClick={onClose}>
            {pick(HOUSE_WORDS.keepTheirs)}
          </button>
          <button
            type="button"
            className="primary"
            onClick={() => {
              setRead(theirs)
              putting.acting.reset()
            }}
          >
            {pick(HOUSE_WORDS.takeYours)}
          </button>
        </p>
      </div>
    )
  }
  const faults = new Map(
    error instanceof StaffError ? error.fields.map(fault => [fault.field, fault.rule] as const) : [],
  )
  return (
    <ActForm
      act={putting}
      label={label ?? pick(wantsSecondPerson ? HOUSE_WORDS.ask : HOUSE_WORDS.save)}
      onClose={onClose}
    >
      {wantsSecondPerson ? <p className="notice">{pick(HOUSE_WORDS.guarded)}</p> : null}
      {children(faults)}
      <ReasonField value={reason} onChange={setReason} />
    </ActForm>
  )
}
