import { askSettingCall, putSettingCall, type SettingShown } from '@kippu/contract/console/settings'
import { type SettingForm, SITE_SETTINGS } from '@kippu/domain/settings/site-settings'
import { type ReactNode, useState } from 'react'

import { callStaff, StaffError } from '../api'
import { ActForm, Ended, ReasonField } from '../desk/act-form'
import { useAct } from '../desk/use-act'
import { useLanguage } from '../language'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'
import { HOUSE_WORDS } from './house-words'
import { SettingValue } from './setting-value'
import { ruleOf, SETTING_WORDS, settingNamed } from './setting-words'

interface SettingDialogProps {
  readonly site: string
  readonly row: SettingShown
  readonly onClose: () => void
}

/** Sets a value, or gives it back to the standard. A bound that is raised is asked for. */
export function SettingDialog({ site, row, onClose }: SettingDialogProps): ReactNode {
  const { pick } = useLanguage()
  const { name } = row
  const { bound, form, faultOf } = settingOf(name)
  const [value, setValue] = useState(row.value ?? (form.kind === 'flag' ? 'true' : ''))
  const [isStandard, setStandard] = useState(false)
  const [reason, setReason] = useState('')
  const after = isStandard ? null : form.kind === 'languages' ? value.replaceAll(' ', '') : value.trim()
  const isRaised = bound !== undefined && Number(after ?? bound) > Number(row.value ?? bound)
  const [seen, setSeen] = useState(row.value)
  const putting = useAct(async key => {
    const params = { site, name }
    try {
      if (isRaised) await callStaff(askSettingCall, { params, body: { value: after, reason } }, key)
      else await callStaff(putSettingCall, { params, body: { value: after, seen, reason } }, key)
    } catch (error) {
      const theirs = conflictIn(error)
      // Pressed again, it replaces what is shown now.
      if (theirs !== undefined) setSeen(theirs.value)
      throw error
    }
    return isRaised
  })
  const { data: isAsked, error } = putting.acting
  const conflict = conflictIn(error)
  const { name: title, hint } = settingNamed(name)
  const fault = after === null || after === '' ? undefined : faultOf(after)
  return (
    <Dialog title={pick(title)} onClose={onClose}>
      {isAsked === undefined ? (
        <ActForm
          act={putting}
          label={pick(
            isRaised ? HOUSE_WORDS.ask : conflict === undefined ? HOUSE_WORDS.save : HOUSE_WORDS.takeYours,
          )}
          isReady={fault === undefined && after !== '' && after !== row.value}
          onClose={onClose}
        >
          {isStandard ? (
            <p>
              {pick(SETTING_WORDS.standardLead)} <SettingValue name={name} value={null} />
            </p>
          ) : (
            <ValueField
              form={form}
              label={pick(SETTING_WORDS.value)}
              hint={`${pick(hint)} ${pick(ruleOf(form))}`}
              value={value}
              fault={fault === undefined ? undefined : pick(ruleOf(form))}
              onChange={setValue}
            />
          )}
          {row.value === null ? null : (
            <label className="check">
              <input type="checkbox" checked={isStandard} onChange={() => setStandard(!isStandard)} />
              {pick(SETTING_WORDS.toStandard)}
            </label>
          )}
          {isRaised ? (
            <div className="notice stack">
              <p>{pick(SETTING_WORDS.raised)}</p>
              <p>{pick(SETTING_WORDS.raisedNote)}</p>
            </div>
          ) : null}
          {conflict === undefined ? null : (
            <p className="notice notice-bad" role="alert">
              {pick(HOUSE_WORDS.conflict)} {pick(HOUSE_WORDS.theirs)}: {conflict.by},{' '}
              <SettingValue name={name} value={conflict.value} />
            </p>
          )}
          <ReasonField value={reason} onChange={setReason} />
        </ActForm>
      ) : (
        <Ended onClose={onClose}>{pick(isAsked ? HOUSE_WORDS.asked : HOUSE_WORDS.saved)}</Ended>
      )}
    </Dialog>
  )
}

/** The value that somebody else set meanwhile, and who did. */
function conflictIn(error: unknown): { readonly by: string; readonly value: string | null } | undefined {
  const [conflict] = error instanceof StaffError ? error.conflicts : []
  if (conflict === undefined) return undefined
  return { by: conflict.by, value: typeof conflict.theirs === 'string' ? conflict.theirs : null }
}

function settingOf(name: string) {
  const setting = SITE_SETTINGS.get(name)
  if (setting === undefined) throw new Error(`there is no setting ${name}`)
  return setting
}

interface ValueFieldProps {
  readonly form: SettingForm
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly fault: string | undefined
  readonly onChange: (value: string) => void
}

function ValueField({ form, label, hint, value, fault, onChange }: ValueFieldProps) {
  const { pick } = useLanguage()
  if (form.kind === 'flag')
    return (
      <fieldset>
        <legend>{hint}</legend>
        {(['true', 'false'] as const).map(one => (
          <label key={one} className="check">
            <input type="radio" checked={value === one} onChange={() => onChange(one)} />
            {pick(one === 'true' ? SETTING_WORDS.yes : SETTING_WORDS.no)}
          </label>
        ))}
      </fieldset>
    )
  if (form.kind === 'moment')
    return (
      <Field
        label={label}
        hint={hint}
        type="datetime-local"
        required
        value={value.slice(0, 16)}
        onChange={event => onChange(event.target.value === '' ? '' : `${event.target.value}:00+09:00`)}
      />
    )
  return (
    <Field
      label={label}
      hint={hint}
      fault={fault}
      inputMode={form.kind === 'number' ? 'numeric' : undefined}
      required
      maxLength={2_000}
      value={value}
      onChange={event =>
        onChange(form.kind === 'number' ? event.target.value.normalize('NFKC') : event.target.value)
      }
    />
  )
}
