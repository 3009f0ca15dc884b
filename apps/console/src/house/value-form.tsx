import type { HouseAsked, HouseShape } from '@kippu/contract/console/house'
import { type ReactNode, useId, useState } from 'react'

import { useLanguage } from '../language'
import type { Said } from '../words'
import { CHOICE_WORDS, HOUSE_WORDS, PART_WORDS, ruleText } from './house-words'
import { emptyOf, isFields, listIn, momentOf, momentTyped } from './value'

interface ValueFormProps {
  readonly label: string
  /** Its place in `site.json`: the faults of the store name it. */
  readonly place: string
  readonly asked: HouseAsked
  readonly value: unknown
  readonly faults: ReadonlyMap<string, string>
  readonly onChange: (value: unknown) => void
}

const LINE = 60
/** Sentences, where a value is typed for the first time. */
const LONG =
  /^(?:legal\.(?:cancellation|visitConditions)|visiting\.(?:ways|parking|accessNote|groups|questions))/
/** The one value that is a moment. */
const MOMENT = 'opensAt'
/** The first day of a week says it for all. */
const HINTS: Readonly<Record<string, Said>> = {
  hours: HOUSE_WORDS.hoursHint,
  sun: HOUSE_WORDS.hoursHint,
  from: HOUSE_WORDS.dayHint,
}

/** Asks for a value of any form: a text is typed, a list grows, and what has parts is asked part by part. */
export function ValueForm({ label, place, asked, value, faults, onChange }: ValueFormProps): ReactNode {
  const { pick } = useLanguage()
  const { shape } = asked
  if (shape.kind === 'fields')
    return (
      <fieldset className="value-fields">
        <legend>{label}</legend>
        <FaultAt place={place} faults={faults} />
        {Object.entries(shape.fields).map(([name, inner]) => (
          <ValueForm
            key={name}
            label={pick(PART_WORDS[name] ?? { ja: name, en: name })}
            place={`${place}.${name}`}
            asked={inner}
            value={isFields(value) ? value[name] : undefined}
            faults={faults}
            onChange={next => onChange({ ...(isFields(value) ? value : {}), [name]: next })}
          />
        ))}
      </fieldset>
    )
  if (shape.kind === 'list')
    return <ListForm {...{ label, place, faults, onChange }} item={shape.item} values={listIn(value)} />
  return <Leaf {...{ label, place, asked, value, faults, onChange }} />
}

function FaultAt({ place, faults }: Pick<ValueFormProps, 'place' | 'faults'>) {
  const { lang } = useLanguage()
  const rule = faults.get(place)
  return rule === undefined ? null : <p className="fault">{ruleText(lang, rule)}</p>
}

interface ListFormProps extends Pick<ValueFormProps, 'label' | 'place' | 'faults' | 'onChange'> {
  readonly item: HouseShape
  readonly values: readonly unknown[]
}

function ListForm({ label, place, faults, onChange, item, values }: ListFormProps) {
  const { pick } = useLanguage()
  // Weekdays: each is there or is not.
  if (item.kind === 'choice')
    return (
      <fieldset>
        <legend>{label}</legend>
        <FaultAt place={place} faults={faults} />
        {item.values.map(one => (
          <label key={one} className="check">
            <input
              type="checkbox"
              checked={values.includes(one)}
              onChange={({ target: { checked } }) =>
                onChange(item.values.filter(other => (other === one ? checked : values.includes(other))))
              }
            />
            {pick(PART_WORDS[one] ?? { ja: one, en: one })}
          </label>
        ))}
      </fieldset>
    )
  return (
    <fieldset className="value-list">
      <legend>{label}</legend>
      <FaultAt place={place} faults={faults} />
      {values.map((value, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="value-item">
          <ValueForm
            label={`${label} ${index + 1}`}
            place={`${place}.${index}`}
            asked={{ shape: item, empty: 'refused' }}
            value={value}
            faults={faults}
            onChange={next => onChange(values.with(index, next))}
          />
          <button type="button" onClick={() => onChange(values.toSpliced(index, 1))}>
            {pick(HOUSE_WORDS.remove)}
          </button>
        </div>
      ))}
      <button type="button" onClick={() => onChange([...values, emptyOf(item)])}>
        {pick(HOUSE_WORDS.add)}
      </button>
    </fieldset>
  )
}

function Leaf({ label, place, asked: { shape, empty }, value, faults, onChange }: ValueFormProps) {
  const { pick, lang } = useLanguage()
  const id = useId()
  const rule = faults.get(place)
  const name = place.split('.').at(-1) ?? ''
  const hint = HINTS[name]
  const [isLong] = useState(
    () => LONG.test(place) || (typeof value === 'string' && (value.length > LINE || value.includes('\n'))),
  )
  const described = [hint === undefined ? '' : `${id}-hint`, rule === undefined ? '' : `${id}-fault`]
    .join(' ')
    .trim()
  const shared = {
    id,
    'aria-invalid': rule === undefined ? undefined : true,
    'aria-describedby': described === '' ? undefined : described,
  } as const
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  if (shape.kind === 'flag')
    return (
      <label className="check">
        <input
          {...shared}
          type="checkbox"
          checked={value === true}
          onChange={({ target: { checked } }) => onChange(checked)}
        />
        {label}
      </label>
    )
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="hint">
          {pick(hint)}
        </p>
      )}
      {shape.kind === 'choice' ? (
        <select {...shared} value={text} onChange={event => onChange(event.target.value)}>
          {empty === 'refused' ? null : <option value="">{pick(HOUSE_WORDS.nothing)}</option>}
          {shape.values.map(one => (
            <option key={one} value={one}>
              {pick(CHOICE_WORDS[one] ?? PART_WORDS[one] ?? { ja: one, en: one })}
            </option>
          ))}
        </select>
      ) : isLong ? (
        <textarea {...shared} rows={4} value={text} onChange={event => onChange(event.target.value)} />
      ) : place === MOMENT ? (
        <input
          {...shared}
          type="datetime-local"
          value={momentTyped(text)}
          onChange={event => onChange(momentOf(event.target.value))}
        />
      ) : (
        <input
          {...shared}
          inputMode={shape.kind === 'number' ? 'numeric' : undefined}
          value={text}
          onChange={event => onChange(event.target.value)}
        />
      )}
      {rule === undefined ? null : (
        <p id={`${id}-fault`} className="fault">
          {ruleText(lang, rule)}
        </p>
      )}
    </div>
  )
}
