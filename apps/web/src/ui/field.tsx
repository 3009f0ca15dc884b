import { useId } from 'react'
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
  /** Words of the mark beside the label: 必須 or 任意, spelled out (JIS X 8341-3). */
  readonly mark?: string | undefined
  readonly help?: ReactNode
  /** What is wrong; null or undefined while all is well. */
  readonly error?: string | null | undefined
}

interface FieldProps extends FieldWords {
  readonly id: string
  readonly children: ReactNode
}

/** Ids of what describes a field, for its `aria-describedby`. */
function describedBy(id: string, { help, error }: FieldWords): string | undefined {
  const ids = [help ? `${id}-help` : '', error ? `${id}-error` : ''].filter(part => part !== '')
  return ids.length === 0 ? undefined : ids.join(' ')
}

/** Label above, help below the label, the input, and what is wrong with it. */
function Field({ id, label, mark, help, error, children }: FieldProps): ReactElement {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {mark !== undefined && <span className={styles.mark}>{mark}</span>}
      </label>
      {help && (
        <p id={`${id}-help`} className={styles.help}>
          {help}
        </p>
      )}
      {children}
      <FieldError id={id} error={error} />
    </div>
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
      <Icon name="warning" /> {error}
    </p>
  )
}

type TextFieldProps = FieldWords & ComponentProps<'input'>

/** One line of text. Takes everything an `<input>` takes, so `{...register('email')}` fits. */
export function TextField({ label, mark, help, error, ...input }: TextFieldProps): ReactElement {
  const ownId = useId()
  const id = input.id ?? ownId
  return (
    <Field id={id} label={label} mark={mark} help={help} error={error}>
      <input
        type="text"
        {...input}
        id={id}
        className={styles.input}
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

/** One of several. The browser's own list: it works with every keyboard, finger and screen reader. */
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
    <Field id={id} label={label} mark={mark} help={help} error={error}>
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

/** One thing to agree to or not. The whole line is the target. */
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
          {label}
          {mark !== undefined && <span className={styles.mark}>{mark}</span>}
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
