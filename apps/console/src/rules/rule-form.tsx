import type { SheetFaults } from '@kippu/contract/console/sheets'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useLanguage } from '../language'
import { ActRow } from '../ui/act-row'
import { Field } from '../ui/field'
import { DAY_NAMES, DAY_WORDS, RULE_WORDS } from './rule-words'
import { HOLIDAYS, isOneOf, type Rule, sheetOfRule } from './rule-sheet'

/** A product that a rule may be for. */
export interface RuledProduct {
  readonly code: string
  readonly name: string
  /** As the sheet of products says it. */
  readonly booking: string
}

interface RuleFormProps {
  readonly products: readonly RuledProduct[]
  /** As it is in the store; a new one without it. */
  readonly before: Rule | undefined
  readonly typed: Rule
  readonly faults: SheetFaults | null
  readonly onTyped: (rule: Rule) => void
  readonly onSheet: (sheet: File) => void
  readonly onClose: () => void
}

/** Asks for a rule. */
export function RuleForm(props: RuleFormProps): ReactNode {
  const { products, before, typed, faults, onTyped, onSheet, onClose } = props
  const { say, pick } = useLanguage()
  const [isTouched, setTouched] = useState(false)
  const booking = products.find(({ code }) => code === typed.product)?.booking ?? 'time'
  const put = (more: Partial<Rule>): void => {
    setTouched(true)
    onTyped({ ...typed, ...more })
  }
  const faultOf = (column: keyof Rule): string | undefined =>
    isTouched ? undefined : faults?.faults.find(fault => fault.column === column)?.text
  const others = isTouched
    ? []
    : (faults?.faults.filter(({ column }) => column === null || !(column in typed)) ?? [])
  const text = (column: keyof Rule) => ({
    value: typed[column],
    fault: faultOf(column),
    onChange: ({ target: { value } }: { readonly target: { readonly value: string } }) =>
      put({ [column]: value }),
  })
  const send = (event: FormEvent): void => {
    event.preventDefault()
    setTouched(false)
    onSheet(sheetOfRule(typed, before))
  }
  const days = typed.weekdays.split(' ').filter(Boolean)
  return (
    <form className="stack" onSubmit={send}>
      {others.map(({ text: fault }) => (
        <p key={fault} role="alert" className="notice notice-bad">
          {fault}
        </p>
      ))}
      <label className="field">
        {pick(RULE_WORDS.product)}
        <select
          value={typed.product}
          disabled={before !== undefined}
          onChange={event => put({ product: event.target.value })}
        >
          {products.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Field
        label={pick(RULE_WORDS.name)}
        hint={pick(RULE_WORDS.nameHint)}
        required
        maxLength={60}
        autoComplete="off"
        readOnly={before !== undefined}
        {...text('name')}
      />
      <div className="fields">
        <Field label={pick(RULE_WORDS.from)} type="date" required {...text('from')} />
        <Field
          label={`${pick(RULE_WORDS.until)} (${pick(RULE_WORDS.untilHint)})`}
          type="date"
          required
          {...text('until')}
        />
      </div>
      <fieldset>
        <legend>{pick(RULE_WORDS.days)}</legend>
        <div className="row">
          {DAY_NAMES.map(day => (
            <label key={day} className="check">
              <input
                type="checkbox"
                checked={days.includes(day)}
                onChange={({ target: { checked } }) =>
                  put({
                    weekdays: DAY_NAMES.filter(one => (one === day ? checked : days.includes(one))).join(' '),
                  })
                }
              />
              {pick(DAY_WORDS[day])}
            </label>
          ))}
        </div>
        {faultOf('weekdays') === undefined ? null : <p className="fault">{faultOf('weekdays')}</p>}
      </fieldset>
      <label className="field">
        {pick(RULE_WORDS.holidays)}
        <select
          value={typed.holidays}
          onChange={({ target: { value } }) => put({ holidays: isOneOf(HOLIDAYS, value) ? value : 'also' })}
        >
          {HOLIDAYS.map(one => (
            <option key={one} value={one}>
              {pick(RULE_WORDS[one])}
            </option>
          ))}
        </select>
      </label>
      <Field
        label={pick(RULE_WORDS.excepted)}
        hint={pick(RULE_WORDS.exceptedHint)}
        autoComplete="off"
        {...text('except')}
      />
      <div className="fields">
        <Field label={pick(RULE_WORDS.first)} type="time" required {...text('first')} />
        {booking === 'time' ? (
          <>
            <Field label={pick(RULE_WORDS.last)} type="time" {...text('last')} />
            <Field label={pick(RULE_WORDS.every)} type="number" min={1} max={1440} {...text('every')} />
          </>
        ) : null}
        {booking === 'period' ? (
          <Field
            label={pick(RULE_WORDS.validDays)}
            type="number"
            min={1}
            max={1100}
            required
            {...text('valid_days')}
          />
        ) : (
          <Field
            label={pick(RULE_WORDS.length)}
            type="number"
            min={1}
            max={2880}
            required
            {...text('length')}
          />
        )}
        <Field label={pick(RULE_WORDS.capacity)} type="number" min={0} required {...text('capacity')} />
        <Field
          label={pick(RULE_WORDS.price)}
          hint={pick(RULE_WORDS.priceHint)}
          type="number"
          min={0}
          {...text('base_price')}
        />
      </div>
      <ActRow act={say('showChanges')} onClose={onClose} />
    </form>
  )
}
