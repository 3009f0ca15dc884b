import { useId, useState } from 'react'
import type {
  ComponentProps,
  InputHTMLAttributes,
  ReactElement,
  ReactNode,
  SelectHTMLAttributes,
} from 'react'

import styles from './field.module.css'
import { Icon } from './icon.tsx'

export interface FieldWords {
  readonly label: ReactNode
  /** The mark beside the label, spelled out: 必須 or 任意 (JIS X 8341-3). */
  readonly mark?: string | undefined
  readonly help?: ReactNode
  /** The error message; null or undefined when there is none. */
  readonly error?: string | null | undefined
}

interface FieldProps extends FieldWords {
  readonly id: string
  /** The input says by itself that it is required. */
  readonly required: boolean | undefined
  readonly children: ReactNode
}

/** Ids of the elements that describe a field, for its `aria-describedby`. */
function describedBy(id: string, { help, error }: FieldWords): string | undefined {
  const ids = [help ? `${id}-help` : '', error ? `${id}-error` : ''].filter(part => part !== '')
  return ids.length === 0 ? undefined : ids.join(' ')
}

/** A label, help below it, the input, and its error message, which is read out where it appears while the visitor is in the field. */
function Field({ id, label, mark, help, error, required, children }: FieldProps): ReactElement {
  const [isIn, setIn] = useState(false)
  return (
    <div className={styles.field} onFocus={() => setIn(true)} onBlur={() => setIn(false)}>
      <label className={styles.label} htmlFor={id}>
        <span>{label}</span>
        <Mark words={mark} required={required} />
      </label>
      {help && (
        <p id={`${id}-help`} className={styles.help}>
          {help}
        </p>
      )}
      {children}
      <div className={styles.told} aria-live={isIn ? 'polite' : 'off'}>
        <FieldError id={id} error={error} />
      </div>
    </div>
  )
}

/** Said once: what is required, the input says. The space keeps the mark apart from the label, where both are read as one name. */
function Mark({
  words,
  required,
}: {
  readonly words: string | undefined
  readonly required: boolean | undefined
}): ReactNode {
  if (words === undefined) return null
  return (
    <>
      {' '}
      <span className={styles.mark} aria-hidden={required}>
        {words}
      </span>
    </>
  )
}

function FieldError({
  id,
  error,
}: {
  readonly id: string
  readonly error: string | null | undefined
}): ReactNode {
  if (!error) return null
  return (
    <p id={`${id}-error`} className={styles.error}>
      <Icon name="warning" /> <span>{error}</span>
    </p>
  )
}

type TextFieldProps = FieldWords &
  ComponentProps<'input'> & {
    /** The visitor has left it, and nothing is wrong with it. */
    readonly isRight?: boolean
  }

/** A one-line text field. It accepts all props of an `<input>`, so `{...register('email')}` fits. */
export function TextField({
  label,
  mark,
  help,
  error,
  isRight = false,
  ...input
}: TextFieldProps): ReactElement {
  const ownId = useId()
  const id = input.id ?? ownId
  return (
    <Field id={id} label={label} mark={mark} help={help} error={error} required={input.required}>
      <div className={styles.box}>
        <input
          type="text"
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { label, help, error })}
        />
        {isRight && <Icon name="check" className={styles.right} />}
      </div>
    </Field>
  )
}

type TextAreaFieldProps = FieldWords & ComponentProps<'textarea'>

/** A field of several lines. */
export function TextAreaField({ label, mark, help, error, ...area }: TextAreaFieldProps): ReactElement {
  const ownId = useId()
  const id = area.id ?? ownId
  return (
    <Field id={id} label={label} mark={mark} help={help} error={error} required={area.required}>
      <textarea
        {...area}
        id={id}
        className={`${styles.input} ${styles.area}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { label, help, error })}
      />
    </Field>
  )
}

interface Choice {
  readonly value: string
  readonly label: string
}

type SelectFieldProps = FieldWords &
  SelectHTMLAttributes<HTMLSelectElement> & { readonly options: readonly Choice[] }

/** A choice of one. It is the browser's own list, which works with every keyboard, finger and screen reader. */
export function SelectField({
  label,
  mark,
  help,
  error,
  options,
  ...select
}: SelectFieldProps): ReactElement {
  const ownId = useId()
  const id = select.id ?? ownId
  return (
    <Field id={id} label={label} mark={mark} help={help} error={error} required={select.required}>
      <select
        {...select}
        id={id}
        className={`${styles.input} ${styles.select}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { label, help, error })}
      >
        {options.map(({ value, label: words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </Field>
  )
}

type CheckboxFieldProps = FieldWords & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>

/** A checkbox. The whole line is the target. */
export function CheckboxField({ label, mark, help, error, ...input }: CheckboxFieldProps): ReactElement {
  const ownId = useId()
  const id = input.id ?? ownId
  return (
    <div className={styles.field}>
      <label className={styles.check} htmlFor={id}>
        <input
          {...input}
          type="checkbox"
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { label, help, error })}
        />
        <span>
          <span>{label}</span>
          <Mark words={mark} required={input.required} />
        </span>
      </label>
      {help && (
        <p id={`${id}-help`} className={styles.help}>
          {help}
        </p>
      )}
      <FieldError id={id} error={error} />
    </div>
  )
}
